"""A delivery is stored once, worked on by one job, and ends in one outcome."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from sqlalchemy import Engine

from bot.store import deliveries, delivery_lists
from bot.store.deliveries import Delivery, Job, Outcome, State, What

ODD = "NUL \x00, half a pair \ud800, \u202e, \U0001f525"
DELIVERY = Delivery(
    id="d-1",
    event="issues",
    action="opened",
    installation_id=5,
    repo_id=77,
    repo="octo/model",
    issue=1,
    comment_id=None,
    sender="alice",
    sender_is_bot=False,
    payload={"issue": {"number": 1, "body": ODD}},
)


def add(engine: Engine, delivery: Delivery = DELIVERY, at: float = 100.0) -> int | None:
    """Store one."""
    with engine.begin() as connection:
        return deliveries.add(connection, delivery, delivery.id, at)


def start(engine: Engine, job: str = "d-1") -> Job | None:
    """Begin it as a job."""
    with engine.begin() as connection:
        return deliveries.start(connection, "d-1", job)


def test_it_is_stored_once_and_read_as_it_came(engine: Engine) -> None:
    """The second time it's known; text that databases mind comes back whole."""
    first = add(engine)
    assert first is not None
    assert add(engine) is None
    job = start(engine)
    assert job is not None
    assert job.delivery == DELIVERY
    assert (job.seq, job.starts, job.received_at) == (first, 1, 100.0)
    with engine.connect() as connection:
        assert deliveries.is_known(connection, "d-1")
        assert not deliveries.is_known(connection, "d-2")


def test_numbers_grow(engine: Engine) -> None:
    """Later deliveries have higher numbers, also after the last row went."""
    numbers = [add(engine, replace(DELIVERY, id=f"d-{n}")) for n in range(5)]
    assert numbers == sorted(numbers, key=int)  # type: ignore[arg-type]  # None would fail the test
    with engine.begin() as connection:
        deliveries.drop(connection, "d-4", 1.0)
        assert deliveries.forget_old(connection, 2.0) == 1
    following = add(engine, replace(DELIVERY, id="d-9"))
    assert following is not None
    assert numbers[-1] is not None
    assert following > numbers[-1]


def test_an_outcome_is_there_when_it_is_finished(engine: Engine) -> None:
    """Nothing while open; then what, why, body and evidence."""
    add(engine)
    start(engine)
    assert deliveries.outcome(engine, "d-1") is None
    assert deliveries.outcome(engine, "d-2") is None
    done = Outcome(What.CREATED, "because", "the body", ({"line": 1, "text": "x"},))
    with engine.begin() as connection:
        assert deliveries.finish(connection, "d-1", "d-1", done, 107.0)
        assert not deliveries.finish(connection, "d-1", "d-1", done, 108.0)
    found = deliveries.outcome(engine, "d-1")
    assert found is not None
    assert (found.what, found.reason, found.body, found.evidence) == (
        What.CREATED,
        "because",
        "the body",
        ({"line": 1, "text": "x"},),
    )
    assert (found.received_at, found.finished_at, found.state) == (100.0, 107.0, State.HANDLED)
    assert start(engine) is None


def test_a_job_that_was_overtaken_can_do_nothing(engine: Engine) -> None:
    """Once postponed to another job, the old one neither starts nor ends it."""
    add(engine)
    job = start(engine)
    assert job is not None
    with engine.begin() as connection:
        assert deliveries.postpone(
            connection, job, "d-1", "d-1~1", due_at=200.0, tries=1, error="later", write_at=199.0
        )
    assert start(engine) is None
    with engine.begin() as connection:
        assert not deliveries.finish(connection, "d-1", "d-1", Outcome(What.SILENT), 1.0)
        assert not deliveries.set_aside(connection, "d-1", "d-1", "x", 1.0)
    again = start(engine, "d-1~1")
    assert again is not None
    assert (again.hops, again.tries, again.write_at, again.starts) == (1, 1, 199.0, 1)


def test_only_starts_without_an_end_add_up(engine: Engine) -> None:
    """Postponed is an end, for however many times; a worker that dies is none, whoever takes over."""
    add(engine)
    name = "d-1"
    for _ in range(60):
        job = start(engine, name)
        assert job is not None
        assert job.starts == 1
        following = deliveries.next_job(job)
        with engine.begin() as connection:
            deliveries.postpone(
                connection, job, name, following, due_at=1.0, tries=0, error=None, write_at=None
            )
        name = following
    for count in range(1, 6):
        job = start(engine, name)
        assert job is not None
        assert job.starts == count
    assert job is not None
    with engine.begin() as connection:
        taken_over = deliveries.hand_over(connection, job, name)
        assert taken_over is not None
        again = deliveries.start(connection, "d-1", taken_over)
        once_more = deliveries.start(connection, "d-1", taken_over, anew=False)
    assert again is not None
    assert once_more is not None
    assert (again.starts, once_more.starts) == (6, 6)


def test_set_aside_shown_and_taken_up_again(engine: Engine) -> None:
    """It waits with its error; taken up again it's as new; dropped it keeps only its id."""
    add(engine)
    start(engine)
    with engine.begin() as connection:
        deliveries.set_aside(connection, "d-1", "d-1", "boom \x00" + "x" * 10_000, 5.0)
        (row,) = delivery_lists.listing(connection, (State.SET_ASIDE,))
        assert row.error is not None
        assert len(row.error) == deliveries.LONGEST_ERROR
        assert delivery_lists.counts(connection) == {State.SET_ASIDE: 1}
        assert delivery_lists.oldest_open(connection) is None
        reopened = deliveries.reopen(connection, "d-1")
        assert reopened is not None
        assert reopened[0] == "d-1~1"
        assert deliveries.reopen(connection, "d-1") is None
    assert start(engine, "d-1~1") is not None
    with engine.begin() as connection:
        assert deliveries.drop(connection, "d-1", 9.0)
        assert deliveries.is_known(connection, "d-1")
        assert delivery_lists.listing(connection, (State.DROPPED,))[0].id == "d-1"


def test_what_should_have_been_worked_on_is_found(engine: Engine) -> None:
    """Open ones whose time has passed, the oldest first; not those due later, nor finished ones."""
    for number in range(4):
        add(engine, replace(DELIVERY, id=f"d-{number}"), at=100.0 + number)
    job = start(engine)
    assert job is not None
    with engine.begin() as connection:
        deliveries.postpone(connection, job, "d-1", "d-1~1", due_at=500.0, tries=0, error=None, write_at=None)
        found = delivery_lists.stalled(connection, 102.5)
        assert [(old, job.delivery.id) for old, job in found] == [("d-0", "d-0"), ("d-2", "d-2")]
        assert [old for old, _ in delivery_lists.stalled(connection, 102.5, found[0][1].seq)] == ["d-2"]
        assert deliveries.hand_over(connection, found[0][1], "d-0") == "d-0~1"
        assert deliveries.hand_over(connection, found[0][1], "d-0") is None
        assert delivery_lists.oldest_open(connection) == 100.0


def test_waiting_for_an_outcome_ends(engine: Engine) -> None:
    """No outcome within the time is `None`."""
    start_at = time.monotonic()
    assert deliveries.wait_for(engine, "d-1", 0.2) is None
    assert time.monotonic() - start_at == pytest.approx(0.2, abs=0.3)
