"""A delivery is on disk, with its job in line, before anybody says so; or it isn't, and that is said."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.catalog.load import load_catalog
from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.deliveries import Delivery
from bot.store.fair_lock import FairLock
from bot.store.schema import migrate
from bot.web.wsgi import readiness
from bot.work.engine import lane, prepare
from bot.work.intake import Accepted, Intake, IntakeUnavailable
from tests.work.conftest import ON_SQLITE
from tests.work.house import House

DELIVERY = Delivery(
    id="one",
    event="issues",
    action="opened",
    installation_id=5,
    repo_id=77,
    repo="octo/model",
    issue=1,
    comment_id=None,
    sender="alice",
    sender_is_bot=False,
    payload={"issue": {"number": 1}},
)


def count(house: House, query: str) -> int:
    """A number from the database."""
    with house.engine.connect() as connection:
        return int(connection.execute(text(query)).scalar_one())


def workflows(house: House) -> str:
    """The engine's table."""
    return "workflow_status" if house.settings.is_sqlite else "dbos.workflow_status"


def test_the_same_id_from_many_threads_is_taken_once(idle_house: House) -> None:
    """One is new, all others known; one row, one job."""
    intake = Intake(idle_house.settings)
    answers: list[Accepted] = []
    start = threading.Barrier(8)

    def send() -> None:
        start.wait()
        answers.extend(intake.accept(replace(DELIVERY, id=f"same-{number}")) for number in range(5))

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    intake.close()
    assert Counter(answers) == {Accepted.NEW: 5, Accepted.KNOWN: 35}
    assert count(idle_house, "SELECT count(*) FROM deliveries WHERE id LIKE 'same-%'") == 5
    query = f"SELECT count(*) FROM {workflows(idle_house)} WHERE workflow_uuid LIKE 'same-%'"
    assert count(idle_house, query) == 5


def test_no_row_without_its_job(tmp_path: Path, idle_house: House) -> None:
    """Where the job can't be put in line the delivery isn't stored either."""
    settings = idle_house.settings.model_copy(
        update={"database_url": f"sqlite:///{tmp_path / 'half.sqlite'}"}
    )
    engine = open_engine(settings.database)
    migrate(engine)  # our tables, but not the engine's
    intake = Intake(settings)
    with pytest.raises(IntakeUnavailable):
        intake.accept(DELIVERY)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM deliveries")).scalar() == 0
    intake.close()
    engine.dispose()


def test_an_absent_database_is_told_quickly(tmp_path: Path, idle_house: House) -> None:
    """GitHub waits for ten seconds: the answer comes in time to say no, and works once the database is
    back.
    """
    absent = idle_house.settings.model_copy(
        update={"database_url": "postgresql+psycopg://nobody@127.0.0.1:1/none"}
    )
    intake = Intake(absent)
    start = time.monotonic()
    with pytest.raises(IntakeUnavailable):
        intake.accept(DELIVERY)
    assert time.monotonic() - start < 6.0
    intake.close()


@ON_SQLITE
@pytest.mark.parametrize("by", ["another program", "a writer of ours"])
def test_a_locked_database_is_told_quickly_to_everyone(tmp_path: Path, idle_house: House, by: str) -> None:
    """However many call at once, and whoever holds it: each has its answer within five seconds, nothing is
    stored, and it works once the lock is gone.
    """
    settings = fresh(tmp_path, idle_house)
    intake, other = Intake(settings), Intake(settings)
    path = tmp_path / "own.sqlite"
    holder = sqlite3.connect(path, isolation_level=None)
    turn = FairLock(tmp_path / "own.sqlite.turn")
    turn.acquire() if by == "a writer of ours" else holder.execute("BEGIN IMMEDIATE")
    took: list[float] = []

    def call(number: int) -> None:
        start = time.monotonic()
        with pytest.raises(IntakeUnavailable):
            (other if number % 2 else intake).accept(replace(DELIVERY, id=f"locked-{number}"))
        took.append(time.monotonic() - start)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(took) == 12
    assert max(took) < 5.0
    turn.release() if by == "a writer of ours" else holder.execute("ROLLBACK")
    assert intake.accept(replace(DELIVERY, id="after")) is Accepted.NEW
    assert other.accept(replace(DELIVERY, id="after")) is Accepted.KNOWN
    assert [row[0] for row in holder.execute("SELECT id FROM deliveries")] == ["after"]
    holder.close()
    intake.close()
    other.close()


@ON_SQLITE
@pytest.mark.parametrize("then", ["gone", "another", "back"])
def test_nothing_is_taken_into_a_deleted_file(tmp_path: Path, idle_house: House, then: str) -> None:
    """Deleted, or replaced by an empty one, under an open connection: not a single one is acknowledged, and
    no file is made. Put back, it works.
    """
    settings = fresh(tmp_path, idle_house)
    intake, path = Intake(settings), tmp_path / "own.sqlite"
    asking = open_engine(settings.database, connections=1, patience=1.0)
    ready = readiness(asking, load_catalog(None))["database"]
    assert intake.accept(DELIVERY) is Accepted.NEW
    assert ready() is None
    path.rename(tmp_path / "moved")
    for name in ("own.sqlite-wal", "own.sqlite-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    if then == "another":
        path.touch()
    for number in range(6):
        with pytest.raises(IntakeUnavailable):
            intake.accept(replace(DELIVERY, id=f"gone-{number}"))
        assert ready() is not None
    assert path.exists() is (then == "another")
    if then == "back":
        (tmp_path / "moved").rename(path)
        assert ready() is None
        assert intake.accept(replace(DELIVERY, id="back")) is Accepted.NEW
    asking.dispose()
    intake.close()


def fresh(tmp_path: Path, house: House) -> Settings:
    """Settings with a database file of their own, prepared."""
    settings = house.settings.model_copy(update={"database_url": f"sqlite:///{tmp_path / 'own.sqlite'}"})
    prepare(settings)
    return settings


def test_odd_text_is_taken_in(idle_house: House) -> None:
    """What a reporter may write, no database minds."""
    intake = Intake(idle_house.settings)
    body = "\x00 \ud800 \U0001f525 \u202e" * 10_000
    odd = replace(DELIVERY, id="odd", payload={"issue": {"number": 1, "body": body}})
    assert intake.accept(odd) is Accepted.NEW
    intake.close()


def test_lanes() -> None:
    """Jobs of one issue share a lane, and so do those of an installation."""
    assert lane(DELIVERY) == lane(replace(DELIVERY, id="two", event="issue_comment"))
    assert lane(DELIVERY) != lane(replace(DELIVERY, issue=2))
    assert lane(replace(DELIVERY, repo_id=None, issue=None)) == "installation:5"
