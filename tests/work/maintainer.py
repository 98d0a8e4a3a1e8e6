"""A maintainer at the pages, for tests: asks for changes as the pages do, and waits for their end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.catalog.load import load_catalog
from bot.store.deliveries import Outcome, What
from bot.work.say import SHADOW
from bot.work.triage.desk import Action, Change, Desk, Happened, Person, Stage, Taken, new_token
from tests.torture.stand_in import StandIn
from tests.work.house import HANDLE, REPO_ID, House, wait_until

LOGIN: Final = "octo"


class Maintainer:
    """Somebody with write access, and the desk that the pages ask."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.desk = Desk(house.settings, load_catalog())
        self.person = self.somebody(LOGIN, "write")

    def somebody(self, login: str, role: str) -> Person:
        """A person with these rights."""
        self.house.github.permissions[REPO_ID, login] = role
        return Person(login, self.house.github.user_id(login))

    def change(self, action: Action, issue: int | None = None, **more: Any) -> Change:
        """A change with a token of its own."""
        values: dict[str, Any] = {"person": self.person, "repo_id": REPO_ID, "token": new_token(), **more}
        return Change(action, issue=issue, **values)

    def do(self, action: Action, issue: int | None = None, **more: Any) -> Happened:
        """Ask for a change; what became of it."""
        change = self.change(action, issue, **more)
        assert self.desk.ask(change) is Taken.NEW
        return self.wait(change.token)

    def wait(self, token: str) -> Happened:
        """What became of a change, once it's done."""

        def ended() -> Happened | None:
            found = self.desk.happened(token)
            return None if found is None or found.state is Stage.PENDING else found

        return wait_until(ended, 20, f"the end of what was asked for\n{self.house.log[-3000:]}")

    def seen(self, issue: int) -> str:
        """The digest of the comment that is shown for an issue."""
        (shown,) = self.desk.preview(REPO_ID, [issue])
        return shown.digest

    def note(self, issue: int, body: str = HANDLE) -> Outcome:
        """An issue is opened in shadow mode; what was noted of it."""
        outcome = self.house.outcome(self.house.open_issue(issue, body))
        assert (outcome.what, outcome.reason) == (What.SILENT, SHADOW)
        return outcome


@pytest.fixture(scope="module", name="idle_house")
def shadow_house(
    database: str, stand_in: StandIn, pem: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A house that only takes notes of what it would say, and isn't slowed down by GitHub's limits."""
    limits = {"writes_per_minute": "10000", "writes_per_hour": "100000", "write_interval": "0"}
    folder = Path(tmp_path_factory.mktemp("house"))
    house = House(database, folder, stand_in, pem, default_mode="shadow", **limits)
    yield house
    house.close()


@pytest.fixture(scope="module")
def maintainer(house: House) -> Iterator[Maintainer]:
    """Somebody at the pages."""
    somebody = Maintainer(house)
    yield somebody
    somebody.desk.close()
