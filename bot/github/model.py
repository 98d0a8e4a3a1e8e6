"""What the App reads and does on GitHub, as plain data and one protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

Reaction = Literal["eyes", "+1", "-1", "confused", "rocket", "heart", "hooray", "laugh"]
Permission = Literal["admin", "maintain", "write", "triage", "read", "none"]


@dataclass(frozen=True, slots=True)
class Repo:
    """A repository, and the installation through which we may touch it.

    ``name`` is the one we heard last; ``id`` stays when it's renamed or moved.
    """

    installation_id: int
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class IssueState:
    """An issue as it stands. Times are GitHub's, such as ``2026-11-30T10:00:00Z``; ``author`` is empty
    when gone.
    """

    number: int
    title: str
    body: str
    author: str
    author_is_bot: bool
    state: str
    locked: bool
    is_pull_request: bool
    created_at: str = ""
    updated_at: str = ""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment under an issue; ``node_id`` is its name in GraphQL, ``url`` its address for people."""

    id: int
    body: str
    author: str
    author_is_bot: bool
    node_id: str | None = None
    created_at: str = ""
    updated_at: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class File:
    """A file as it stands; ``unchanged``: since it had the tag that was asked with, and without its text."""

    text: str
    etag: str
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class Reacted:
    """Somebody's reaction to a comment, under GitHub's name for it; ``login`` is empty when gone."""

    login: str
    content: str
    is_bot: bool


class GitHub(Protocol):
    """All that is asked of GitHub. Raises `Refused`, `CommentGone`, `Unclear` (writes only) or `Later`."""

    def read_issue(self, repo: Repo, number: int) -> IssueState:
        """The newest state of an issue."""

    def read_comment(self, repo: Repo, comment_id: int) -> Comment:
        """The newest state of a comment."""

    def find_own_comment(
        self, repo: Repo, number: int, is_ours: Callable[[str], bool], since: str = ""
    ) -> Comment | None:
        """The first comment by this App under an issue whose body ``is_ours`` accepts; changed after
        ``since``.
        """

    def create_comment(self, repo: Repo, number: int, body: str) -> Comment:
        """Post a comment. Never repeated by itself."""

    def edit_comment(self, repo: Repo, comment_id: int, body: str) -> None:
        """Give a comment another body."""

    def minimise_comment(self, repo: Repo, comment: Comment) -> None:
        """Fold a comment away as outdated."""

    def show_comment(self, repo: Repo, comment: Comment) -> None:
        """Unfold a comment that was folded away."""

    def permission(self, repo: Repo, login: str, user_id: int | None = None) -> Permission:
        """What somebody may do in a repository, as the collaborator endpoint tells it. ``user_id``: nothing,
        if the login is another account's by now.
        """

    def react(self, repo: Repo, comment_id: int, reaction: Reaction) -> None:
        """Put a reaction of ours on a comment; twice is once."""

    def first_comments(self, repo: Repo, number: int) -> tuple[Comment, ...]:
        """The first comments under an issue, the oldest first: a page of them."""

    def read_file(self, repo: Repo, path: str, *, etag: str = "", ref: str = "") -> File | None:
        """A file of the default branch, or of ``ref``; ``None`` when there is none."""

    def read_owners_file(self, repo: Repo, path: str, *, etag: str = "") -> File | None:
        """A file of the owner's ``.github`` repository; ``None`` when there is none, or none for us."""

    def list_files(self, repo: Repo) -> tuple[str, ...]:
        """The paths of the default branch's files; of a very large repository not all."""

    def add_labels(self, repo: Repo, number: int, labels: tuple[str, ...]) -> None:
        """Put labels on an issue, beside those it has; twice is once."""

    def reactions(self, repo: Repo, comment_id: int) -> tuple[Reacted, ...]:
        """Who put which reaction on a comment."""

    def commit_comments(self, repo: Repo, sha: str) -> tuple[Comment, ...]:
        """Our own comments on a commit."""

    def comment_on_commit(self, repo: Repo, sha: str, body: str) -> None:
        """Put a comment on a commit. Never repeated by itself."""
