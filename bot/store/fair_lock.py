"""Writers on one SQLite file take turns in the order they came, between threads and between processes.

SQLite lets a writer that finds the file busy sleep up to 100 ms before it looks again, so under load some
wait for seconds while others pass. Here a writer queues on a lock of its own before its transaction's
first write. The kernel frees that lock when a process dies, and SQLite's own lock still guards the data:
this one only makes it fair.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

WRITES: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "ALTER", "DROP", "BEGIN IMMEDIATE")
_HELD: Final = "burnerr_fair_lock"


class FairLock:
    """A lock on ``path`` that one connection at a time holds, over all threads and processes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = threading.Lock()
        self._file: int | None = None
        self._owner = 0

    def acquire(self) -> None:
        """Wait for the turn. One holder never asks twice: a transaction that writes opens no second one."""
        self._threads.acquire()
        try:
            fcntl.flock(self._open(), fcntl.LOCK_EX)
        except OSError:
            self._threads.release()
            raise

    def release(self) -> None:
        """Let the next one in."""
        try:
            fcntl.flock(self._open(), fcntl.LOCK_UN)
        finally:
            self._threads.release()

    def _open(self) -> int:
        # A file that was open before a fork is one lock shared by parent and child, so each process opens
        # its own.
        if self._file is None or self._owner != os.getpid():
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._owner = os.getpid()
        return self._file


def make_fair(engine: Engine, path: Path) -> FairLock:
    """Let every writing transaction of ``engine`` take its turn; the lock goes with the connection to the
    pool.
    """
    lock = FairLock(path)

    @event.listens_for(engine, "before_cursor_execute")
    def take(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        info = connection.info
        if _HELD not in info and statement.lstrip()[:20].upper().startswith(WRITES):
            lock.acquire()
            info[_HELD] = True

    def give(_dbapi_connection: Any, record: Any, *_: Any) -> None:
        if record is not None and record.info.pop(_HELD, False):
            lock.release()

    for moment in ("checkin", "invalidate", "soft_invalidate", "close"):
        event.listen(engine, moment, give)
    return lock


@contextlib.contextmanager
def turn(path: Path) -> Iterator[None]:
    """Hold ``path`` alone for as long as the block runs; for work that one process at a time may do."""
    lock = FairLock(path)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()
