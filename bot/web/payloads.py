"""The webhook payloads we act on, as GitHub sends them, cut down to what is used.

Unknown keys are dropped: GitHub adds some every few weeks. Shapes:
https://docs.github.com/en/webhooks/webhook-events-and-payloads
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

LONGEST_TEXT = 262_144  # characters; four times what GitHub takes for a body, so nothing real is ever cut


def _storable(text: str) -> str:
    """Text as every database takes it: PostgreSQL refuses NUL."""
    return text[:LONGEST_TEXT].replace("\0", "\N{REPLACEMENT CHARACTER}")


Text = Annotated[str, AfterValidator(_storable)]
# GitHub's numbers fit a signed 64-bit column; anything else isn't GitHub's.
Number = Annotated[int, Field(gt=0, lt=2**63)]
RepoName = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$", max_length=200)]
Login = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+(\[bot\])?$", max_length=100)]


class Taken(BaseModel):
    """A part of a payload: knows what is used, forgets the rest."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Account(Taken):
    """A person, an organisation or a bot; ``type`` is ``User``, ``Organization`` or ``Bot``."""

    login: Login
    id: Number
    type: Text = "User"

    @property
    def is_bot(self) -> bool:
        """Whether no person wrote this; the ``[bot]`` suffix can't be taken by people."""
        return self.type == "Bot" or self.login.endswith("[bot]")


class InstallationId(Taken):
    """Which installation of the App a payload belongs to."""

    id: Number


class Repository(Taken):
    """Where it happened."""

    id: Number
    full_name: RepoName
    private: bool = False
    archived: bool = False
    default_branch: Text | None = None


class PullRequestMark(Taken):
    """There when an "issue" is a pull request in truth; nothing of it is used but that it's there."""


class Issue(Taken):
    """An issue as it stands. ``body`` is null when empty; ``user`` is null when the account is gone."""

    number: Number
    title: Text
    body: Text | None = None
    user: Account | None = None
    state: Text = "open"
    locked: bool = False
    pull_request: PullRequestMark | None = None
    author_association: Text | None = None
    created_at: Text | None = None
    updated_at: Text | None = None
    html_url: Text | None = None


class Comment(Taken):
    """A comment under an issue."""

    id: Number
    body: Text | None = None
    user: Account | None = None
    created_at: Text | None = None
    updated_at: Text | None = None
    html_url: Text | None = None


class Event(Taken):
    """What every payload carries. Without ``installation`` it was sent by a repository's own webhook."""

    action: Text
    sender: Account
    installation: InstallationId | None = None


class OldIssue(Taken):
    """Where a transferred issue came from; nothing of it is used but that it's there."""


class Transfer(Taken):
    """What ``issues.opened`` tells of an issue that was transferred from another repository."""

    old_issue: OldIssue


class IssueEvent(Event):
    """``issues``: opened, edited or reopened. What an edit changed isn't kept."""

    issue: Issue
    repository: Repository
    changes: Transfer | None = None

    @field_validator("changes", mode="before")
    @classmethod
    def _only_a_transfer(cls, value: Any) -> Any:
        # It's null where the old issue can't be told of.
        return {"old_issue": {}} if isinstance(value, dict) and "old_issue" in value else None


class Before(Taken):
    """What a text was before an edit."""

    from_: Text = Field(alias="from", serialization_alias="from")


class Changes(Taken):
    """What an edit changed; nothing where the old text isn't told."""

    body: Before | None = None

    @field_validator("body", mode="before")
    @classmethod
    def _only_if_told(cls, value: Any) -> Any:
        return value if isinstance(value, dict) and isinstance(value.get("from"), str) else None


class CommentEvent(Event):
    """``issue_comment``: created, edited or deleted."""

    issue: Issue
    comment: Comment
    repository: Repository
    changes: Changes | None = None


class RepositoryEvent(Event):
    """``repository``: privatized, publicized or deleted."""

    repository: Repository


class PushedCommit(Taken):
    """A commit of a push: the paths that it touched."""

    added: tuple[Text, ...] = ()
    modified: tuple[Text, ...] = ()
    removed: tuple[Text, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.added, *self.modified, *self.removed)


class PushEvent(Taken):
    """``push``: commits that came to a branch (or a tag). It has no action."""

    ref: Text
    after: Annotated[str, Field(pattern=r"^[0-9a-f]{40,64}$")]
    deleted: bool = False
    commits: tuple[PushedCommit, ...] = ()
    head_commit: PushedCommit | None = None
    sender: Account
    installation: InstallationId | None = None
    repository: Repository

    def touches(self, path: str) -> bool:
        """Whether one of the commits touched a path."""
        commits = (*self.commits, *((self.head_commit,) if self.head_commit else ()))
        return any(path in commit.paths for commit in commits)


class Owner(Taken):
    """Whose installation it is. An enterprise has no ``login``."""

    id: Number
    login: Login | None = None
    type: Text = "User"


class Installation(Taken):
    """The App on somebody's account."""

    id: Number
    account: Owner
    repository_selection: Text | None = None


class RepositoryName(Taken):
    """A repository as installation events list it."""

    id: Number
    full_name: RepoName
    private: bool = False


class InstallationEvent(Taken):
    """``installation``: created, deleted, suspend, unsuspend, new_permissions_accepted."""

    action: Text
    sender: Account
    installation: Installation
    repositories: tuple[RepositoryName, ...] = ()


class InstallationRepositoriesEvent(Taken):
    """``installation_repositories``: added, removed."""

    action: Text
    sender: Account
    installation: Installation
    repositories_added: tuple[RepositoryName, ...] = ()
    repositories_removed: tuple[RepositoryName, ...] = ()
