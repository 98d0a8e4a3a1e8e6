"""From a stored delivery to the one comment under its issue, by a worker process, against a GitHub that
fails.
"""

from __future__ import annotations

import time
from typing import Any

from bot.store.deliveries import State, What
from tests.torture.documents import APP_ID, BOT, Fault
from tests.work.house import HANDLE, NOTHING, REPO_ID, STEP, House

POST = r"/issues/\d+/comments$"


def test_a_known_panic_gets_one_comment(house: House) -> None:
    """Created once, marked, with its evidence kept; the outcome says so."""
    outcome = house.outcome(house.open_issue(1, HANDLE))
    assert outcome.what is What.CREATED
    assert outcome.evidence[0]["record"] == "should-have-handle-for-tensor"
    (body,) = house.bodies(1)
    assert outcome.body is not None
    assert body.startswith(outcome.body.rstrip())
    assert f"<!-- burnerr v1 app={APP_ID} issue=1 " in body
    assert "https://burnerr.example/errors/" in body


def test_an_edit_changes_leaves_or_folds_the_same_comment(house: House) -> None:
    """Another panic: edited. The same one: untouched. None any more: folded away. Back again: unfolded."""
    house.outcome(house.open_issue(2, HANDLE))
    assert house.outcome(house.edit_issue(2, f"Hello!\n\n{HANDLE}")).what is What.UNCHANGED
    assert not _edits(house, 2)
    assert house.outcome(house.edit_issue(2, STEP)).what is What.EDITED
    assert _edits(house, 2)
    assert "value: 8" in house.bodies(2)[0]
    assert house.outcome(house.edit_issue(2, NOTHING)).what is What.MINIMISED
    assert _folded(house, 2)
    assert house.outcome(house.edit_issue(2, NOTHING)).what is What.SILENT
    assert house.outcome(house.edit_issue(2, HANDLE)).what is What.EDITED
    assert not _folded(house, 2)
    assert len(house.bodies(2)) == 1


def _edits(house: House, number: int) -> int:
    return sum(comment.edits for comment in house.github.ours(REPO_ID, number))


def _folded(house: House, number: int) -> bool:
    return all(comment.minimised for comment in house.github.ours(REPO_ID, number))


def test_the_newest_state_counts_not_the_one_told(house: House) -> None:
    """A delivery that comes late reads the issue as it stands now."""
    house.github.put_issue(REPO_ID, 3, "It fails", NOTHING)
    late = house.delivery(3)
    house.github.put_issue(REPO_ID, 3, "It fails", HANDLE)
    assert house.outcome(house.send(late)).what is What.CREATED


def test_where_nothing_is_to_be_said(house: House) -> None:
    """Bots, closed, locked, pull requests, foreign panics: silence, each with its reason, and no call to
    write.
    """
    before = len(house.github.writes())
    cases: dict[int, tuple[dict[str, Any], str]] = {
        10: ({"author": "renovate[bot]"}, "bot"),
        11: ({"state": "closed"}, "closed"),
        12: ({"locked": True}, "locked"),
        13: ({"pull_request": True}, "pull request"),
    }
    ids = {}
    for number, (more, _) in cases.items():
        house.github.put_issue(REPO_ID, number, "It fails", HANDLE, **more)
        ids[number] = house.send(house.delivery(number))
    ids[14] = house.open_issue(14, "thread 'main' panicked at src/main.rs:3:5:\nboom")
    house.github.put_issue(REPO_ID, 15, "It fails", HANDLE)
    ids[15] = house.send(house.delivery(15, sender="x[bot]", sender_is_bot=True))
    for number, delivery_id in ids.items():
        outcome = house.outcome(delivery_id)
        assert outcome.what is What.SILENT, number
        assert outcome.reason, number
        if number in cases:
            assert cases[number][1] in outcome.reason
    assert len(house.github.writes()) == before


def test_an_unclear_answer_doubles_nothing(house: House) -> None:
    """Whether the comment was made or not: in the end exactly one stands there."""
    faults = {
        20: Fault(502),
        21: Fault(502, after=True),
        22: Fault(0, after=True),
        23: Fault(0),
        24: Fault(0, after=True, seconds=2.5),
        25: Fault(401, message="Bad credentials"),
        26: Fault(500, after=True),
    }
    for number, fault in faults.items():
        house.github.fail_next("POST", rf"/issues/{number}/comments$", fault)
    sent = {number: house.open_issue(number, HANDLE) for number in faults}
    for number, delivery_id in sent.items():
        assert house.outcome(delivery_id, 40).state is State.HANDLED
        assert len(house.bodies(number)) == 1, faults[number]


def test_told_to_wait_the_installation_waits(house: House) -> None:
    """Retry-After: no call to GitHub of this installation until then; afterwards the comment is made."""
    house.github.fail_next(
        "POST",
        r"/issues/30/comments$",
        Fault(403, headers=(("Retry-After", "2"),), message="You have exceeded a secondary rate limit"),
    )
    first = house.open_issue(30, HANDLE)
    told = time.time()
    while not any(
        call.path.endswith("/issues/30/comments") and call.verb == "POST" for call in house.github.calls
    ):
        time.sleep(0.01)
        assert time.time() < told + 10
    refused = time.time()
    second = house.open_issue(31, HANDLE)
    house.outcome(first)
    house.outcome(second)
    calls = [call for call in house.github.calls if call.installation == 5 and refused + 0.5 < call.at]
    assert min(call.at for call in calls) >= refused + 2.0
    assert [len(house.bodies(n)) for n in (30, 31)] == [1, 1]


