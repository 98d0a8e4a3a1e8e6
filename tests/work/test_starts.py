"""A job is set aside for killing its workers only where workers died of it, not for how often it waited."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from bot.github.connect import connect
from bot.github.errors import Later, Unclear
from bot.store import deliveries
from bot.store.deliveries import Job, Outcome, State, What
from bot.store.tables import DELIVERIES
from bot.work import job as jobs
from bot.work.engine import Line
from bot.work.job import MOST_STARTS, handle
from bot.work.tools import Tools
from bot.work.turn import InLine
from bot.work.worker import tools_for
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, House

pytestmark = ON_SQLITE  # nothing here depends on the database
MANY = MOST_STARTS + 20


@pytest.fixture
def tools(idle_house: House) -> Iterator[Tools]:
    """What jobs work with, in this process."""
    line = Line(idle_house.engine)
    yield tools_for(idle_house.settings, idle_house.engine, line, connect(idle_house.settings), "slot-9")
    line.close()


def name_of_job(house: House, delivery_id: str) -> str:
    """The workflow whose turn it is."""
    with house.engine.connect() as connection:
        query = select(DELIVERIES.c.job).where(DELIVERIES.c.id == delivery_id)
        return str(connection.execute(query).scalar_one())


@pytest.mark.parametrize(
    ("number", "waits"),
    [
        (1, Later("told to wait", 0.0)),
        (2, Later("GitHub is down")),
        (3, InLine(0.0, None)),
        (4, Unclear("502")),
        (5, Later("limit", 0.0, limit=True)),
    ],
)
def test_waiting_is_no_death(
    idle_house: House, tools: Tools, monkeypatch: pytest.MonkeyPatch, number: int, waits: Exception
) -> None:
    """For whatever it has to wait, however often: in the end it's handled."""
    left = [waits] * MANY

    def behaviour(_tools: Tools, _job: Job) -> Outcome:
        if left:
            raise left.pop()
        return Outcome(What.NOTED, "at last")

    monkeypatch.setitem(jobs.BEHAVIOURS, "issues", behaviour)
    delivery_id = idle_house.open_issue(number, HANDLE)
    for _ in range(MANY + 1):
        handle(tools, delivery_id, name_of_job(idle_house, delivery_id))
    found = deliveries.outcome(idle_house.engine, delivery_id)
    assert found is not None
    assert (found.state, found.reason) == (State.HANDLED, "at last")


def test_a_database_that_goes_away_is_no_death(
    idle_house: House, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job begins anew in the same process, which lives: that's one start."""
    monkeypatch.setattr(jobs, "DATABASE_PAUSE", 0.0)
    left, seen = [OperationalError("x", None, Exception("gone"))] * MANY, []

    def behaviour(_tools: Tools, job: Job) -> Outcome:
        seen.append(job.starts)
        if left:
            raise left.pop()
        return Outcome(What.NOTED)

    monkeypatch.setitem(jobs.BEHAVIOURS, "issues", behaviour)
    delivery_id = idle_house.open_issue(6, HANDLE)
    handle(tools, delivery_id, delivery_id)
    assert set(seen) == {1}


def test_dying_adds_up(idle_house: House, tools: Tools) -> None:
    """Begun over and over and never ended: set aside, so that it kills no more workers."""
    delivery_id = idle_house.open_issue(7, HANDLE)
    with idle_house.engine.begin() as connection:
        query = text("UPDATE deliveries SET starts = :starts WHERE id = :id")
        connection.execute(query, {"starts": MOST_STARTS, "id": delivery_id})
    handle(tools, delivery_id, delivery_id)
    found = deliveries.outcome(idle_house.engine, delivery_id)
    assert found is not None
    assert found.state is State.SET_ASIDE
    assert "kills its workers" in (found.error or "")
