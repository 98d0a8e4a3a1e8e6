"""Issues that come from or go to another repository: a transfer alone is no reason to speak, and a comment of
ours that came along stays the only one.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.store.deliveries import Delivery, What
from bot.web.understand import understand
from tests.torture.documents import Fault
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, INSTALLATION, REPO_ID, STEP, House
from tests.work.talk import MAINTAINER

pytestmark = ON_SQLITE  # nothing here depends on the database
OTHER = 88


def moved(house: House, number: int, to: int) -> dict[str, Any]:
    """An issue is transferred to the other repository; ``issues.opened`` as GitHub sends it there."""
    house.github.add_repository(OTHER, "octo/other", INSTALLATION)
    changes = house.github.transfer(REPO_ID, number, OTHER, to)
    return house.github.payload(OTHER, to, "opened", changes=changes)


def told(payload: dict[str, Any], event: str = "issues", **more: Any) -> Delivery:
    """The delivery that the web process makes of a document."""
    found = understand(
        event, f"{event}-{payload['action']}-{payload['issue']['number']}", {**payload, **more}
    )
    assert isinstance(found, Delivery)
    return found


def test_a_transfer_is_met_with_silence(house: House) -> None:
    """With a comment of ours that came along or without one: no call to write, and the reason is told."""
    house.outcome(house.open_issue(1, HANDLE))
    house.github.put_issue(REPO_ID, 2, "It fails", HANDLE)
    before = len(house.github.writes())
    for number, to in ((1, 101), (2, 102)):
        outcome = house.outcome(house.send(told(moved(house, number, to))))
        assert (outcome.what, "transferred" in outcome.reason) == (What.SILENT, True)
    assert len(house.github.writes()) == before
    assert [len(house.github.ours(OTHER, to)) for to in (101, 102)] == [1, 0]


def test_our_comment_is_ours_under_the_new_number(house: House) -> None:
    """Edits of the transferred issue change the comment that came along; its deletion is for good."""
    house.outcome(house.open_issue(3, HANDLE))
    house.outcome(house.send(told(moved(house, 3, 103))))
    house.github.put_issue(OTHER, 103, "It fails", STEP)
    edited = house.outcome(house.send(told(house.github.payload(OTHER, 103, "edited"))))
    assert edited.what is What.EDITED
    (ours,) = house.github.ours(OTHER, 103)
    assert "issue=103 " in ours.body
    assert "value: 8" in ours.body


def test_our_comment_is_known_when_it_is_deleted_there(house: House) -> None:
    """A comment that came along and is deleted before we touched it: none is posted again."""
    house.outcome(house.open_issue(4, HANDLE))
    house.outcome(house.send(told(moved(house, 4, 104))))
    (ours,) = house.github.ours(OTHER, 104)
    del house.github.comments[ours.id]
    document = {"id": ours.id, "body": ours.body, "user": {"login": ours.author, "id": 8, "type": "Bot"}}
    payload = house.github.payload(OTHER, 104, "deleted", comment=document)
    payload["sender"]["login"] = MAINTAINER
    assert house.outcome(house.send(told(payload, "issue_comment"))).what is What.NOTED
    house.github.put_issue(OTHER, 104, "It fails", STEP)
    house.outcome(house.send(told(house.github.payload(OTHER, 104, "edited"))))
    assert house.github.ours(OTHER, 104) == []


@pytest.mark.parametrize(("number", "status"), [(5, 301), (6, 307), (7, 308), (8, 404), (9, 410)])
def test_an_issue_that_left_is_left_alone(house: House, number: int, status: int) -> None:
    """Transferred away between webhook and job, or between reading and writing: nothing is posted there."""
    house.github.put_issue(REPO_ID, number, "It fails", HANDLE)
    delivery = house.delivery(number)
    moved(house, number, 100 + number)
    there = f"{house.github.url}/repositories/{OTHER}/issues/{100 + number}/comments"
    fault = Fault(status, headers=(("Location", there),) if status < 400 else ())
    house.github.fail_next("POST", f"/issues/{number}/comments$", fault)
    outcome = house.outcome(house.send(delivery))
    assert outcome.what is What.SILENT
    assert house.github.ours(OTHER, 100 + number) == []


def test_a_lost_store_and_a_new_name_double_nothing(house: House) -> None:
    """Told under the old name, our comment beyond the first pages, and nothing remembered: one comment."""
    from sqlalchemy import text

    house.github.put_issue(REPO_ID, 10, "It fails", HANDLE)
    for number in range(135):
        house.github.put_comment(REPO_ID, 10, f"chat {number}")
    house.outcome(house.send(house.delivery(10)))
    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM comments"))
    house.github.put_issue(REPO_ID, 10, "It fails", f"{HANDLE}\nedited")
    delivery = house.delivery(10, "edited")
    house.github.rename(REPO_ID, "octo/renamed")
    assert house.outcome(house.send(delivery)).what is What.UNCHANGED
    assert len(house.bodies(10)) == 1