def test_a_lost_store_doubles_nothing(house: House) -> None:
    """Our comment is known on GitHub by marker, author and App; a forged marker isn't ours."""
    house.outcome(house.open_issue(40, HANDLE))
    (body,) = house.bodies(40)
    house.github.put_issue(REPO_ID, 41, "It fails", HANDLE)
    house.github.put_comment(REPO_ID, 41, body.replace("issue=40", "issue=41"), author="mallory")
    assert house.outcome(house.send(house.delivery(41))).what is What.CREATED
    from sqlalchemy import text

    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM comments"))
    assert house.outcome(house.edit_issue(40, HANDLE)).what is What.UNCHANGED
    assert house.outcome(house.edit_issue(40, STEP)).what is What.EDITED
    assert house.outcome(house.send(house.delivery(41))).what is What.UNCHANGED
    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM comments"))
    assert house.outcome(house.edit_issue(40, NOTHING)).what is What.MINIMISED
    assert len(house.bodies(40)) == len(house.bodies(41)) == 1


def test_a_deleted_comment_stays_deleted(house: House) -> None:
    """Somebody with the right to do so took it out: never again on that issue."""
    house.outcome(house.open_issue(42, HANDLE))
    (comment,) = house.github.ours(REPO_ID, 42)
    del house.github.comments[comment.id]
    for body in (STEP, HANDLE, STEP):
        outcome = house.outcome(house.edit_issue(42, body))
        assert outcome.what is What.SILENT
        assert "deleted" in outcome.reason
    assert house.bodies(42) == []


def test_a_folding_that_github_cant_do_takes_the_text_out(house: House) -> None:
    """Where there is no GraphQL a wrong answer doesn't stay: its text goes."""
    house.github.with_graphql = False
    try:
        house.outcome(house.open_issue(43, HANDLE))
        assert house.outcome(house.edit_issue(43, NOTHING)).what is What.MINIMISED
        (body,) = house.bodies(43)
        assert "no longer applies" in body
        assert "Known Burn error" not in body
        assert house.outcome(house.edit_issue(43, HANDLE)).what is What.EDITED
        assert "Known Burn error" in house.bodies(43)[0]
    finally:
        house.github.with_graphql = True


def test_a_refusal_is_final_and_told(house: House) -> None:
    """Locked, deleted, archived between webhook and job: done, with the reason; what was our fault is
    kept.
    """
    house.github.put_issue(REPO_ID, 50, "It fails", HANDLE)
    told = house.delivery(50)
    house.github.put_issue(REPO_ID, 50, "It fails", HANDLE, deleted=True)
    outcome = house.outcome(house.send(told))
    assert (outcome.what, outcome.state) == (What.SILENT, State.HANDLED)
    assert "deleted" in outcome.reason
    house.github.fail_next("POST", r"/issues/51/comments$", Fault(422, message="Body is too long"))
    outcome = house.outcome(house.open_issue(51, HANDLE))
    assert outcome.state is State.SET_ASIDE
    assert outcome.error is not None
    assert "too long" in outcome.error


def test_another_repository_under_the_old_name_is_not_written_to(house: House) -> None:
    """A name that somebody else has taken since: their issue of that number is left alone."""
    house.github.put_issue(REPO_ID, 52, "It fails", HANDLE)
    told = house.delivery(52)
    told.payload["issue"]["created_at"] = "2020-01-01T00:00:00Z"
    outcome = house.outcome(house.send(told))
    assert (outcome.what, house.bodies(52)) == (What.SILENT, [])


def test_explain_is_answered_by_one_reply(house: House) -> None:
    """A text, a record, the issue, a mistake: one reply a comment, found again after an unclear answer."""
    house.github.put_issue(REPO_ID, 60, "What is this?", NOTHING)
    replies = [
        (f"/burnerr explain\n\n{HANDLE}", "Known Burn error"),
        ("/burnerr explain should-have-handle-for-tensor", "/errors/should-have-handle-for-tensor"),
        ("/burnerr explain should-have-handel-for-tensor", "There is no record"),
        ("/burnerr explain", "No known Burn error"),
        ("/burnerr explian", "there is no such command"),
    ]
    house.github.fail_next("POST", r"/issues/60/comments$", Fault(502), Fault(502, after=True))
    sent = [house.comment(60, said) for said, _ in replies]
    for delivery_id in sent:
        assert house.outcome(delivery_id).what in {What.REPLIED, What.UNCHANGED}
    bodies = house.bodies(60)
    assert len(bodies) == len(replies)
    assert all(sum(answer in body for body in bodies) >= 1 for _, answer in replies)
    assert house.outcome(house.comment(60, "thanks!")).what is What.SILENT
    assert len(house.bodies(60)) == len(replies)
    assert all(comment.author == BOT for comment in house.github.ours(REPO_ID, 60))
