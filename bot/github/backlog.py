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
MOST_OF_ALL: Final = 1_000  # pages of a repository's whole history
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

    def find(self, name: str) -> Installed:
        """The repository OWNER/NAME, if the App is installed there."""
        try:
            found = self._transport.call("GET", f"/repos/{name}/installation", installation_id=None).data
            installation = int(found["id"])
            data = self._transport.call("GET", f"/repos/{name}", installation_id=installation).data
        except (Absent, Moved) as absent:
            raise Refused(f"there is no repository {name}, or the App isn't installed there") from absent
        repo = Repo(installation, int(data["id"]), str(data["full_name"]))
        return Installed(repo, bool(data.get("private", True)), bool(data.get("archived")))

    def issues(self, repo: Repo, state: str, since: str) -> Iterator[dict[str, Any]]:
        """The issues made since then (GitHub's time; empty: all), the newest first, as GitHub's documents;
        ``state`` is ``open``, ``closed`` or ``all``. Pages are read as they're asked for.
        """
        params = {"state": state, "sort": "created", "direction": "desc"}
        pages = self._pages(f"/repos/{repo.name}/issues", repo.installation_id, params, None, MOST_OF_ALL)
        for data in pages:
            if str(data.get("created_at", "")) < since:
                return
            yield data

    def is_answered(self, repo: Repo, number: int) -> bool:
        """Whether somebody of the project has written under an issue; a courtesy, not a matter of rights."""
        path = f"/repos/{repo.name}/issues/{number}/comments"
        return any(
            data.get("author_association") in MAINTAINERS
            for data in self._pages(path, repo.installation_id, {}, None)
        )

    def _pages(
        self,
        path: str,
        installation_id: int,
        params: dict[str, Any],
        key: str | None,
        most: int = MOST_PAGES,
    ) -> Iterator[dict[str, Any]]:
        asked = {**params, "per_page": PAGE}
        for _ in range(most):
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
