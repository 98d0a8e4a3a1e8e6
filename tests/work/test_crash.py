"""Killed, stopped, cut off: what was accepted is handled, once, by whoever is left."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store.deliveries import State, What
from tests.torture.documents import Fault
from tests.torture.stand_in import StandIn
from tests.work.house import HANDLE, STEP, House, wait_until


@pytest.fixture(scope="module")
def crash_house(
    database: str, stand_in: StandIn, pem: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """Two workers at first; tests kill some and start others."""
    house = House(database, Path(tmp_path_factory.mktemp("house")), stand_in, pem, github_timeout="3")
    house.start()
    house.start()
    house.github.put_issue(77, 999, "warm-up", HANDLE)
    house.outcome(house.send(house.delivery(999)))
    yield house
    house.close()


def living(house: House) -> list[int]:
    """The workers that run, by their place in the house's list."""
    return [at for at, worker in enumerate(house.workers) if worker.poll() is None]


def test_killed_between_the_post_and_its_answer(crash_house: House) -> None:
    """GitHub has the comment, nobody knows: a worker that was there all along takes over and posts no
    second.
    """
    house = crash_house
    numbers = range(1, 9)
    for number in (1, 4, 7):
        house.github.fail_next("POST", rf"/issues/{number}/comments$", Fault(0, after=True, seconds=2.0))
    sent = {number: house.open_issue(number, HANDLE) for number in numbers}
    wait_until(lambda: any(house.bodies(number) for number in (1, 4, 7)), 15, "a comment whose answer is out")
    house.kill(house.workers[0])
    for number, delivery_id in sent.items():
        assert house.outcome(delivery_id, 40).state is State.HANDLED
        assert len(house.bodies(number)) == 1, number


def test_jobs_of_an_issue_run_in_order_and_one_at_a_time(crash_house: House) -> None:
    """Ten edits at once, on two workers: handled in the order they came in."""
    house = crash_house
    house.start()
    sent = [house.open_issue(60, HANDLE)]
    sent += [house.edit_issue(60, STEP if number % 2 else HANDLE) for number in range(10)]
    ends = [house.outcome(delivery_id, 40).finished_at for delivery_id in sent]
    assert ends == sorted(ends, key=float)  # type: ignore[arg-type]  # a missing time would fail the test
    assert len(house.bodies(60)) == 1


def test_sigterm_lets_the_running_job_end(crash_house: House) -> None:
    """A slow answer from GitHub is waited for, then the worker ends well."""
    house = crash_house
    for at in living(house)[1:]:
        house.kill(house.workers[at])
    (last,) = living(house)
    house.github.fail_next("POST", r"/issues/70/comments$", Fault(proceed=True, seconds=1.5))
    delivery_id = house.open_issue(70, HANDLE)
    wait_until(
        lambda: any("/issues/70/comments" in call.path for call in house.github.calls), 10, "the job begun"
    )
    house.workers[last].send_signal(signal.SIGTERM)
    assert house.workers[last].wait(15) == 0
    assert house.outcome(delivery_id, 0.1).what is What.CREATED
    house.start()


def test_a_worker_that_lost_its_place_ends(crash_house: House) -> None:
    """On PostgreSQL the place is held by a session: without it the worker ends, and another takes over."""
    house = crash_house
    if house.settings.is_sqlite:
        pytest.skip("a file lock can't be lost while the process lives")
    sent = house.outcome(house.open_issue(80, HANDLE), 30)
    assert sent.what is What.CREATED
    with house.engine.begin() as connection:
        query = text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        connection.execute(query)
    (last,) = living(house)
    assert house.workers[last].wait(15) == os.EX_TEMPFAIL
    delivery_id = house.open_issue(81, HANDLE)
    house.start()
    assert house.outcome(delivery_id, 30).what is What.CREATED
