"""A dry run reads what the webhook told and keeps what would be written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.github.dry_run import DryRun
from bot.github.errors import CommentGone, Refused
from tests.github.conftest import REPO


@dataclass
class Kept:
    """A comment in the box."""

    id: int
    body: str
    minimised: bool = False


@dataclass
class FakeBox:
    """A box in memory."""

    kept: list[Kept] = field(default_factory=list)

    def put(self, repo_id: int, issue: int, body: str) -> int:
        """Keep it."""
        self.kept.append(Kept(len(self.kept) + 1, body))
        return len(self.kept)

    def change(self, comment_id: int, *, body: str | None = None, minimised: bool | None = None) -> bool:
        """Change it."""
        for one in self.kept:
            if one.id == comment_id:
                one.body = one.body if body is None else body
                one.minimised = one.minimised if minimised is None else minimised
                return True
        return False

    def under(self, repo_id: int, issue: int) -> list[Kept]:
        """All of them."""
        return self.kept


PAYLOAD: dict[str, Any] = {
    "issue": {"number": 3, "title": "Panic", "user": None, "updated_at": "2026-01-01T00:00:00Z"},
    "comment": {"id": 9, "body": "/burnerr explain", "user": {"login": "alice", "type": "User"}},
}


def test_reads_come_from_the_payload() -> None:
    """Null and missing parts read as empty; another issue than the told one is refused."""
    dry = DryRun(PAYLOAD, FakeBox())
    issue = dry.read_issue(REPO, 3)
    assert (issue.title, issue.body, issue.author, issue.state) == ("Panic", "", "", "open")
    with pytest.raises(Refused):
        dry.read_issue(REPO, 4)
    assert dry.read_comment(REPO, 9).body == "/burnerr explain"
    with pytest.raises(CommentGone):
        dry.read_comment(REPO, 10)


def test_writes_go_to_the_box() -> None:
    """Created, found again, changed, folded; what isn't there is gone."""
    box = FakeBox()
    dry = DryRun(PAYLOAD, box)
    comment = dry.create_comment(REPO, 3, "hello")
    assert dry.find_own_comment(REPO, 3, lambda body: body == "hello") == comment
    dry.edit_comment(REPO, comment.id, "again")
    dry.minimise_comment(REPO, comment)
    assert box.kept == [Kept(1, "again", minimised=True)]
    dry.show_comment(REPO, comment)
    assert not box.kept[0].minimised
    box.kept.clear()
    with pytest.raises(CommentGone):
        dry.edit_comment(REPO, comment.id, "x")
    with pytest.raises(CommentGone):
        dry.minimise_comment(REPO, comment)
