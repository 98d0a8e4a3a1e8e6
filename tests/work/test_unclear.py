"""While GitHub still works on a comment that nobody waits for any more, none is posted in its place."""

from __future__ import annotations

import itertools
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, RowMapping, select, text, update

from bot.github.connect import connect
from bot.store import comments
from bot.store.comments import Spot, Standing
from bot.store.deliveries import What
from bot.store.delivery import State
from bot.store.tables import COMMENTS, DELIVERIES
from bot.work.engine import Line
from bot.work.job import handle
from bot.work.publish import MAY_COME
from bot.work.told import Told
from bot.work.tools import Tools
from bot.work.unclear import seconds_to_end, seconds_to_look, seconds_to_look_again
from bot.work.worker import tools_for
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


@pytest.mark.parametrize(("timeout", "tries", "end"), [(10, 0, 22), (2, 3, 14), (60, 0, 72), (10, 9, 102.4)])
def test_looks_come_soon_and_ever_later_until_the_end(
    idle_house: House, timeout: int, tries: int, end: float
) -> None:
    """Two seconds after the attempt, then at five, ten, twenty …, and last when it can't come any more. What
    failed before puts off the next try alone.
    """
    settings = idle_house.settings.model_copy(update={"github_timeout": timeout})
    looks, since = [], 2.0
    with idle_house.engine.connect() as connection:
        while True:
            seconds = seconds_to_look_again(connection, time.time() - since, settings, tries)
            if seconds == 0:
                break
            assert seconds > 0
            since += seconds + 0.05
            looks.append(since)
    assert looks[0] == pytest.approx(5, abs=0.5)
    assert [later for sooner, later in itertools.pairwise(looks[:-1]) if later > 2 * sooner + 0.5] == []
    assert looks[-1] == pytest.approx(end, abs=0.5)
    assert len(looks) <= 7


@pytest.fixture(scope="module")
def by_hand(idle_house: House) -> Iterator[Tools]:
    """What a job works with in a worker; the tests themselves let it run."""
    line = Line(idle_house.engine)
    connection = connect(idle_house.settings, Told(idle_house.engine))
    yield tools_for(idle_house.settings, idle_house.engine, line, connection, "slot-8")
    line.close()


def run(house: House, tools: Tools, delivery_id: str) -> RowMapping:
    """Let a delivery's present workflow run; how it stands then."""
    query = select(DELIVERIES).where(DELIVERIES.c.id == delivery_id)
    with house.engine.connect() as connection:
        job = connection.execute(query).mappings().one()["job"]
    handle(tools, delivery_id, job)
    with house.engine.connect() as connection:
        return connection.execute(query).mappings().one()


def tried_before(house: House, number: int, seconds: float) -> None:
    """Let the attempt to post under an issue be so long ago."""
    with house.engine.begin() as connection:
        changed = update(COMMENTS).where(COMMENTS.c.issue == number)
        connection.execute(changed.values(tried_at=time.time() - seconds))


def asked(house: House, number: int) -> int:
    """How often a comment under an issue was asked for."""
    return sum(call.path.endswith(f"/issues/{number}/comments") for call in house.github.writes())


@ON_SQLITE
@pytest.mark.parametrize("is_there", [True, False])
def test_a_comment_whose_answer_was_lost_is_looked_for_soon(
    idle_house: House, by_hand: Tools, *, is_there: bool
) -> None:
    """However often GitHub failed before. One that is there ends the job; one that isn't is posted only when
    the lost one can't come any more, and the failed tries are waited for.
    """
    house, number = idle_house, 310 + is_there
    delivery_id = house.open_issue(number, HANDLE)
    with house.engine.begin() as connection:
        mine = update(DELIVERIES).where(DELIVERIES.c.id == delivery_id)
        connection.execute(mine.values(tries=9))  # the next pause would be 100 seconds
    house.github.fail_next("POST", f"/issues/{number}/comments$", Fault(502, after=is_there))
    row = run(house, by_hand, delivery_id)
    assert (row["state"], row["tries"]) == (State.POSTPONED, 10)
    assert "unclear" in row["error"]
    assert row["due_at"] - time.time() < 3
    tried_before(house, number, 2.5)
    row = run(house, by_hand, delivery_id)
    for seconds, soonest, latest in () if is_there else ((6, 1, 5), (15, 5, 10), (60, 14, 25)):
        assert (row["state"], row["error"]) == (State.POSTPONED, MAY_COME)
        assert soonest < row["due_at"] - time.time() < latest
        assert asked(house, number) == 1
        tried_before(house, number, seconds)
        row = run(house, by_hand, delivery_id)
    if not is_there:
        tried_before(house, number, 205)
        row = run(house, by_hand, delivery_id)
    assert (row["state"], row["what"]) == (State.HANDLED, What.CREATED if not is_there else What.UNCHANGED)
    assert len(house.bodies(number)) == 1
    assert asked(house, number) == 2 - is_there
