"""The file of a SQLite database: made for its owner alone, and known again.

A process keeps a deleted file open, and goes on writing to what nobody will ever read. So each connection
remembers which file it opened, and is used only while that is the one at the address.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

_OPENED: Final = "burnerr_file"


def make_file(path: Path) -> None:
    """Make an empty file if there is none; SQLite gives its companions the same rights.

    What can't be made is told by the first connection. A file that is there isn't touched: to close it once
    more would end SQLite's locks of this process.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def hold_to_file(engine: Engine, path: Path) -> None:
    """Let connections of ``engine`` be used on the file at ``path`` only. Without a file there's none: SQLite
    would make another, and an empty one at that.
    """

    @event.listens_for(engine, "do_connect")
    def look(*_: Any) -> None:
        if _identity(path) is None:
            raise sqlite3.OperationalError("unable to open database file: it is gone")

    @event.listens_for(engine, "connect")
    def remember(_connection: Any, record: Any) -> None:
        record.info[_OPENED] = _identity(path)

    @event.listens_for(engine, "checkout")
    def compare(_connection: Any, record: Any, _proxy: Any) -> None:
        if record.info.get(_OPENED) != _identity(path):
            raise DisconnectionError("the database file is another one now")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
