"""A GitHub of our own for tests: the few routes the App uses, strict about what it's asked, and unkind on
demand.

It keeps issues and comments, checks tokens, and writes down every call with its time, so that a test can
say afterwards what stands there and whether GitHub's limits were kept. Faults are chosen by a function of
the call.
"""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tests.torture.documents import BOT, Call, Comment, Fault, Issue, Repository, issue_document
from tests.torture.routes import Handler, Server

FaultChooser = Callable[[str, str, Any], Fault | None]


class StandIn:
    """The server and its state. Use as a context manager; ``url`` is its address."""

    def __init__(self, token_life: float = 3600.0) -> None:
        self.lock = threading.RLock()
        self.repositories: dict[int, Repository] = {}
        self.issues: dict[tuple[int, int], Issue] = {}
        self.comments: dict[int, Comment] = {}
        self.transferred: dict[tuple[int, int], tuple[int, int]] = {}
        self.tokens: dict[str, tuple[int, float]] = {}
        self.writers: dict[str, tuple[str, int]] = {}  # by token, where it isn't the App's: name and App
        self.deleted: dict[int, list[str]] = {}  # by issue: whose comments were deleted
        self.user_ids: dict[str, int] = {}
        self.permissions: dict[tuple[int, str], str] = {}
        self.reactions: list[tuple[int, str]] = []
        self.thumbs: dict[int, dict[str, str]] = {}  # by comment: who reacted how
        self.hook_deliveries: list[dict[str, Any]] = []
        self.redelivered: list[int] = []
        self.suspended: set[int] = set()
        self.calls: list[Call] = []
        self.choose: FaultChooser = lambda _verb, _path, _body: None
        self.token_life = token_life
        self.with_graphql = True
        self._planned: list[tuple[str, re.Pattern[str], Fault]] = []
        self._numbers = itertools.count(1)
        self._clock = itertools.count()
        self._began = int(time.time()) - 86_400
        handler = type("Handler", (Handler,), {"github": self})
        self._server = Server(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> StandIn:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def fail_next(self, verb: str, path: str, *faults: Fault) -> None:
        """Let the next calls whose path matches ``path`` (a pattern) meet these faults, one each."""
        with self.lock:
            self._planned += [(verb, re.compile(path), fault) for fault in faults]

    def user_id(self, login: str) -> int:
        """Somebody's number, the same for as long as the name is theirs."""
        with self.lock:
            return self.user_ids.setdefault(login, 1_000 + len(self.user_ids))

    def add_repository(self, repo_id: int, name: str, installation: int) -> Repository:
        """Put a repository there."""
        with self.lock:
            return self.repositories.setdefault(repo_id, Repository(repo_id, name, installation))

    def rename(self, repo_id: int, name: str) -> None:
        """Give a repository another name; the old one redirects from now on."""
        with self.lock:
            repository = self.repositories[repo_id]
            repository.old_names.add(repository.name)
            repository.name = name

    def put_issue(self, repo_id: int, number: int, title: str, body: str, **more: Any) -> Issue:
        """Open an issue, or change it if it's there."""
        with self.lock:
            stamp = self.stamp()
            issue = self.issues.get((repo_id, number)) or Issue(number, title, body, created_at=stamp)
            issue.title, issue.body, issue.updated_at = title, body, stamp
            for name, value in more.items():
                setattr(issue, name, value)
            self.issues[repo_id, number] = issue
            return issue

    def transfer(self, repo_id: int, number: int, to_repo: int, to_number: int) -> dict[str, Any]:
        """Move an issue with its comments; the old address redirects. The ``changes`` that ``issues.opened``
        tells of in the new repository.
        """
        with self.lock:
            old = self.payload(repo_id, number, "transferred")
            issue = self.issues.pop((repo_id, number))
            issue.number = to_number
            self.issues[to_repo, to_number] = issue
            for comment in self.comments.values():
                if (comment.repo, comment.issue) == (repo_id, number):
                    comment.repo, comment.issue = to_repo, to_number
            self.transferred[repo_id, number] = (to_repo, to_number)
            return {"old_issue": old["issue"], "old_repository": old["repository"]}

    def put_comment(
        self,
        repo_id: int,
        number: int,
        body: str,
        author: str = "alice",
        app: int | None = None,
        association: str = "NONE",
    ) -> int:
        """Put a comment of somebody's there; its id."""
        with self.lock:
            comment = Comment(
                next(self._numbers) + 1000,
                repo_id,
                number,
                body,
                author,
                author.endswith("[bot]"),
                association,
                app,
                self.stamp(),
            )
            self.comments[comment.id] = comment
            return comment.id

    def ours(self, repo_id: int, number: int) -> list[Comment]:
        """The App's comments under an issue, the oldest first."""
        with self.lock:
            return [
                c for c in self.comments.values() if (c.repo, c.issue, c.author) == (repo_id, number, BOT)
            ]

    def writes(self, installation: int | None = None) -> list[Call]:
        """The calls that asked for content to be written, in the order they arrived."""
        with self.lock:
            found = [call for call in self.calls if call.is_write]
        return [call for call in found if installation in {None, call.installation}]

    def stamp(self) -> str:
        """A time that is later than any given out before, one second apart at least."""
        seconds = self._began + next(self._clock)
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def payload(
        self, repo_id: int, number: int, action: str, event: str = "issues", **more: Any
    ) -> dict[str, Any]:
        """The document of a webhook that tells of an issue as it stands."""
        with self.lock:
            repository = self.repositories[repo_id]
            return {
                "action": action,
                "issue": issue_document(repository, self.issues[repo_id, number]),
                "repository": {
                    "id": repo_id,
                    "full_name": repository.name,
                    "private": False,
                    "archived": False,
                },
                "installation": {"id": repository.installation},
                "sender": {"login": "alice", "id": 7, "type": "User"},
                **more,
            }

    def fault_for(self, verb: str, path: str, body: Any) -> Fault | None:
        """The fault that this call is to meet."""
        with self.lock:
            for at, (planned_verb, pattern, fault) in enumerate(self._planned):
                if planned_verb == verb and pattern.search(path):
                    del self._planned[at]
                    return fault
            return self.choose(verb, path, body)
