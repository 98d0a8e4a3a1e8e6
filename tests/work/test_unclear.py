"""While GitHub still works on a comment that nobody waits for any more, none is posted in its place."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text

from bot.store import comments
from bot.store.comments import Spot, Standing
from bot.store.deliveries import What
from bot.work.unclear import seconds_to_end, seconds_to_look
from tests.torture.documents import Fault
from tests.torture.stand_in import StandIn
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, NOTHING, REPO_ID, STEP, House, wait_until

SLOW = 8.0  # seconds that GitHub works on a comment; it would end it after ten
KILLED, IMPATIENT, FOLDED, REPLIED, REFUSED = 301, 302, 303, 304, 305


class SlowPosts:
    """The first comment posted under each of some issues takes long; when each was asked for."""

    def __init__(self, numbers: set[int]) -> None:
        self.asked: dict[int, list[float]] = {}
        self._slow = set(numbers)
        self._guard = threading.Lock()

    def __call__(self, verb: str, path: str, _body: Any) -> Fault | None:
        """The fault that a call meets."""
        if verb != "POST" or not path.endswith("/comments"):
            return None
        number = int(path.split("/")[-2])
        with self._guard:
            self.asked.setdefault(number, []).append(time.time())
            if number in self._slow:
                self._slow.discard(number)
                return Fault(proceed=True, seconds=SLOW)
        return None


@pytest.fixture(scope="module")
def two_workers(
    database: str, stand_in: StandIn, pem: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """Two workers that lose patience after two seconds, warmed up."""
    house = House(database, Path(tmp_path_factory.mktemp("house")), stand_in, pem, github_timeout="2")
    try:
        house.start()
        house.start()
        warm = [house.open_issue(290 + number, HANDLE) for number in range(4)]
        for delivery_id in warm:
            house.outcome(delivery_id, 40)
        yield house
    finally:
        house.close()


def worker_of(house: House, delivery_id: str) -> subprocess.Popen[bytes]:
    """The worker that works on a delivery: it holds the file of the slot that the engine names."""
    with house.engine.connect() as connection:
        query = text(
            "SELECT executor_id FROM workflow_status WHERE workflow_uuid LIKE :job AND status = 'PENDING'"
        )
        slot = connection.execute(query, {"job": f"{delivery_id}%"}).scalar_one()
    return next(worker for worker in house.workers if slot in _open_files(worker.pid))


def _open_files(pid: int) -> set[str]:
    folder = Path(f"/proc/{pid}/fd")
    return {Path(os.readlink(each)).name for each in folder.iterdir() if each.is_symlink()}


@ON_SQLITE
def test_a_slow_post_is_waited_for_whatever_becomes_of_its_worker(two_workers: House) -> None:
    """Killed: another takes over, and posts nothing beside it. Given up: the same, answer and reply alike.
    What no longer holds by then is folded, not left standing.
    """
    house = two_workers
    posts = SlowPosts({KILLED, IMPATIENT, FOLDED, REPLIED})
    house.github.choose = posts
    try:
        killed = house.open_issue(KILLED, HANDLE)
        wait_until(lambda: posts.asked.get(KILLED), 10, "the comment asked for")
        house.kill(worker_of(house, killed))
        house.github.put_issue(REPO_ID, REPLIED, "What is this?", NOTHING)
        sent = {
            IMPATIENT: house.open_issue(IMPATIENT, HANDLE),
            FOLDED: house.open_issue(FOLDED, HANDLE),
            REPLIED: house.comment(REPLIED, f"/burnerr explain\n\n{STEP}"),
            KILLED: killed,
        }
        wait_until(lambda: posts.asked.get(FOLDED), 20, "the second comment asked for")
        edited = house.edit_issue(FOLDED, NOTHING)
        for delivery_id in sent.values():
            house.outcome(delivery_id, 60)
        house.outcome(edited, 60)
        time.sleep(max(0.0, max(times[0] for times in posts.asked.values()) + SLOW + 1.0 - time.time()))
    finally:
        house.github.choose = lambda _verb, _path, _body: None
    assert {number: len(times) for number, times in posts.asked.items()} == dict.fromkeys(sent, 1)
    assert [len(house.bodies(number)) for number in sent] == [1, 1, 1, 1]
    assert all(comment.minimised for comment in house.github.ours(REPO_ID, FOLDED))


@ON_SQLITE
def test_what_was_surely_not_posted_is_not_waited_for(two_workers: House) -> None:
    """Told to come back in a second: then, and not as if something might be under way."""
    house = two_workers
    fault = Fault(429, headers=(("Retry-After", "0"),))
    house.github.fail_next("POST", f"/issues/{REFUSED}/comments$", fault)
    begun = time.time()
    assert house.outcome(house.open_issue(REFUSED, HANDLE)).what is What.CREATED
    assert time.time() - begun < 8.0


@pytest.mark.parametrize("timeout", [1, 2, 5, 10, 30, 60])
def test_an_attempt_ends_when_neither_side_can_bring_it_to_something(idle_house: House, timeout: int) -> None:
    """Later than GitHub's ten seconds and our own patience, whichever is longer; looked for much earlier."""
    spot = Spot(9, timeout)
    engine: Engine = idle_house.engine
    with engine.begin() as connection:
        comments.intend(connection, spot, 1_000.0)
        own = comments.find(connection, spot)
        assert own is not None
        assert own.standing is Standing.INTENDED
        end = seconds_to_end(connection, time.time(), timeout)
        assert max(timeout, 10) + 1 < end <= timeout + 13
        assert 0 < seconds_to_look(connection, time.time()) < 3
        assert seconds_to_end(connection, time.time() - timeout - 13, timeout) < 0
        comments.not_posted(connection, spot, 1_001.0)
        own = comments.find(connection, spot)
        assert own is not None
        assert seconds_to_end(connection, own.tried_at, timeout) == 0.0
