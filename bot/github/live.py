"""GitHub itself, through PyGithub, as the App's installations."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args
from urllib.parse import quote

from bot.github.errors import CommentGone, Later, Refused, Unclear
from bot.github.issue_document import issue_state
from bot.github.model import Comment, IssueState, Permission, Reaction, Repo
from bot.github.pages import PAGE, next_page
from bot.github.transport import Absent, Moved, Reply, Transport, Verb

MOST_PAGES: Final = 50  # 5,000 comments; an issue with more is left alone
_MINIMISE: Final = """mutation($id: ID!) {
  minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) { minimizedComment { isMinimized } }
}"""
_UNMINIMISE: Final = """mutation($id: ID!) {
  unminimizeComment(input: {subjectId: $id}) { unminimizedComment { isMinimized } }
}"""


class LiveGitHub:
    """Reads and writes on GitHub. One object for all threads and installations."""

    def __init__(self, transport: Transport, app_id: int) -> None:
        self._transport = transport
        self._app_id = app_id
        self._names: dict[int, str] = {}
        self._login = ""
        self._guard = threading.Lock()

    @property
    def login(self) -> str:
        """The name our comments are written under: the App's slug and ``[bot]``."""
        with self._guard:
            if not self._login:
                self._login = f"{self._slug()}[bot]"
            return self._login

    def read_issue(self, repo: Repo, number: int) -> IssueState:
        """The newest state of an issue."""
        data = self._in_repo("GET", repo, f"/issues/{number}", again=True).data
        if data.get("number") != number or not self._is_in(repo, data):
            raise NotInRepo  # it answers in another's place
        return issue_state(data, number)

    def read_comment(self, repo: Repo, comment_id: int) -> Comment:
        """The newest state of a comment."""
        return comment_of(self._on_comment("GET", repo, comment_id).data)

    def find_own_comment(
        self, repo: Repo, number: int, is_ours: Callable[[str], bool], since: str = ""
    ) -> Comment | None:
        """The first comment under an issue that this App wrote and whose body ``is_ours`` accepts."""
        login = self.login
        params = {"since": since} if since else {}
        for data in self._rows(repo, f"/issues/{number}/comments", params, MOST_PAGES):
            if self._by_us(data, login) and is_ours(data.get("body") or ""):
                return comment_of(data)
        return None

    def create_comment(self, repo: Repo, number: int, body: str) -> Comment:
        """Post a comment; done only when GitHub tells its id.

        Sent once: where the repository turns out to have another name, that is for `Later`, because whoever
        asked has said when it was tried.
        """
        reply = self._in_repo("POST", repo, f"/issues/{number}/comments", body={"body": body})
        if (
            reply.status != 201
            or not isinstance(reply.data, dict)
            or not isinstance(reply.data.get("id"), int)
        ):
            raise Unclear(f"a comment was posted, but the answer ({reply.status}) names none")
        return comment_of(reply.data)

    def edit_comment(self, repo: Repo, comment_id: int, body: str) -> None:
        """Give a comment another body."""
        self._on_comment("PATCH", repo, comment_id, body={"body": body})

    def minimise_comment(self, repo: Repo, comment: Comment) -> None:
        """Fold a comment away as outdated; it exists in GraphQL only."""
        self._mutate(repo, comment, _MINIMISE)

    def show_comment(self, repo: Repo, comment: Comment) -> None:
        """Unfold a comment that was folded away."""
        self._mutate(repo, comment, _UNMINIMISE)

    def permission(self, repo: Repo, login: str, user_id: int | None = None) -> Permission:
        """What somebody may do. ``role_name`` tells apart what ``permission`` lumps together."""
        try:
            data = self._in_repo("GET", repo, f"/collaborators/{quote(login)}/permission").data
        except Refused as refused:
            if refused.ours:
                raise
            return "none"
        if user_id is not None and (data.get("user") or {}).get("id") != user_id:
            return "none"  # logins are given to others, numbers aren't
        role = data.get("role_name") or data.get("permission")
        # A role of an organisation's own making stands on one of the five; that one is in ``permission``.
        told = (role, data.get("permission"))
        known: Permission = next((name for name in told if name in get_args(Permission)), "none")
        return known

    def react(self, repo: Repo, comment_id: int, reaction: Reaction) -> None:
        """Put a reaction of ours on a comment; twice is once on GitHub too."""
        self._on_comment("POST", repo, comment_id, "/reactions", body={"content": reaction})

    def _by_us(self, data: dict[str, Any], login: str) -> bool:
        """Author and App: a marker alone can be written by anybody."""
        author = data.get("user") or {}
        app = data.get("performed_via_github_app")
        return (
            author.get("login") == login
            and author.get("type") == "Bot"
            and (app is None or app.get("id") == self._app_id)
        )

    def _mutate(self, repo: Repo, comment: Comment, mutation: str) -> None:
        node_id = comment.node_id or self.read_comment(repo, comment.id).node_id
        with contextlib.suppress(Absent):
            try:
                self._transport.graphql(repo.installation_id, mutation, {"id": node_id})
            except Unclear as unclear:
                raise Later(str(unclear)) from unclear  # folding twice is folding once
            return
        raise Refused("this GitHub has no GraphQL")

    def _rows(self, repo: Repo, path: str, params: dict[str, str], pages: int) -> Iterator[dict[str, Any]]:
        """A list below a repository's name, page by page; `Refused` where it's longer than so many."""
        asked: dict[str, Any] = {"per_page": PAGE, **params}
        for _ in range(pages):
            reply = self._in_repo("GET", repo, path, params=asked)
            yield from reply.data
            following = next_page(reply.headers)
            if following is None:
                return
            asked.update(following)
        raise Refused("too many comments to be sure that ours isn't among them")

    def _on_comment(
        self, verb: Verb, repo: Repo, comment_id: int, rest: str = "", body: dict[str, str] | None = None
    ) -> Reply:
        try:
            return self._in_repo(verb, repo, f"/issues/comments/{comment_id}{rest}", body=body)
        except NotInRepo:
            raise CommentGone from None

    def _slug(self) -> str:
        try:
            return str(self._transport.call("GET", "/app", installation_id=None).data["slug"])
        except (Moved, Absent) as wrong:
            raise Refused(f"the API isn't at the address that is set: {wrong}", ours=True) from wrong

    def _name(self, repo: Repo) -> str:
        return self._names.get(repo.id, repo.name)

    def _is_in(self, repo: Repo, data: dict[str, Any]) -> bool:
        """Whether a document is of this repository, as far as it tells."""
        told = str(data.get("repository_url") or "").lower()
        return not told or told.endswith((f"/repos/{self._name(repo).lower()}", f"/repositories/{repo.id}"))

    def _in_repo(self, verb: Verb, repo: Repo, path: str, *, again: bool = False, **rest: Any) -> Reply:
        """Call below a repository's name, and once more in full below its present one if that turns out to be
        another. For a write that second call is left to a later time: GitHub asks for a pause between two.
        """
        name = self._name(repo)
        try:
            return self._send(verb, repo, f"/repos/{name}{path}", again, rest)
        except (Moved, Absent):
            present = self._present_name(repo)
        if present.lower() == name.lower():
            raise NotInRepo
        self._names[repo.id] = present
        if verb != "GET":
            raise Later("the repository has another name now", 0.0)
        try:
            return self._send(verb, repo, f"/repos/{present}{path}", again, rest)
        except Moved as moved:
            raise Later(str(moved)) from moved
        except Absent:
            raise NotInRepo from None

    def _send(self, verb: Verb, repo: Repo, path: str, again: bool, rest: dict[str, Any]) -> Reply:
        if again:
            return self._transport.read_again(path, installation_id=repo.installation_id)
        return self._transport.call(verb, path, installation_id=repo.installation_id, **rest)

    def _present_name(self, repo: Repo) -> str:
        try:
            found = self._transport.call(
                "GET", f"/repositories/{repo.id}", installation_id=repo.installation_id
            )
        except (Moved, Absent):
            raise Refused("the repository is gone, or the App was taken off it") from None
        return str(found.data["full_name"])


class NotInRepo(Refused):
    """The repository is there under the name we used, but what was asked for isn't in it."""

    def __init__(self) -> None:
        super().__init__("the issue is gone, or was moved to another repository")


def comment_of(data: dict[str, Any]) -> Comment:
    """A comment from GitHub's document."""
    author = data.get("user") or {}
    return Comment(
        id=int(data["id"]),
        body=data.get("body") or "",
        author=author.get("login") or "",
        author_is_bot=author.get("type") == "Bot",
        node_id=data.get("node_id"),
        created_at=data.get("created_at") or "",
        updated_at=data.get("updated_at") or "",
        url=data.get("html_url") or "",
    )
