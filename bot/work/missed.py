"""Webhook calls that never reached us: GitHub doesn't repeat them by itself, but tells of the last three
days.

Each run reads back to the last one it has seen. What failed is asked for again; when that fails too, the
document is taken from GitHub and handled as if it had come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import structlog

from bot.github.errors import GitHubError, Refused
from bot.github.hooks import HookCall, Hooks
from bot.store import deliveries, notes
from bot.store.clock import now
from bot.work.take_in import take_in
from bot.work.told_again import delivery_from, is_acted_on
from bot.work.tools import Tools

SEEN: Final = "hook calls seen"
ASKED: Final = "hook calls asked for"
REACH: Final = 3 * 86_400.0  # seconds that GitHub remembers
GRACE: Final = 30.0  # seconds that a call just made may still be under way
MOST_ASKED: Final = 2  # times a delivery is asked for before its document is fetched
STORED: Final = 202
DONE: Final = range(200, 300)
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """What a run did: calls read, deliveries asked for again, and documents fetched instead."""

    read: int
    asked: int
    fetched: int


def look_for_missed(tools: Tools, hooks: Hooks) -> Found:
    """Take up the deliveries that failed or that we don't know. Nothing when GitHub has no such list."""
    with tools.engine.begin() as connection:
        at = now(connection)
        seen = notes.read(connection, SEEN) or 0
        asked = Counter(notes.read(connection, ASKED) or {})
    try:
        calls = list(_since(hooks, seen, at))
    except Refused as refused:
        log.warning("GitHub tells nothing of its webhook calls", reason=refused.reason)
        return Found(0, 0, 0)
    again = fetched = 0
    for call in _missed(tools, calls):
        if asked[call.guid] < MOST_ASKED:
            again += _ask(hooks, call)
        else:
            fetched += _fetch(tools, hooks, call)
        asked[call.guid] += 1
    with tools.engine.begin() as connection:
        notes.write(connection, SEEN, max((call.id for call in calls), default=seen), at)
        # Counted only as long as GitHub may still tell of them.
        recent = {call.guid for call in calls} | set(list(asked)[-1_000:])
        notes.write(connection, ASKED, {guid: n for guid, n in asked.items() if guid in recent}, at)
    if again or fetched:
        log.warning("webhook calls were missed", asked_again=again, fetched=fetched)
    return Found(len(calls), again, fetched)


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


def _ask(hooks: Hooks, call: HookCall) -> bool:
    try:
        hooks.send_again(call)
    except GitHubError as error:
        log.warning("a missed webhook call can't be asked for", delivery=call.guid, error=str(error))
        return False
    return True


def _fetch(tools: Tools, hooks: Hooks, call: HookCall) -> bool:
    try:
        sent = hooks.payload(call)
    except GitHubError as error:
        log.warning("a missed webhook call can't be fetched", delivery=call.guid, error=str(error))
        return False
    delivery = delivery_from(sent.guid, sent.event, sent.document)
    return delivery is not None and take_in(tools.engine, tools.line, delivery)
