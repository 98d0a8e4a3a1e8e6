"""Deliveries whose workflow came to nothing are worked on all the same, and ended ones are forgotten in
time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from sqlalchemy import text, update

from bot.store import deliveries, installations
from bot.store.delivery import State, What
from bot.store.installations import Repository
from bot.store.tables import DELIVERIES
from bot.work.engine import QUEUE, WORKFLOW, Durable, Line
from bot.work.housekeeping import keep_house
from bot.work.job import handle
from bot.work.rescue import rescue
from bot.work.tools import Tools
from bot.work.worker import tools_for
from tests.work.house import INSTALLATION, House, wait_until


@pytest.fixture(scope="module")
def engine_room(idle_house: House) -> Iterator[tuple[House, Durable, Tools]]:
    """The durable engine running in this process, as in a worker."""
    line = Line(idle_house.engine)
    tools = tools_for(idle_house.settings, idle_house.engine, line, None, "slot-9")
    durable = Durable(
        idle_house.settings, idle_house.engine, "slot-9", lambda delivery, job: handle(tools, delivery, job)
    )
    durable.start()
    yield idle_house, durable, tools
    durable.stop(0)
    line.close()


def workflows(house: House) -> str:
    """The engine's table."""
    return "workflow_status" if house.settings.is_sqlite else "dbos.workflow_status"


def harmless(house: House, delivery_id: str) -> deliveries.Delivery:
    """An event that asks for nothing but a note."""
    account = {"login": "acme", "id": 9, "type": "Organization"}
    payload = {"installation": {"id": INSTALLATION, "account": account}}
    return deliveries.Delivery(
        delivery_id, "installation", "created", INSTALLATION, None, None, None, None, "alice", False, payload
    )


def age(house: House, delivery_id: str, seconds: float) -> None:
    """Let a delivery have come in long ago."""
    with house.engine.begin() as connection:
        changed = update(DELIVERIES).where(DELIVERIES.c.id == delivery_id)
        connection.execute(changed.values(received_at=time.time() - seconds))


def test_a_delivery_without_a_workflow_gets_one(engine_room: tuple[House, Durable, Tools]) -> None:
    """The engine's rows were lost, say with a copy put back: the store knows what is open."""
    house, durable, tools = engine_room
    with house.engine.begin() as connection:
        deliveries.add(connection, harmless(house, "lost-1"), "lost-1", time.time() - 600)
        deliveries.add(connection, harmless(house, "new-1"), "new-1", time.time())
    assert rescue(tools, durable) == 1, "one that has just come in may still be on its way"
    assert house.outcome("lost-1").what is What.NOTED
    assert deliveries.outcome(house.engine, "new-1") is None


def test_a_workflow_of_an_older_version_is_replaced(engine_room: tuple[House, Durable, Tools]) -> None:
    """Left by code that nobody runs any more: another one does its work."""
    house, durable, tools = engine_room
    with house.engine.begin() as connection:
        seq = deliveries.add(connection, harmless(house, "old-1"), "old-1", time.time() - 600)
        assert seq is not None
        tools.line.put(connection, harmless(house, "old-1"), job="old-1", seq=seq, delay=3_600)
        old = f"UPDATE {workflows(house)} SET application_version = '0' WHERE workflow_uuid = 'old-1'"
        connection.execute(text(old))
    assert rescue(tools, durable) == 1
    assert house.outcome("old-1").what is What.NOTED
    assert rescue(tools, durable) == 0


def test_one_that_waits_for_its_time_is_left(engine_room: tuple[House, Durable, Tools]) -> None:
    """Postponed, and its workflow there: nothing to rescue."""
    house, durable, tools = engine_room
    with house.engine.begin() as connection:
        seq = deliveries.add(connection, harmless(house, "later-1"), "later-1", time.time() - 600)
        assert seq is not None
        tools.line.put(connection, harmless(house, "later-1"), job="later-1", seq=seq, delay=3_600)
    assert rescue(tools, durable) == 0
    assert deliveries.outcome(house.engine, "later-1") is None


def test_a_workflow_that_the_engine_gave_up_is_replaced(engine_room: tuple[House, Durable, Tools]) -> None:
    """Ended in error without an outcome in the store: begun anew."""
    house, durable, tools = engine_room
    house.send(harmless(house, "error-1"))
    house.outcome("error-1")
    with house.engine.begin() as connection:
        connection.execute(
            update(DELIVERIES)
            .where(DELIVERIES.c.id == "error-1")
            .values(state=State.QUEUED, payload='{"installation": {"id": 5, "account": {"id": 9}}}')
        )
    age(house, "error-1", 600)
    assert rescue(tools, durable) == 1
    assert house.outcome("error-1").what is What.NOTED


def test_a_job_that_kills_its_workers_is_set_aside(
    engine_room: tuple[House, Durable, Tools], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begun again and again without an end: kept for somebody to look at, not begun for ever."""
    house, _, tools = engine_room
    monkeypatch.setattr("bot.work.job.MOST_STARTS", 3)
    with house.engine.begin() as connection:
        deliveries.add(connection, harmless(house, "killer-1"), "killer-1", time.time())
        for _ in range(3):
            assert deliveries.start(connection, "killer-1", "killer-1") is not None
    handle(tools, "killer-1", "killer-1")
    outcome = house.outcome("killer-1")
    assert outcome.state is State.SET_ASIDE
    assert outcome.error is not None
    assert "begun 4 times" in outcome.error


def test_housekeeping_forgets_what_ended(engine_room: tuple[House, Durable, Tools]) -> None:
    """Ended workflows go after an hour, finished deliveries after the time set; open ones never."""
    house, durable, tools = engine_room
    house.send(harmless(house, "done-1"))
    house.outcome("done-1")
    ended = f"SELECT count(*) FROM {workflows(house)} WHERE status = 'SUCCESS' AND workflow_uuid = 'done-1'"

    def count(query: str) -> int:
        with house.engine.connect() as connection:
            return int(connection.execute(text(query)).scalar_one())

    wait_until(lambda: count(ended) == 1, 5, "the workflow's end written down")
    keep_house(tools, durable)
    assert count(ended) == 1
    with house.engine.begin() as connection:
        old = int((time.time() - 7_200) * 1000)
        connection.execute(
            text(f"UPDATE {workflows(house)} SET completed_at = {old} WHERE status = 'SUCCESS'")
        )
        long_ago = time.time() - 200 * 86_400
        done = update(DELIVERIES).where(DELIVERIES.c.id == "done-1")
        connection.execute(done.values(finished_at=long_ago))
        left = Repository(991, "octo/left", private=False)
        installations.add_repositories(connection, 5, [left])
        installations.remove_repositories(connection, [left.id], long_ago)
        connection.execute(
            update(DELIVERIES).where(DELIVERIES.c.id == "later-1").values(received_at=long_ago)
        )
    keep_house(tools, durable)
    assert count(ended) == 0
    assert count("SELECT count(*) FROM deliveries WHERE id = 'done-1'") == 0
    assert count("SELECT count(*) FROM deliveries WHERE id = 'later-1'") == 1
    assert count("SELECT count(*) FROM repositories WHERE id = 991") == 0
    assert (QUEUE, WORKFLOW) == ("deliveries", "handle_delivery"), "names that stored jobs carry never change"
