"""Writers on one SQLite file take turns in the order they came, between threads and between processes.

SQLite lets a writer that finds the file busy sleep up to 100 ms before it looks again, so under load some
wait for seconds while others pass. Here a writer queues on a lock of its own before its transaction's
first write. The kernel frees that lock when a process dies, and SQLite's own lock still guards the data:
this one only makes it fair.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.exc import TimeoutError as TurnTimeout

WRITES: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "ALTER", "DROP", "BEGIN IMMEDIATE")
_HELD: Final = "burnerr_fair_lock"


class FairLock:
    """A lock on ``path`` that one connection at a time holds, over all threads and processes."""

    def __init__(self, path: Path, patience: float = 60.0) -> None:
        """``patience``: seconds to wait for the turn, over threads and processes together."""
        self._path = path
        self._patience = patience
        self._threads = threading.Lock()
        self._file: int | None = None
        self._owner = 0
        self._in_line: _InLine | None = None

    def acquire(self) -> None:
        """Wait for the turn. One holder never asks twice: a transaction that writes opens no second one.

        Raises SQLAlchemy's ``TimeoutError`` when it doesn't come.
        """
        end = time.monotonic() + self._patience
        if not self._threads.acquire(timeout=self._patience):
            raise TurnTimeout("others of this process have the turn to write")
        try:
            self._lock(self._open(), end)
        except BaseException:
            self._threads.release()
            raise

    def release(self) -> None:
        """Let the next one in."""
        try:
            fcntl.flock(self._open(), fcntl.LOCK_UN)
        finally:
            self._threads.release()

    def _lock(self, file: int, end: float) -> None:
        if self._in_line is None or not self._in_line.take_over():
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._in_line = _InLine(file)
            else:
                self._in_line = None
                return
        if not self._in_line.wait(end - time.monotonic()):
            raise TurnTimeout("others have the turn to write")
        self._in_line = None

    def _open(self) -> int:
        # A file that was open before a fork is one lock shared by parent and child, so each process opens
        # its own.
        if self._file is None or self._owner != os.getpid():
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._owner = os.getpid()
            self._in_line = None
        return self._file


class _InLine:
    """A place in the kernel's line for a locked file, held by a thread of its own: the kernel knows no
    patience. Whoever loses theirs leaves the place to the next of the process, else it's given up.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self._guard = threading.Lock()
        self._reached = threading.Event()
        self._wanted = True
        self._over = False
        threading.Thread(target=self._stand, name="turn to write", daemon=True).start()

    def take_over(self) -> bool:
        """Want the place that somebody left; ``False`` when it's gone."""
        with self._guard:
            self._wanted = not self._over
            return self._wanted

    def wait(self, seconds: float) -> bool:
        """Whether the lock is ours within so many seconds; the place is left if it isn't."""
        if self._reached.wait(max(seconds, 0.0)):
            return True
        with self._guard:
            self._wanted = self._reached.is_set()
            return self._wanted

    def _stand(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX)
        with self._guard:
            if self._wanted:
                self._reached.set()
            else:
                self._over = True
                fcntl.flock(self._file, fcntl.LOCK_UN)


def make_fair(engine: Engine, path: Path, patience: float) -> FairLock:
    """Let every writing transaction of ``engine`` take its turn, or fail after ``patience`` seconds without;
    the lock goes with the connection to the pool.
    """
    lock = FairLock(path, patience)

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
