"""GitHub from inside a GitHub Actions workflow: with the run's own token, and what a store would remember."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

import re2
from github import Auth

from bot.github.credentials import Token
from bot.github.errors import Refused
from bot.github.live import NotInRepo, comment_of
from bot.github.live_repository import LiveRepository
from bot.github.model import Comment, Repo
from bot.github.pages import PAGE
from bot.github.transport import Absent, Transport

APP_ID: Final = 15_368  # GitHub Actions' own
LOGIN: Final = "github-actions[bot]"
TOKEN_LIFE: Final = 86_400.0  # seconds; a run has one token, and no run is longer than its token lasts
_ISSUE: Final = re2.compile(r"/issues/(\d{1,18})$")
_PAST: Final = """query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    issue(number: $number) {
      timelineItems(itemTypes: [COMMENT_DELETED_EVENT], last: 100) {
        nodes { ... on CommentDeletedEvent { deletedCommentAuthor { login } } }
      }
    }
  }
}"""
_FOLDED: Final = "query($id: ID!) { node(id: $id) { ... on IssueComment { isMinimized } } }"


@dataclass(frozen=True, slots=True)
class Placed:
    """A comment, and the issue it stands under."""

    issue: int
    comment: Comment


class TokenTransport(Transport):
    """Calls with one token for everything."""

    def __init__(self, api_url: str, token: str, timeout: int) -> None:
        super().__init__(api_url, Auth.Token(token), timeout)
        self._value = token

    def _fetch_token(self, installation_id: int) -> Token:
        del installation_id  # there is but one token
        return Token(self._value, time.time() + TOKEN_LIFE)


class ActionGitHub(LiveRepository):
    """GitHub, as the user that a workflow's token stands for."""

    def __init__(self, api_url: str, token: str, timeout: int, login: str = LOGIN) -> None:
        super().__init__(TokenTransport(api_url, token, timeout), APP_ID)
        self._login = login

    def was_deleted(self, repo: Repo, number: int) -> bool:
        """Whether a comment of ours was ever deleted under an issue; not known where there is no GraphQL."""
        owner, name = repo.name.split("/", 1)
        data = self._ask(repo, _PAST, {"owner": owner, "name": name, "number": number})
        issue = ((data or {}).get("repository") or {}).get("issue") or {}
        nodes = (issue.get("timelineItems") or {}).get("nodes") or ()
        authors = {str((node.get("deletedCommentAuthor") or {}).get("login") or "") for node in nodes}
        return bool(authors & {self.login, self.login.removesuffix("[bot]")})

    def is_folded(self, repo: Repo, comment: Comment) -> bool:
        """Whether a comment is folded away; not known where there is no GraphQL."""
        data = self._ask(repo, _FOLDED, {"id": comment.node_id})
        return bool(((data or {}).get("node") or {}).get("isMinimized"))

    def comments_since(self, repo: Repo, since: str) -> tuple[Placed, ...]:
        """The newest hundred of the repository's comments since then (GitHub's time), the newest first."""
        params = {"since": since, "sort": "created", "direction": "desc", "per_page": PAGE}
        try:
            found = self._in_repo("GET", repo, "/issues/comments", params=params).data
        except NotInRepo:
            return ()  # a GitHub without that list: limits then hold within a run only
        return tuple(Placed(_issue_of(data), comment_of(data)) for data in found)

    def _ask(self, repo: Repo, query: str, variables: dict[str, Any]) -> dict[str, Any] | None:
        try:
            data: dict[str, Any] = self._transport.graphql(repo.installation_id, query, variables)
        except (Absent, Refused):
            return None
        return data


def _issue_of(data: dict[str, Any]) -> int:
    found = _ISSUE.search(str(data.get("issue_url") or ""))
    return int(found[1]) if found else 0
