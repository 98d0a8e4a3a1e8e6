"""A GitHub that isn't called: reads come from what the webhook told, writes go to an outbox."""

# ruff: noqa: ARG002 - it has the methods of `bot.github.model.GitHub`, and knows one repository only

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from bot.github.errors import CommentGone, Refused
from bot.github.issue_document import issue_state
from bot.github.model import Comment, File, IssueState, Permission, Reacted, Reaction, Repo

LOGIN: Final = "burnerr[bot]"


class Written(Protocol):
    """A comment in an outbox."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def body(self) -> str:
        """Its text."""


class Box(Protocol):
    """Where comments go instead of to GitHub."""

    def put(self, repo_id: int, issue: int, body: str) -> int:
        """Keep a comment; its number."""

    def change(self, comment_id: int, *, body: str | None = None, minimised: bool | None = None) -> bool:
        """Change a kept comment; ``False`` when there is none of that number."""

    def under(self, repo_id: int, issue: int) -> Sequence[Written]:
        """The kept comments of an issue, the oldest first."""


class DryRun:
    """What one delivery's payload knows of GitHub. ``payload`` is GitHub's document, or the used parts of
    it.
    """

    def __init__(self, payload: dict[str, Any], box: Box) -> None:
        self._payload = payload
        self._box = box

    def read_issue(self, repo: Repo, number: int) -> IssueState:
        """The issue as it stood when the webhook was sent."""
        return issue_in(self._payload, number)

    def read_comment(self, repo: Repo, comment_id: int) -> Comment:
        """The comment that the webhook was sent for."""
        found = comment_in(self._payload)
        if found is None or found.id != comment_id:
            raise CommentGone
        return found

    def find_own_comment(
        self, repo: Repo, number: int, is_ours: Callable[[str], bool], since: str = ""
    ) -> Comment | None:
        """The first kept comment that ``is_ours`` accepts."""
        kept = (one for one in self._box.under(repo.id, number) if is_ours(one.body))
        return next((Comment(one.id, one.body, LOGIN, author_is_bot=True) for one in kept), None)

    def create_comment(self, repo: Repo, number: int, body: str) -> Comment:
        """Keep a comment."""
        return Comment(self._box.put(repo.id, number, body), body, LOGIN, author_is_bot=True)

    def edit_comment(self, repo: Repo, comment_id: int, body: str) -> None:
        """Change a kept comment."""
        if not self._box.change(comment_id, body=body):
            raise CommentGone

    def minimise_comment(self, repo: Repo, comment: Comment) -> None:
        """Note that a kept comment is folded away."""
        if not self._box.change(comment.id, minimised=True):
            raise CommentGone

    def show_comment(self, repo: Repo, comment: Comment) -> None:
        """Note that a kept comment is to be seen again."""
        if not self._box.change(comment.id, minimised=False):
            raise CommentGone

    def permission(self, repo: Repo, login: str, user_id: int | None = None) -> Permission:
        """Nobody's rights are known without asking GitHub."""
        return "none"

    def react(self, repo: Repo, comment_id: int, reaction: Reaction) -> None:
        """Nothing to be seen."""

    def first_comments(self, repo: Repo, number: int) -> tuple[Comment, ...]:
        """The comment that the webhook was sent for, if any; others aren't known."""
        told = comment_in(self._payload)
        return (told,) if told else ()

    def read_file(self, repo: Repo, path: str, *, etag: str = "", ref: str = "") -> File | None:
        """No file is known without asking GitHub."""
        return None

    def read_owners_file(self, repo: Repo, path: str, *, etag: str = "") -> File | None:
        """No file is known without asking GitHub."""
        return None

    def list_files(self, repo: Repo) -> tuple[str, ...]:
        """No file is known without asking GitHub."""
        return ()

    def add_labels(self, repo: Repo, number: int, labels: tuple[str, ...]) -> None:
        """Nothing to be seen."""

    def reactions(self, repo: Repo, comment_id: int) -> tuple[Reacted, ...]:
        """Nobody sees a kept comment."""
        return ()

    def commit_comments(self, repo: Repo, sha: str) -> tuple[Comment, ...]:
        """There are none."""
        return ()

    def comment_on_commit(self, repo: Repo, sha: str, body: str) -> None:
        """Nothing to be seen."""


def issue_in(payload: dict[str, Any], number: int) -> IssueState:
    """The issue that a payload tells of; `Refused` when it's another or none."""
    data = payload.get("issue") or {}
    if data.get("number") != number:
        raise Refused("the delivery doesn't tell of this issue")
    return issue_state(data, number, untold="open")


def comment_in(payload: dict[str, Any]) -> Comment | None:
    """The comment that a payload tells of, if any."""
    data = payload.get("comment")
    if not data:
        return None
    author = data.get("user") or {}
    return Comment(
        id=int(data["id"]),
        body=data.get("body") or "",
        author=author.get("login") or "",
        author_is_bot=author.get("type") == "Bot",
        created_at=data.get("created_at") or "",
        updated_at=data.get("updated_at") or "",
    )
