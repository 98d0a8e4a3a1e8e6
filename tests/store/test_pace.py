"""GitHub's limits hold over all processes, whatever the order of claims."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, delete, select

from bot.store import pace
from bot.store.pace import Limits
from bot.store.tables import PACE, WRITES

LIMITS = Limits(1.0, 80, 500)


class Clock:
    """A clock that stands until it's moved."""

    def __init__(self) -> None:
        self.at = 1_000_000.0

    def __call__(self, _connection: object) -> float:
        """The time it shows."""
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The store's clock in our hands."""
    ours = Clock()
    monkeypatch.setattr("bot.store.pace.now", ours)
    return ours


def claim(engine: Engine, holder: str = "a", lease: float = 10.0, limits: Limits = LIMITS) -> float | None:
    """Ask for the turn."""
    with engine.begin() as connection:
        return pace.claim(connection, 5, holder, lease, limits)


def release(engine: Engine, holder: str = "a", *, wrote: bool = True, limits: Limits = LIMITS) -> None:
    """Give it back."""
    with engine.begin() as connection:
        pace.release(connection, 5, holder, limits, wrote=wrote)


def test_one_at_a_time_and_a_second_between(engine: Engine, clock: Clock) -> None:
    """While one writes nobody else does; then a second passes."""
    assert claim(engine) is None
    assert claim(engine, "b") == pytest.approx(pace.TYPICAL_WRITE)
    clock.at += 0.3
    release(engine)
    assert claim(engine, "b") == pytest.approx(1.0)
    clock.at += 1.0
    assert claim(engine, "b") is None


def test_a_turn_without_a_write_costs_nothing(engine: Engine, clock: Clock) -> None:
    """Looked, and nothing was to be written: the next may write at once."""
    assert claim(engine) is None
    release(engine, wrote=False)
    assert claim(engine, "b") is None
    with engine.connect() as connection:
        assert connection.execute(select(PACE.c.writes)).scalar() == 1


def test_a_dead_holder_keeps_others_off_until_its_lease_ends(engine: Engine, clock: Clock) -> None:
    """It may still be writing; after the lease it can give nothing back."""
    assert claim(engine) is None
    clock.at += 9.8
    assert claim(engine, "b") == pytest.approx(0.2)
    clock.at += 0.2
    assert claim(engine, "b") is None
    release(engine, "a")
    with engine.begin() as connection:
        assert not pace.extend(connection, 5, "a", 10.0)
        assert pace.extend(connection, 5, "b", 20.0)
    clock.at += 15.0
    with engine.begin() as connection:
        assert pace.extend(connection, 5, "b", 1.0)
        clock.at += 5.0
        assert not pace.extend(connection, 5, "b", 10.0)


def test_a_worker_dead_beyond_doubt_keeps_nobody_off(engine: Engine, clock: Clock) -> None:
    """Its turns end at once, a pause later the next one may write; those of workers named alike go on."""
    assert claim(engine, "slot-1/x", lease=100.0) is None
    with engine.begin() as connection:
        assert pace.claim(connection, 6, "slot-10/x", 100.0, LIMITS) is None
        pace.free_dead(connection, "slot-1", LIMITS)
        assert pace.extend(connection, 6, "slot-10/x", 1.0)
        assert not pace.extend(connection, 5, "slot-1/x", 1.0)
    assert claim(engine, "slot-2/x") == pytest.approx(1.0)
    clock.at += 1.0
    assert claim(engine, "slot-2/x") is None


def test_installations_dont_wait_for_each_other(engine: Engine, clock: Clock) -> None:
    """A flood in one leaves the other's turn free."""
    assert claim(engine) is None
    with engine.begin() as connection:
        pace.block(connection, 5, 1_000.0)
        assert pace.claim(connection, 6, "b", 10.0, LIMITS) is None
        assert pace.blocked_for(connection, 6) == 0.0


