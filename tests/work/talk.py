"""People who comment under issues, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.store.deliveries import Outcome
from tests.torture.documents import Comment
from tests.torture.stand_in import StandIn
from tests.work.house import HANDLE, REPO_ID, House

MAINTAINER: Final = "octo"
REPORTER: Final = "alice"  # opens every issue
PASSER_BY: Final = "bob"


class Talk:
    """Comments under one issue, and what became of them."""

    def __init__(self, house: House, number: int, body: str = HANDLE) -> None:
        self.house = house
        self.number = number
        house.github.permissions[REPO_ID, MAINTAINER] = "write"
        self.opened = house.outcome(house.open_issue(number, body))

    def say(self, body: str, who: str = MAINTAINER) -> Outcome:
        """Somebody comments."""
        self.last = self.house.github.put_comment(REPO_ID, self.number, body, who)
        return self.hear("created", body, who)

    def edit(self, body: str, who: str = MAINTAINER, *, tells: bool = True) -> Outcome:
        """The last comment is edited by somebody; ``tells``: whether GitHub says what it was before."""
        comment = self.house.github.comments[self.last]
        before, comment.body = comment.body, body
        more: dict[str, Any] = {"changes": {"body": {"from": before}}} if tells else {}
        return self.hear("edited", body, who, **more)

    def delete_ours(self) -> Outcome:
        """Somebody deletes our answer."""
        (ours,) = self.house.github.ours(REPO_ID, self.number)
        del self.house.github.comments[ours.id]
        return self.hear("deleted", ours.body, MAINTAINER, comment=ours)

    @property
    def answer(self) -> Comment:
        """Our first comment under the issue."""
        return self.house.github.ours(REPO_ID, self.number)[0]

    @property
    def replies(self) -> list[str]:
        """Our comments after the answer."""
        return self.house.bodies(self.number)[1:]

    @property
    def reactions(self) -> list[str]:
        """Our reactions to the last comment."""
        return [content for comment, content in self.house.github.reactions if comment == self.last]

    def hear(self, action: str, body: str, who: str, comment: Comment | None = None, **more: Any) -> Outcome:
        """GitHub tells of a comment, the last one if none is given; what became of that."""
        comment_id = comment.id if comment else self.last
        author = comment.author if comment else self.house.github.comments[self.last].author
        kind = "Bot" if author.endswith("[bot]") else "User"
        document = {"id": comment_id, "body": body, "user": {"login": author, "id": 8, "type": kind}}
        delivery = self.house.delivery(
            self.number,
            action,
            "issue_comment",
            comment_id=comment_id,
            sender=who,
            payload={"comment": document, **more},
        )
        return self.house.outcome(self.house.send(delivery))


@pytest.fixture(scope="module", name="idle_house")
def fast_house(
    database: str, stand_in: StandIn, pem: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A house that isn't slowed down by GitHub's limits: people who talk a lot in tests would meet them."""
    folder = Path(tmp_path_factory.mktemp("house"))
    house = House(
        database,
        folder,
        stand_in,
        pem,
        writes_per_minute="10000",
        writes_per_hour="100000",
        write_interval="0",
    )
    yield house
    house.close()
