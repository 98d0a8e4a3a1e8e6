"""What the stand-in for GitHub keeps, and how it tells of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

APP_ID: Final = 4242
SLUG: Final = "burnerr-test"
BOT: Final = f"{SLUG}[bot]"
USES_BURN: Final = '[package]\nname = "model"\n\n[dependencies]\nburn = "0.20.0"\n'


@dataclass(frozen=True)
class Fault:
    """What goes wrong with one call.

    ``status`` is answered instead of the true one (0: the connection is cut), before or ``after`` the
    effect, after ``seconds`` of silence.
    """

    status: int = 0
    after: bool = False
    seconds: float = 0.0
    headers: tuple[tuple[str, str], ...] = ()
    message: str = "a fault"
    document: Any = None  # answered instead of a document with the message
    proceed: bool = False  # only slow: the true answer comes after ``seconds``


@dataclass(frozen=True)
class Call:
    """One call as it arrived. ``fault`` is the one it met; ``answered``, when its answer was about to leave
    (seconds since 1970, as ``at``); ``caller`` the connection it came by, which is one thread's.
    """

    at: float
    verb: str
    path: str
    installation: int | None
    body: Any
    fault: Fault | None
    status: int
    answered: float
    caller: int

    @property
    def is_write(self) -> bool:
        """Whether it asks for content to be written (a token isn't content)."""
        return self.verb != "GET" and not self.path.endswith("/access_tokens")


@dataclass
class Repository:
    """A repository; ``old_names`` redirect. ``files`` are the default branch's, ``branches`` by ref."""

    id: int
    name: str
    installation: int
    archived: bool = False
    old_names: set[str] = field(default_factory=set)
    files: dict[str, str] = field(default_factory=lambda: {"Cargo.toml": USES_BURN})
    branches: dict[str, dict[str, str]] = field(default_factory=dict)
    commit_comments: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Issue:
    """An issue."""

    number: int
    title: str
    body: str
    author: str = "alice"
    state: str = "open"
    locked: bool = False
    deleted: bool = False
    pull_request: bool = False
    created_at: str = ""
    updated_at: str = ""
    labels: list[str] = field(default_factory=list)


@dataclass
class Comment:
    """A comment; ``edits`` counts its changes."""

    id: int
    repo: int
    issue: int
    body: str
    author: str
    is_bot: bool
    association: str
    app: int | None
    created_at: str
    minimised: bool = False
    edits: int = 0


def issue_document(repository: Repository, issue: Issue) -> dict[str, Any]:
    """An issue as GitHub tells it."""
    return {
        "number": issue.number,
        "repository_url": f"https://api.github.test/repos/{repository.name}",
        "title": issue.title,
        "body": issue.body,
        "user": {"login": issue.author, "id": 7, "type": "Bot" if issue.author.endswith("[bot]") else "User"},
        "state": issue.state,
        "locked": issue.locked,
        "created_at": issue.created_at,
        "updated_at": issue.updated_at,
        "labels": [{"name": name} for name in issue.labels],
        "html_url": f"https://github.test/{repository.name}/issues/{issue.number}",
        **({"pull_request": {"url": "x"}} if issue.pull_request else {}),
    }


def comment_document(comment: Comment) -> dict[str, Any]:
    """A comment as GitHub tells it."""
    return {
        "id": comment.id,
        "node_id": f"IC_{comment.id}",
        "body": comment.body,
        "user": {"login": comment.author, "id": 8, "type": "Bot" if comment.is_bot else "User"},
        "performed_via_github_app": {"id": comment.app, "slug": SLUG} if comment.app else None,
        "author_association": comment.association,
        "created_at": comment.created_at,
        "updated_at": comment.created_at,
        "html_url": f"https://github.test/c/{comment.id}",
    }