def test_two_writes_in_a_turn_are_two(engine: Engine, clock: Clock) -> None:
    """The second is counted too, and only goes where it has room; a turn that ran out gives none."""
    limits = Limits(1.0, 2, 500)
    assert claim(engine, limits=limits) is None
    clock.at += 1.5
    with engine.begin() as connection:
        assert pace.claim_another(connection, 5, "b", 10.0, limits) is not None
        assert pace.claim_another(connection, 5, "a", 10.0, limits) is None
    clock.at += 0.5
    with engine.begin() as connection:
        assert pace.claim_another(connection, 5, "a", 10.0, limits) == pytest.approx(59.5)
    release(engine, limits=limits)
    assert claim(engine, limits=limits) == pytest.approx(59.5)
    clock.at += 59.5
    assert claim(engine, limits=limits) is None
    clock.at += 20.0
    with engine.begin() as connection:
        assert pace.claim_another(connection, 5, "a", 10.0, limits) is not None


def test_told_to_wait_means_all_wait(engine: Engine, clock: Clock) -> None:
    """The longest time told counts, for writes and for reads."""
    with engine.begin() as connection:
        pace.block(connection, 5, 60.0)
        pace.block(connection, 5, 5.0)
        assert pace.blocked_for(connection, 5) == 60.0
    assert claim(engine) == 60.0
    clock.at += 60.0
    assert claim(engine) is None


def test_a_line_is_spread_out(engine: Engine, clock: Clock) -> None:
    """Nobody ahead: come at once. Many ahead: each gets a place of its own, a write's time apart."""
    with engine.begin() as connection:
        assert pace.queue_up(connection, 5, LIMITS) is None
    assert claim(engine, lease=1.0) is None
    with engine.begin() as connection:
        waits = [pace.queue_up(connection, 5, LIMITS) for _ in range(4)]
    assert waits == pytest.approx([1.6, 2.9, 4.2, 5.5])


@contextmanager
def empty(engine: Engine) -> Iterator[None]:
    """Each example begins with nothing written."""
    with engine.begin() as connection:
        connection.execute(delete(PACE))
        connection.execute(delete(WRITES))
    yield


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.floats(0.0, 3.0), st.booleans(), st.floats(0.0, 0.8)),
        min_size=20,
        max_size=60,
    )
)
def test_no_window_ever_holds_more_than_it_may(
    engine: Engine, clock: Clock, steps: list[tuple[float, bool, float]]
) -> None:
    """However claims and writes fall, two writes are never closer, and no minute or hour fuller, than
    allowed.
    """
    limits = Limits(0.5, 6, 20)
    with empty(engine):
        written: list[float] = []
        for pause, wrote, took in steps:
            clock.at += pause
            wait = claim(engine, limits=limits, lease=5.0)
            if wait is not None:
                clock.at += wait
                assert claim(engine, limits=limits, lease=5.0) is None, "the time told was too short"
            clock.at += took
            if wrote:
                written.append(clock.at)
            release(engine, wrote=wrote, limits=limits)
        gaps = [later - earlier for earlier, later in itertools.pairwise(written)]
        assert all(gap >= 0.5 - 1e-6 for gap in gaps)
        for window, most in ((60.0, 6), (3600.0, 20)):
            for first in written:
                assert sum(first <= at < first + window - 1e-6 for at in written) <= most


def test_many_threads_never_write_together(engine: Engine) -> None:
    """With the real clock: eight threads, one turn, a pause between."""
    limits = Limits(0.05, 1_000, 10_000)
    times: list[tuple[float, float]] = []

    def work(name: str) -> None:
        done = 0
        while done < 4:
            with engine.begin() as connection:
                wait = pace.claim(connection, 5, name, 5.0, limits)
            if wait is not None:
                time.sleep(min(wait, 0.02))
                continue
            begin = time.time()
            time.sleep(0.01)
            times.append((begin, time.time()))
            with engine.begin() as connection:
                pace.release(connection, 5, name, limits, wrote=True)
            done += 1

    threads = [threading.Thread(target=work, args=(f"t{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    times.sort()
    assert len(times) == 32
    assert all(later[0] - earlier[1] >= 0.045 for earlier, later in itertools.pairwise(times))
