"""Each living worker has a name of its own; a dead one's is free at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from bot.work.slots import SlotLost, slots_for
from tests.work.house import House

HOLDER = """
import os, sys, time
from bot.settings import Settings
from bot.work.slots import slots_for
slots = slots_for(Settings(_env_file=None))
print(slots.take(), flush=True)
time.sleep(60)
"""


def holder(house: House) -> tuple[subprocess.Popen[str], str]:
    """A process that holds a slot, and the slot's name."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER], env=clean | house.environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def test_a_slot_is_its_holders_until_it_dies(idle_house: House) -> None:
    """Taken, seen as taken by others, and free the moment its process is killed."""
    process, name = holder(idle_house)
    ours = slots_for(idle_house.settings)
    try:
        mine = ours.take()
        assert mine != name
        with ours.dead(name) as is_dead:
            assert not is_dead
        with ours.dead("someone else's id") as is_dead:
            assert not is_dead
        process.send_signal(signal.SIGKILL)
        process.wait()
        deadline = time.monotonic() + 5
        while True:
            with ours.dead(name) as is_dead:
                if is_dead:
                    break
            assert time.monotonic() < deadline
            time.sleep(0.05)
        ours.check()
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
        ours.release()


def test_a_slot_being_taken_over_is_nobodys(idle_house: House) -> None:
    """While one worker takes over a dead one's jobs, neither a third nor a new one can have its name."""
    first, second = slots_for(idle_house.settings), slots_for(idle_house.settings)
    first.take()
    second.take()
    with first.dead("slot-7"):
        pass  # makes the file: nobody is dead who never was there
    with first.dead("slot-7") as is_dead, second.dead("slot-7") as also:
        assert is_dead
        assert not also
    with second.dead("slot-7") as is_dead:
        assert is_dead
    first.release()
    second.release()


def test_a_lost_session_is_noticed(idle_house: House) -> None:
    """PostgreSQL cut the session: the slot is somebody else's to take."""
    if idle_house.settings.is_sqlite:
        pytest.skip("file locks aren't lost")
    slots = slots_for(idle_house.settings)
    slots.take()
    slots.check()
    with idle_house.engine.begin() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"))
    with pytest.raises(SlotLost):
        slots.check()
    slots.release()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_deleted_slot_is_lost_before_anybody_takes_over(idle_house: House, *, replaced: bool) -> None:
    """Somebody cleared the folder: a worker that lives keeps its jobs until it has noticed, and ended."""
    if not idle_house.settings.is_sqlite:
        pytest.skip("there are no files")
    ours, others = slots_for(idle_house.settings), slots_for(idle_house.settings)
    mine = ours.take()
    others.take()
    file = Path(make_url(idle_house.settings.database).database or "")
    (file.with_name(file.name + ".workers") / mine).unlink()
    if replaced:
        with others.dead(mine) as is_dead:
            assert not is_dead
    with pytest.raises(SlotLost):
        ours.check()
    with others.dead(mine) as is_dead:
        assert is_dead is replaced
    ours.release()
    others.release()
