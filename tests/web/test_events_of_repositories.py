"""Pushes and comments that are edited or deleted: what of them is stored, and what of pushes is ignored."""

from __future__ import annotations

from typing import Any

import pytest

from bot.web.understand import Ignored, understand
from bot.work.intake import Delivery

SHA = "0123456789abcdef0123456789abcdef01234567"
SENDER = {"login": "alice", "id": 11, "type": "User"}
REPOSITORY = {"id": 42, "full_name": "alice/model", "private": False, "default_branch": "main"}


def push(**more: Any) -> dict[str, Any]:
    """A push in GitHub's shape: it has no action, and names its commits' paths."""
    return {
        "ref": "refs/heads/main",
        "before": SHA,
        "after": SHA,
        "deleted": False,
        "commits": [{"id": SHA, "added": [], "removed": [], "modified": ["a", ".github/burnerr.yml"]}],
        "head_commit": None,
        "repository": REPOSITORY,
        "sender": SENDER,
        "installation": {"id": 99},
        **more,
    }


def test_a_push_that_touches_the_settings_is_stored() -> None:
    """With branch, commit and default branch, and without what was committed."""
    found = understand("push", "d1", push())
    assert isinstance(found, Delivery)
    assert (found.event, found.action, found.issue, found.repo_id) == ("push", "pushed", None, 42)
    assert (found.payload["ref"], found.payload["after"]) == ("refs/heads/main", SHA)
    assert found.payload["repository"]["default_branch"] == "main"
    assert "commits" not in found.payload


@pytest.mark.parametrize(
    "more",
    [
        {"commits": [{"modified": ["README.md"]}]},
        {"commits": []},
        {"ref": "refs/tags/v1"},
        {"deleted": True, "after": "0" * 40},
        {"installation": None},
    ],
    ids=["other files", "no commits", "a tag", "a deleted branch", "not by the App"],
)
def test_other_pushes_are_ignored(more: dict[str, Any]) -> None:
    """A busy repository's pushes cost no job."""
    assert isinstance(understand("push", "d1", push(**more)), Ignored)


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({"body": {"from": "before"}}, {"body": {"from": "before"}}),
        ({"body": True}, {}),
        ({"body": {"from": 3}}, {}),
        ({}, {}),
        (None, None),
    ],
)
def test_what_a_comment_was_before_is_kept_if_told(changes: Any, kept: Any) -> None:
    """Whatever else stands there isn't GitHub's and is dropped, not refused."""
    comment = {"id": 5, "body": "after", "user": SENDER}
    issue = {"number": 7, "title": "t", "user": SENDER}
    document = {
        "action": "edited",
        "changes": changes,
        "comment": comment,
        "issue": issue,
        "repository": REPOSITORY,
        "sender": SENDER,
        "installation": {"id": 99},
    }
    found = understand("issue_comment", "d1", document)
    assert isinstance(found, Delivery)
    assert found.payload.get("changes") == kept
