"""What a delivery keeps of a transfer, whichever way it came."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store.delivery import Delivery
from bot.web.understand import understand
from bot.work.told_again import delivery_from


def by_webhook(document: dict[str, Any]) -> Delivery:
    """The delivery that the web process makes of a document."""
    found = understand("issues", "d-9", document)
    assert isinstance(found, Delivery)
    return found


@pytest.mark.parametrize("changes", [{"old_issue": {"number": 3}}, {"old_issue": None}])
def test_a_transfer_is_known_however_it_is_told(changes: dict[str, Any]) -> None:
    """By webhook or fetched later, also without the old issue: what counts is kept, and no more."""
    document = {
        "action": "opened",
        "issue": {"number": 9, "title": "t", "user": {"login": "alice", "id": 7}},
        "repository": {"id": 88, "full_name": "octo/other"},
        "installation": {"id": 5},
        "sender": {"login": "alice", "id": 7},
        "changes": {**changes, "old_repository": {"id": 77}},
    }
    fetched = delivery_from("d-9", "issues", document)
    assert fetched is not None
    assert by_webhook(document).payload["changes"] == fetched.payload["changes"] == {"old_issue": {}}
    edited = {**document, "action": "edited", "changes": {"title": {"from": "x"}, "body": {"from": "y"}}}
    fetched = delivery_from("d-9", "issues", edited)
    assert fetched is not None
    assert "changes" not in by_webhook(edited).payload
    assert "changes" not in fetched.payload
