"""What is switched while an issue's job is on its way counts for that job, too."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final

import pytest
from sqlalchemy import text

from bot.store.deliveries import What
from tests.torture.documents import Fault
from tests.work.conftest import ON_SQLITE
from tests.work.house import NOTHING, STEP, House
from tests.work.talk import Talk, fast_house

__all__ = ["idle_house"]
idle_house = fast_house
pytestmark = ON_SQLITE
RECORD: Final = "should-have-handle-for-tensor"


SLOW: Final = 1.8  # seconds; less than the worker's patience


@pytest.fixture
def asked(house: House) -> Iterator[threading.Event]:
    """GitHub is slow to list files, for which it's asked once the switches were read; set when it is."""
    asked = threading.Event()

    def choose(_verb: str, path: str, _body: Any) -> Fault | None:
        if "/git/trees/" not in path:
            return None
        asked.set()
        return Fault(proceed=True, seconds=SLOW)

    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM burn_uses"))
    before, house.github.choose = house.github.choose, choose
    yield asked
    house.github.choose = before


@pytest.mark.parametrize(
    ("number", "command", "undone", "reason"),
    [(600, "off", "on", "switched off"), (602, f"mute {RECORD}", f"unmute {RECORD}", "muted")],
)
def test_nothing_is_said_after_it_was_switched_off(
    house: House, asked: threading.Event, number: int, command: str, undone: str, reason: str
) -> None:
    """An issue that was being read when ``off`` or ``mute`` was carried out gets no comment any more."""
    talk = Talk(house, number, NOTHING)
    delivery = house.open_issue(number + 1, STEP)
    assert asked.wait(10)
    talk.say(f"/burnerr {command}")
    assert talk.reactions == ["eyes", "+1"]
    outcome = house.outcome(delivery)
    assert (outcome.what, house.bodies(number + 1)) == (What.SILENT, [])
    assert reason in outcome.reason
    talk.say(f"/burnerr {undone}")
    assert house.outcome(house.edit_issue(number + 1, STEP)).what is What.CREATED
