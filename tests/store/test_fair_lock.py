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
