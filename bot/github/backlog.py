"""Issues that were opened while nobody listened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.github.errors import Later, Refused
from bot.github.model import Repo
from bot.github.pages import PAGE, next_page
from bot.github.transport import Absent, Moved, Transport

MOST_PAGES: Final = 10
MAINTAINERS: Final = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})


@dataclass(frozen=True, slots=True)
class Installed:
    """A repository the App may work in, as GitHub lists it."""

    repo: Repo
    private: bool
    archived: bool


class Backlog:
    """Lists, politely: pages of a hundred, and only as far as needed. Raises `Refused` or `Later`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def repositories(self, installation_id: int) -> Iterator[Installed]:
        """The repositories of an installation."""
        for data in self._pages("/installation/repositories", installation_id, {}, "repositories"):
            repo = Repo(installation_id, int(data["id"]), str(data["full_name"]))
            yield Installed(repo, bool(data.get("private", True)), bool(data.get("archived")))

    def opened_since(self, repo: Repo, since: str) -> Iterator[dict[str, Any]]:
        """The open issues made after ``since`` (GitHub's time), the oldest first, as GitHub's documents."""
        # ``since`` means changed since, so it leaves none out that was made since.
        params = {"state": "open", "sort": "created", "direction": "asc", "since": since}
        for data in self._pages(f"/repos/{repo.name}/issues", repo.installation_id, params, None):
            if str(data.get("created_at", "")) > since and data.get("pull_request") is None:
                yield data

    def is_answered(self, repo: Repo, number: int) -> bool:
        """Whether somebody of the project has written under an issue; a courtesy, not a matter of rights."""
        path = f"/repos/{repo.name}/issues/{number}/comments"
        return any(
            data.get("author_association") in MAINTAINERS
            for data in self._pages(path, repo.installation_id, {}, None)
        )

    def _pages(
        self, path: str, installation_id: int, params: dict[str, Any], key: str | None
    ) -> Iterator[dict[str, Any]]:
        asked = {**params, "per_page": PAGE}
        for _ in range(MOST_PAGES):
            try:
                reply = self._transport.call("GET", path, installation_id=installation_id, params=asked)
            except Absent as absent:
                raise Refused(str(absent)) from absent
            except Moved as moved:
                raise Later(str(moved)) from moved
            yield from reply.data if key is None else reply.data[key]
            following = next_page(reply.headers)
            if following is None:
                return
            asked.update(following)
