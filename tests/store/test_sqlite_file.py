"""The database's file: its owner's alone, and never written to when it isn't the one at its address."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from bot.store.database import open_engine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file is."""
    return tmp_path / "x.sqlite"


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    """A database with one table."""
    opened = open_engine(f"sqlite:///{path}", patience=2.0)
    with opened.begin() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER PRIMARY KEY)"))
    yield opened
    opened.dispose()


def put(engine: Engine, number: int) -> None:
    """Store something."""
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO t VALUES (:a)"), {"a": number})


@pytest.mark.parametrize("there", [True, False])
def test_only_its_owner_reads_it(tmp_path: Path, *, there: bool) -> None:
    """Also in a folder that was there, with whatever rights: the file and all that SQLite puts beside it."""
    folder = tmp_path / "data"
    if there:
        folder.mkdir(mode=0o755)
    old = os.umask(0o022)
    try:
        engine = open_engine(f"sqlite:///{folder / 'x.sqlite'}")
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE t (a INTEGER PRIMARY KEY)"))
            names = sorted(each.name for each in folder.iterdir())
            rights = {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}
    finally:
        os.umask(old)
        engine.dispose()
    assert names == ["x.sqlite", "x.sqlite-shm", "x.sqlite-wal", "x.sqlite.turn"]
    assert rights == {0o600}
    if not there:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_deleted_file_is_not_written_to(engine: Engine, path: Path) -> None:
    """Not through the connections that have it open, nor through one that would make it anew."""
    put(engine, 1)
    path.unlink()
    for number in range(12):
        with pytest.raises(OperationalError, match="gone"):
            put(engine, number)
    assert not path.exists()


def test_another_file_is_opened_anew(engine: Engine, path: Path, tmp_path: Path) -> None:
    """A copy put back in its place is what's read and written from then on."""
    put(engine, 1)
    copy = open_engine(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    with copy.begin() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER PRIMARY KEY)"))
        connection.execute(text("INSERT INTO t VALUES (7)"))
    copy.dispose()
    engine.dispose()
    put(engine, 2)  # a connection of its own is open again
    for name in ("x.sqlite-wal", "x.sqlite-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / "copy.sqlite").rename(path)
    put(engine, 8)
    with engine.connect() as connection:
        assert list(connection.execute(text("SELECT a FROM t ORDER BY a")).scalars()) == [7, 8]


def test_opening_an_engine_keeps_the_locks_of_another(engine: Engine, path: Path) -> None:
    """To close a file ends all locks that a process has on it: so it isn't opened beside SQLite."""
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO t VALUES (1)"))
        again = open_engine(f"sqlite:///{path}", patience=0.4)
        with pytest.raises(Exception, match=r"locked|turn"):
            put(again, 2)
        again.dispose()
        pid = os.fork()
        if pid == 0:  # pragma: no cover - in the child
            import sqlite3

            try:
                sqlite3.connect(path, timeout=0.1).execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                os._exit(0)
            os._exit(1)
        assert os.waitpid(pid, 0)[1] == 0
