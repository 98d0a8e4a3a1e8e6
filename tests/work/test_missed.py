"""What GitHub couldn't deliver is found, asked for, and at last fetched; after long outages issues are
looked up.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import delete, select

from bot.github.connect import Connection, connect
from bot.store import deliveries, installations, notes
from bot.store.installations import Installation, Presence, Repository
from bot.store.tables import DELIVERIES, NOTES
from bot.work.catch_up import HEARD, catch_up, note_that_we_listen
from bot.work.engine import Line
from bot.work.missed import Found, look_for_missed
from bot.work.tools import Tools
from bot.work.worker import tools_for
from tests.torture.documents import Fault
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, INSTALLATION, REPO, REPO_ID, House

pytestmark = ON_SQLITE  # nothing here depends on the database


@pytest.fixture
def connection(idle_house: House) -> Connection:
    """The ways to the stand-in."""
    return connect(idle_house.settings)


@pytest.fixture
def tools(idle_house: House, connection: Connection) -> Iterator[Tools]:
    """What schedules work with, on an emptied store."""
    with idle_house.engine.begin() as opened:
        opened.execute(delete(DELIVERIES))
        opened.execute(delete(NOTES))
    idle_house.github.hook_deliveries.clear()
    idle_house.github.redelivered.clear()
    line = Line(idle_house.engine)
    yield tools_for(idle_house.settings, idle_house.engine, line, connection, "slot-9")
    line.close()


def hook_call(house: House, number: int, status: int, *, age: float = 600.0, **more: Any) -> None:
    """GitHub remembers an attempt to deliver an issue's event."""
    house.github.put_issue(REPO_ID, number, "It fails", HANDLE)
    at = datetime.fromtimestamp(time.time() - age, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    payload = house.github.payload(REPO_ID, number, "opened")
    house.github.hook_deliveries.append(
        {
            "id": len(house.github.hook_deliveries) + 1,
            "guid": f"guid-{number}",
            "delivered_at": at,
            "status_code": status,
            "event": "issues",
            "action": "opened",
            "installation_id": INSTALLATION,
            "request": {"payload": payload},
            **more,
        }
    )


def known(tools: Tools) -> list[str]:
    """The deliveries in the store."""
    with tools.engine.connect() as opened:
        return sorted(opened.execute(select(DELIVERIES.c.id)).scalars())


def test_failed_calls_are_asked_for_again(idle_house: House, tools: Tools, connection: Connection) -> None:
    """Failed ones and those stored but lost are asked for; done, ignored, foreign and just made ones
    aren't.
    """
    hook_call(idle_house, 1, 502)
    hook_call(idle_house, 2, 0)
    hook_call(idle_house, 3, 200)  # not acted on, and said so
    hook_call(idle_house, 4, 202)  # stored, and the store lost since
    hook_call(idle_house, 5, 500, event="star", action="created")
    hook_call(idle_house, 6, 502, age=4 * 86_400)
    hook_call(idle_house, 7, 502, age=3)
    assert look_for_missed(tools, connection.hooks) == Found(0, 0, 0), "the newest is still under way"
    idle_house.github.hook_deliveries.pop()
    idle_house.github.hook_deliveries[5]["id"] = 0
    found = look_for_missed(tools, connection.hooks)
    assert sorted(idle_house.github.redelivered) == [1, 2, 4]
    assert (found.asked, found.fetched) == (3, 0)


def test_each_call_is_looked_at_once(idle_house: House, tools: Tools, connection: Connection) -> None:
    """A second run reads only what is new."""
    hook_call(idle_house, 1, 502)
    look_for_missed(tools, connection.hooks)
    assert look_for_missed(tools, connection.hooks) == Found(0, 0, 0)
    hook_call(idle_house, 1, 202, redelivery=True)
    with tools.engine.begin() as opened:
        deliveries.add(opened, idle_house.delivery(1, id="guid-1"), "guid-1", time.time())
    assert look_for_missed(tools, connection.hooks) == Found(1, 0, 0)
    assert idle_house.github.redelivered == [1]


def test_what_keeps_failing_is_fetched_and_handled(
    idle_house: House, tools: Tools, connection: Connection
) -> None:
    """Asked for twice in vain: the document comes from GitHub, cut down like any other, and gets its job."""
    for attempt in range(3):
        hook_call(idle_house, 1, 502, age=600 - attempt)
        found = look_for_missed(tools, connection.hooks)
    assert found == Found(1, 0, 1)
    assert known(tools) == ["guid-1"]
    with tools.engine.connect() as opened:
        stored = deliveries.find(opened, "guid-1")
    assert stored is not None
    assert stored[1].payload["issue"]["body"] == HANDLE
    assert "sender" not in stored[1].payload


def test_what_could_not_be_asked_for_is_not_passed_by(
    idle_house: House, tools: Tools, connection: Connection
) -> None:
    """An unclear answer, a limit, or no answer: the next run sees the call again, until it's asked for."""
    for number in range(1, 5):
        hook_call(idle_house, number, 502, age=600 - number)
    fail = idle_house.github.fail_next
    fail(
        "POST",
        "/app/hook/deliveries/2/attempts$",
        Fault(502),
        Fault(0),
        Fault(429),
        Fault(403, message="rate limit"),
    )
    for run in range(4):
        assert look_for_missed(tools, connection.hooks).read == (4 if run == 0 else 3)
        for call_id in idle_house.github.redelivered:
            arrive(idle_house, tools, call_id)
    assert sorted(idle_house.github.redelivered) == [1, 3, 4]
    assert look_for_missed(tools, connection.hooks).asked == 1
    assert sorted(idle_house.github.redelivered) == [1, 2, 3, 4]
    assert look_for_missed(tools, connection.hooks) == Found(0, 0, 0)


def arrive(house: House, tools: Tools, call_id: int) -> None:
    """What GitHub was asked for comes by webhook."""
    guid = f"guid-{call_id}"
    with tools.engine.begin() as opened:
        deliveries.add(opened, house.delivery(call_id, id=guid), guid, time.time())


def test_what_could_not_be_fetched_is_not_passed_by(
    idle_house: House, tools: Tools, connection: Connection
) -> None:
    """Nor where it's the document that can't be had for now."""
    for attempt in range(3):
        hook_call(idle_house, 1, 502, age=600 - attempt)
        if attempt < 2:
            look_for_missed(tools, connection.hooks)
    # Each read that gets lost is sent once more before it's given up.
    lost = (Fault(502), Fault(502), Fault(0), Fault(0))
    idle_house.github.fail_next("GET", r"/app/hook/deliveries/\d+$", *lost)
    for _ in range(2):
        assert look_for_missed(tools, connection.hooks) == Found(1, 0, 0)
    assert look_for_missed(tools, connection.hooks) == Found(1, 0, 1)
    assert known(tools) == ["guid-1"]


def test_where_asking_is_refused_it_is_fetched(
    idle_house: House, tools: Tools, connection: Connection
) -> None:
    """A plain no will not change: the document is taken at once; a no to that is the end."""
    hook_call(idle_house, 1, 502)
    hook_call(idle_house, 2, 502, age=500)
    for number in (1, 2):
        idle_house.github.fail_next(
            "POST", f"/deliveries/{number}/attempts$", Fault(404, message="Not Found")
        )
    idle_house.github.fail_next("GET", "/deliveries/2$", Fault(404, message="Not Found"))
    assert look_for_missed(tools, connection.hooks) == Found(2, 0, 1)
    assert look_for_missed(tools, connection.hooks) == Found(0, 0, 0)
    assert known(tools) == ["guid-1"]


def test_what_fails_for_ever_holds_nothing_up(
    idle_house: House, tools: Tools, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that never works is given up after a while; many that fail end a run early, and lose nothing."""
    monkeypatch.setattr("bot.work.missed.MOST_FAILED", 3)
    monkeypatch.setattr("bot.work.missed.PATIENCE", 2)
    for number in range(1, 6):
        hook_call(idle_house, number, 502, age=600 - number)
    bad = {"/app/hook/deliveries/1/attempts", "/app/hook/deliveries/2/attempts"}
    posts: list[str] = []

    def choose(verb: str, path: str, _body: object) -> Fault | None:
        posts.append(path) if verb == "POST" and "attempts" in path else None
        return Fault(502) if path in bad else None

    idle_house.github.choose = choose
    try:
        for run in range(5):
            look_for_missed(tools, connection.hooks)
            assert len(posts) <= 2 * (run + 1) + 3
    finally:
        idle_house.github.choose = lambda _verb, _path, _body: None
    assert sorted(idle_house.github.redelivered) == [3, 4, 5]
    assert look_for_missed(tools, connection.hooks) == Found(0, 0, 0)


def test_many_pages_are_read(idle_house: House, tools: Tools, connection: Connection) -> None:
    """More calls than a page holds."""
    for number in range(250):
        hook_call(idle_house, number + 1, 502 if number == 0 else 200, age=1000 - number)
    assert look_for_missed(tools, connection.hooks) == Found(250, 1, 0)


def test_a_github_without_such_lists_is_no_trouble(
    idle_house: House, tools: Tools, connection: Connection
) -> None:
    """Nothing to be read, nothing done."""
    idle_house.github.fail_next("GET", "/app/hook/deliveries", Fault(404, message="Not Found"))
    assert look_for_missed(tools, connection.hooks) == Found(0, 0, 0)


def test_an_outage_is_noticed(tools: Tools) -> None:
    """The first look ever is no outage; later ones tell how long nobody looked."""
    assert note_that_we_listen(tools) is None
    away = note_that_we_listen(tools)
    assert away is not None
    assert 0 <= away < 5
    with tools.engine.begin() as opened:
        notes.write(opened, HEARD, time.time() - 1_000.0, time.time())
    away = note_that_we_listen(tools)
    assert away is not None
    assert 1_000 <= away < 1_010


def test_issues_opened_meanwhile_are_caught_up_with(
    idle_house: House, tools: Tools, connection: Connection
) -> None:
    """Newer than the last one heard of, open, no pull request, not answered by the project; each once."""
    github = idle_house.github
    first = github.put_issue(REPO_ID, 1201, "heard of", HANDLE)
    github.put_issue(REPO_ID, 1202, "missed", HANDLE)
    github.put_issue(REPO_ID, 1203, "answered by a maintainer", HANDLE)
    github.put_comment(REPO_ID, 1203, "see #5", author="boss", association="MEMBER")
    github.put_issue(REPO_ID, 1204, "answered by a passer-by", HANDLE)
    github.put_comment(REPO_ID, 1204, "me too", author="bob")
    github.put_issue(REPO_ID, 1205, "closed", HANDLE, state="closed")
    github.put_issue(REPO_ID, 1206, "pull request", HANDLE, pull_request=True)
    with tools.engine.begin() as opened:
        account = Installation(INSTALLATION, "octo", "User", "all")
        installations.note(opened, account, Presence.ACTIVE, 1.0)
        repository = Repository(REPO_ID, REPO, private=False)
        installations.issue_seen(opened, INSTALLATION, repository, 1201, first.created_at)
    assert catch_up(tools, connection.backlog) == 2
    assert known(tools) == [f"catch-up-{REPO_ID}-1202", f"catch-up-{REPO_ID}-1204"]
    assert catch_up(tools, connection.backlog) == 0


def test_a_new_installation_answers_nothing_old(
    idle_house: House, tools: Tools, connection: Connection
) -> None:
    """Without an issue heard of there is nothing to catch up from."""
    idle_house.github.add_repository(900, "octo/new", 50)
    idle_house.github.put_issue(900, 1, "old", HANDLE)
    with tools.engine.begin() as opened:
        installations.note(opened, Installation(50, "octo", "User", "all"), Presence.ACTIVE, 1.0)
        installations.note(opened, Installation(INSTALLATION, "octo", "User", "all"), Presence.SUSPENDED, 1.0)
    assert catch_up(tools, connection.backlog) == 0
