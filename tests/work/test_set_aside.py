"""A job that fails for our fault is tried again, set aside with its error, and never stands in the way."""

from __future__ import annotations

from bot.store.deliveries import Delivery, State, What
from bot.work import deliveries
from bot.work.engine import Line
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, INSTALLATION, House

pytestmark = ON_SQLITE  # nothing here depends on the database


def poison(house: House, delivery_id: str) -> Delivery:
    """An installation's event without the installation: our own code fails on it."""
    return Delivery(
        delivery_id, "installation", "created", INSTALLATION, None, None, None, None, "alice", False, {}
    )


def test_poison_is_set_aside_and_the_next_one_handled(house: House) -> None:
    """Tried as often as the settings say; the next of its lane doesn't wait for that."""
    house.send(poison(house, "poison-1"))
    good = poison(house, "good-1")
    account = {"login": "acme", "id": 9, "type": "Organization"}
    good.payload.update(installation={"id": INSTALLATION, "account": account})
    house.send(good)
    assert house.outcome("good-1").what is What.NOTED
    outcome = house.outcome("poison-1", 30)
    assert outcome.state is State.SET_ASIDE
    assert outcome.error is not None
    assert "KeyError: 'installation'" in outcome.error
    assert outcome.tries == house.settings.job_tries - 1
    (row,) = deliveries.listed(house.engine)
    assert row.id == "poison-1"
    found = deliveries.shown(house.engine, "poison-1")
    assert found is not None
    assert found.delivery.event == "installation"
    assert deliveries.counted(house.engine)[State.SET_ASIDE] == 1


def test_it_is_tried_again_or_dropped_on_demand(house: House) -> None:
    """Retried: as if new, and set aside again if nothing has changed. Dropped: gone, but never taken in
    again.
    """
    house.send(poison(house, "poison-2"))
    house.outcome("poison-2", 30)
    line = Line(house.engine)
    assert deliveries.retried(house.engine, line, "poison-2")
    assert not deliveries.retried(house.engine, line, "poison-2")
    assert house.outcome("poison-2", 30).state is State.SET_ASIDE
    assert deliveries.dropped(house.engine, "poison-2")
    assert not deliveries.dropped(house.engine, "poison-2")
    assert not deliveries.retried(house.engine, line, "poison-2")
    found = deliveries.shown(house.engine, "poison-2")
    assert found is not None
    assert found.row.state is State.DROPPED
    assert found.delivery.payload == {}
    line.close()


def test_an_unknown_kind_of_event_is_our_fault_too(house: House) -> None:
    """Stored by a newer version of the web process, say: kept for a worker that knows it."""
    house.github.put_issue(77, 5, "x", HANDLE)
    delivery_id = house.send(house.delivery(5, event="discussion"))
    assert house.outcome(delivery_id, 30).state is State.SET_ASIDE


def test_a_failed_reader_of_logs_finds_no_text_of_reporters(house: House) -> None:
    """The log tells what failed, not what was written in the issue."""
    house.outcome(house.open_issue(6, HANDLE))
    assert "497010" not in house.log
    assert "TensorId" not in house.log
