"""Webhook calls that never reached us: GitHub doesn't repeat them by itself, but tells of the last three
days.

Each run reads back to the last one it has seen. What failed is asked for again; when that fails too, the
document is taken from GitHub and handled as if it had come. A call that couldn't even be asked for isn't
passed by: the next run begins below it, for as long as there is hope.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

import structlog

from bot.github.errors import Later, Refused, Unclear
from bot.github.hooks import HookCall, Hooks
from bot.store import deliveries, notes
from bot.store.clock import now
from bot.work.take_in import take_in
from bot.work.told_again import delivery_from, is_acted_on
from bot.work.tools import Tools

SEEN: Final = "hook calls seen"
ASKED: Final = "hook calls asked for"
FAILED: Final = "hook calls that failed us"
REACH: Final = 3 * 86_400.0  # seconds that GitHub remembers
GRACE: Final = 30.0  # seconds that a call just made may still be under way
MOST_ASKED: Final = 2  # times a delivery is asked for before its document is fetched
MOST_FAILED: Final = 100  # runs that one delivery is waited for; they are five minutes apart
PATIENCE: Final = 10  # failures after which a run leaves the rest to the next one
STORED: Final = 202
DONE: Final = range(200, 300)
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """What a run did: calls read, deliveries asked for again, and documents fetched instead."""

    read: int
    asked: int
    fetched: int


class _End(Enum):
    """What became of a missed call."""

    ASKED = "asked_again"
    FETCHED = "fetched"
    FAILED = "failed"
    LEFT = "left_for_later"
    LOST = "lost"
    OF_NO_USE = "of_no_use"


@dataclass(frozen=True, slots=True)
class _Tally:
    """How often each delivery was asked for, and how often that failed."""

    asked: Counter[str]
    failed: Counter[str]


def look_for_missed(tools: Tools, hooks: Hooks) -> Found:
    """Take up the deliveries that failed or that we don't know. Nothing when GitHub has no such list."""
    with tools.engine.begin() as connection:
        at = now(connection)
        seen = notes.read(connection, SEEN) or 0
        tally = _Tally(*(Counter(notes.read(connection, each) or {}) for each in (ASKED, FAILED)))
    try:
        calls = list(_since(hooks, seen, at))
    except Refused as refused:
        log.warning("GitHub tells nothing of its webhook calls", reason=refused.reason)
        return Found(0, 0, 0)
    ends = Counter[_End]()
    left = []
    for call in _missed(tools, calls):
        end = _End.LEFT if ends[_End.FAILED] >= PATIENCE else _take_up(tools, hooks, call, tally)
        ends[end] += 1
        if end in {_End.FAILED, _End.LEFT}:
            left.append(call.id)
    reached = max((call.id for call in calls), default=seen)
    with tools.engine.begin() as connection:
        notes.write(connection, SEEN, min([reached, *(each - 1 for each in left)]), at)
        # Counted only as long as GitHub may still tell of them.
        recent = {call.guid for call in calls} | set(list(tally.asked)[-1_000:])
        for key, counted in ((ASKED, tally.asked), (FAILED, tally.failed)):
            notes.write(connection, key, {guid: n for guid, n in counted.items() if guid in recent}, at)
    if ends:
        log.warning("webhook calls were missed", **{end.value: count for end, count in ends.items()})
    return Found(len(calls), ends[_End.ASKED], ends[_End.FETCHED])


def _since(hooks: Hooks, seen: int, at: float) -> Iterable[HookCall]:
    for call in hooks.newest_first():
        if call.id <= seen or call.at < at - REACH:
            return
        if call.at < at - GRACE:
            yield call


def _missed(tools: Tools, calls: list[HookCall]) -> list[HookCall]:
    """One attempt of each delivery that isn't with us, the oldest delivery first."""
    done = {call.guid for call in calls if call.status in DONE and call.status != STORED}
    latest = {call.guid: call for call in reversed(calls) if is_acted_on(call.event, call.action)}
    with tools.engine.connect() as connection:
        return [
            call
            for guid, call in latest.items()
            if guid not in done and not deliveries.is_known(connection, guid)
        ]


def _take_up(tools: Tools, hooks: Hooks, call: HookCall, tally: _Tally) -> _End:
    """Ask for a call again, or fetch what it brought where asking is in vain."""
    try:
        if tally.asked[call.guid] < MOST_ASKED:
            with contextlib.suppress(Refused):
                hooks.send_again(call)
                tally.asked[call.guid] += 1
                return _End.ASKED
        return _fetch(tools, hooks, call)
    except (Later, Unclear) as error:
        tally.failed[call.guid] += 1
        about = {"delivery": call.guid, "error": str(error)}
        if tally.failed[call.guid] >= MOST_FAILED:
            log.error("a missed webhook call is given up", **about)
            return _End.LOST
        log.warning("a missed webhook call can't be had now", **about)
        return _End.FAILED


def _fetch(tools: Tools, hooks: Hooks, call: HookCall) -> _End:
    try:
        sent = hooks.payload(call)
    except Refused as refused:
        log.error("a missed webhook call is lost", delivery=call.guid, error=refused.reason)
        return _End.LOST
    delivery = delivery_from(sent.guid, sent.event, sent.document)
    if delivery is None:
        return _End.OF_NO_USE
    take_in(tools.engine, tools.line, delivery)
    return _End.FETCHED
