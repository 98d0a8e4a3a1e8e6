"""Writers on SQLite take turns, over threads, processes and forks, and nobody is left waiting for the
dead.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as TurnTimeout

from bot.store.database import open_engine
from bot.store.fair_lock import FairLock


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A SQLite file with one table."""
    opened = open_engine(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with opened.begin() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER PRIMARY KEY)"))
    yield opened
    opened.dispose()


def held(engine: Engine, tmp_path: Path) -> bool:
    """Whether some connection has the turn."""
    done = threading.Event()

    def look() -> None:
        lock = FairLock(tmp_path / "x.sqlite.turn")
        lock.acquire()
        lock.release()
        done.set()

    threading.Thread(target=look, daemon=True).start()
    return not done.wait(0.3)


def test_the_turn_ends_with_the_transaction(engine: Engine, tmp_path: Path) -> None:
    """Committed, rolled back, failed, or never written: the turn is free afterwards."""
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO t VALUES (1)"))
        assert held(engine, tmp_path)
    assert not held(engine, tmp_path)
    with engine.connect() as connection:
        connection.execute(text("SELECT * FROM t"))
        assert not held(engine, tmp_path)
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(text("INSERT INTO t VALUES (1)"))
    assert not held(engine, tmp_path)
    with engine.connect() as connection:
        connection.execute(text("INSERT INTO t VALUES (2)"))
        connection.rollback()
    assert not held(engine, tmp_path)
    with engine.connect() as connection:
        connection.execute(text("INSERT INTO t VALUES (3)"))
        connection.invalidate()
    assert not held(engine, tmp_path)


def test_writers_come_in_turn(engine: Engine) -> None:
    """Under load nobody waits much longer than the others: the wait is the line, not luck."""
    waits: list[float] = []

    def work(number: int) -> None:
        for step in range(15):
            start = time.monotonic()
            with engine.begin() as connection:
                connection.execute(text("INSERT INTO t VALUES (:a)"), {"a": number * 100 + step})
                time.sleep(0.002)
            waits.append(time.monotonic() - start)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(waits) == 90
    # Six in line with some 4 ms each; SQLite alone lets single ones wait for seconds.
    assert sorted(waits)[-2] < 1.0


def test_a_killed_holder_lets_the_next_one_in(engine: Engine, tmp_path: Path) -> None:
    """A process that dies within its transaction blocks nobody."""
    code = (
        "import sys, time; from sqlalchemy import text; from bot.store.database import open_engine\n"
        "with open_engine(sys.argv[1]).begin() as c:\n"
        "    c.execute(text('INSERT INTO t VALUES (50)')); print('in', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, f"sqlite:///{tmp_path / 'x.sqlite'}"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "in\n"
    assert held(engine, tmp_path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    start = time.monotonic()
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO t VALUES (50)"))
    assert time.monotonic() - start < 2.0


def test_a_fork_does_not_share_the_turn(tmp_path: Path) -> None:
    """A child that inherited the lock's file has to wait like everybody else."""
    lock = FairLock(tmp_path / "turn")
    lock.acquire()
    lock.release()
    child = os.fork()
    if child == 0:  # pragma: no cover - in the child
        lock.acquire()
        time.sleep(0.5)
        os._exit(0)
    time.sleep(0.2)
    start = time.monotonic()
    lock.acquire()
    assert time.monotonic() - start > 0.15
    lock.release()
    os.waitpid(child, 0)


def test_patience_ends_over_threads_and_processes(tmp_path: Path) -> None:
    """Who waits in vain gives up in time, however many wait; the place in line is of no harm afterwards."""
    path = tmp_path / "turn"
    theirs, ours = FairLock(path), FairLock(path, patience=0.4)
    theirs.acquire()
    took: list[float] = []

    def wait() -> None:
        start = time.monotonic()
        with pytest.raises(TurnTimeout):
            ours.acquire()
        took.append(time.monotonic() - start)

    threads = [threading.Thread(target=wait) for _ in range(6)]
    for _ in range(2):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        threads = [threading.Thread(target=wait) for _ in range(6)]
    assert len(took) == 12
    assert max(took) < 0.8
    theirs.release()
    for lock in (theirs, ours, theirs, ours):
        lock.acquire()  # a place that nobody wants any more is given up
        lock.release()


def test_a_place_in_line_is_inherited(tmp_path: Path) -> None:
    """The next of the process stands where the one stood that lost patience, and is let in at once."""
    path = tmp_path / "turn"
    theirs, ours = FairLock(path), FairLock(path, patience=0.3)
    theirs.acquire()
    with pytest.raises(TurnTimeout):
        ours.acquire()
    threading.Timer(0.1, theirs.release).start()
    start = time.monotonic()
    ours.acquire()
    assert 0.05 < time.monotonic() - start < 0.3
    ours.release()
    theirs.acquire()
    theirs.release()


def test_losing_patience_loses_no_turn(tmp_path: Path) -> None:
    """Many come, wait a moment and leave, or get their turn: never two at once, never nobody for good."""
    path = tmp_path / "turn"
    locks = [FairLock(path, patience=0.003) for _ in range(3)]
    inside, most, turns = [0], [0], [0]

    def work(lock: FairLock) -> None:
        for _ in range(150):
            try:
                lock.acquire()
            except TurnTimeout:
                continue
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            turns[0] += 1
            time.sleep(0.001)
            inside[0] -= 1
            lock.release()

    threads = [threading.Thread(target=work, args=(lock,)) for lock in locks for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert most == [1]
    assert turns[0] > 20
    patient = FairLock(path, patience=5.0)
    patient.acquire()
    patient.release()


def test_a_transaction_that_gets_no_turn_fails_cleanly(engine: Engine, tmp_path: Path) -> None:
    """Nothing is written, and the connection is fit for the next one."""
    hasty = open_engine(f"sqlite:///{tmp_path / 'x.sqlite'}", patience=0.4)
    turn = FairLock(tmp_path / "x.sqlite.turn")
    turn.acquire()
    for _ in range(25):  # more than the pool has
        with pytest.raises(TurnTimeout), hasty.begin() as connection:
            connection.execute(text("INSERT INTO t VALUES (9)"))
    turn.release()
    with hasty.begin() as connection:
        connection.execute(text("INSERT INTO t VALUES (9)"))
    hasty.dispose()
    with engine.connect() as connection:
        assert list(connection.execute(text("SELECT a FROM t")).scalars()) == [9]
