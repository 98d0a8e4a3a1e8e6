"""A flood in one installation keeps GitHub's pace, and delays nobody else."""

from __future__ import annotations

import itertools
import time

from bot.store.deliveries import What
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, House

pytestmark = ON_SQLITE  # nothing here depends on the database

FLOOD = 250
OTHER = 78


def test_a_flood_delays_nobody_else(house: House) -> None:
    """Hundreds of issues at once in one installation; another's single one is answered as if there were
    none.
    """
    house.github.add_repository(OTHER, "acme/quiet", 6)
    house.outcome(house.open_issue(1, HANDLE))
    for number in range(2, FLOOD):
        house.open_issue(number, HANDLE)
    started = time.monotonic()
    house.github.put_issue(OTHER, 1, "It fails", HANDLE)
    payload = house.github.payload(OTHER, 1, "opened")
    house.github.put_issue(77, FLOOD, "It fails", HANDLE)
    quiet = house.delivery(FLOOD, repo_id=OTHER, repo="acme/quiet", installation_id=6, issue=1)
    quiet.payload.update(payload)
    assert house.outcome(house.send(quiet)).what is What.CREATED
    assert time.monotonic() - started < 5.0
    handled = len([number for number in range(1, FLOOD) if house.bodies(number)])
    assert handled < FLOOD - 1, "the flood isn't over yet"


def test_the_pace_is_kept_while_there_is_a_line(house: House) -> None:
    """Writes of the flooded installation stay apart, and the line moves."""
    before = len(house.github.writes(5))
    time.sleep(8)
    writes = [call.at for call in house.github.writes(5)]
    gaps = [later - earlier for earlier, later in itertools.pairwise(writes)]
    assert min(gaps) >= house.settings.write_interval
    assert len(writes) - before > 8 / (house.settings.write_interval + 0.3) * 0.5
