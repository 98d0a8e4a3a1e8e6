"""After a torture run: what must hold, checked from the outside."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Engine, select

from bot.answer.marker import read_marker
from bot.store.delivery import State
from bot.store.tables import DELIVERIES
from tests.torture.documents import Call
from tests.torture.known import Known
from tests.torture.patience import impatient
from tests.torture.plan import Plan
from tests.torture.stand_in import StandIn

FIRST_RECORD: Final = re.compile(r"/errors/([a-z0-9-]+)")


def complaints(
    github: StandIn,
    engine: Engine,
    plan: Plan,
    accepted: set[str],
    interval: float,
    known: Known,
    troubles: Sequence[float],
) -> list[str]:
    """Everything that isn't as it must be; empty when all is well. ``troubles`` are the times of kill -9, of
    processes and of the database.
    """
    return [
        *_deliveries(engine, plan, accepted),
        *_comments(github, plan),
        *_replies(github, plan),
        *_pace(github, interval, known, troubles),
    ]


def _deliveries(engine: Engine, plan: Plan, accepted: set[str]) -> list[str]:
    with engine.connect() as connection:
        columns = (DELIVERIES.c.id, DELIVERIES.c.state, DELIVERIES.c.error)
        rows = {row.id: row for row in connection.execute(select(*columns))}
    said = [f"accepted, but not stored: {guid}" for guid in accepted - set(rows)]
    for guid, row in rows.items():
        if row.state == State.SET_ASIDE and guid not in plan.poisoned:
            said.append(f"set aside, though not poisoned: {guid} {(row.error or '')[-300:]}")
        if row.state not in {State.HANDLED, State.SET_ASIDE}:
            said.append(f"accepted, but not handled: {guid} {row.state}")
    return said


def _comments(github: StandIn, plan: Plan) -> list[str]:
    said = []
    for (repo_id, number), slug in plan.expected.items():
        ours = [one for one in github.ours(repo_id, number) if _answers(one.body) == 0]
        where = f"issue {repo_id}#{number}"
        if len(ours) > 1:
            said.append(f"{where}: {len(ours)} comments")
        if number >= 10_000:
            continue
        shown = [one for one in ours if not one.minimised]
        if slug is None and shown:
            said.append(f"{where}: a comment where silence was due: {shown[0].body[:80]!r}")
        if slug is not None:
            found = FIRST_RECORD.search(shown[0].body) if shown else None
            if found is None or found.group(1) != slug:
                said.append(f"{where}: {found and found.group(1)} instead of {slug}")
    return said


def _replies(github: StandIn, plan: Plan) -> list[str]:
    replies: Counter[tuple[int, int, int]] = Counter()
    for comment in github.comments.values():
        answered = _answers(comment.body)
        if answered:
            replies[comment.repo, comment.issue, answered] += 1
    said = [f"{number} replies to {spot}" for spot, number in replies.items() if number > 1]
    return said + [f"no reply to {spot}" for spot in plan.commands if not replies[spot]]


def _answers(body: str) -> int:
    marker = read_marker(body)
    return marker.reply_to if marker else 0


def _pace(github: StandIn, interval: float, known: Known, troubles: Sequence[float]) -> list[str]:
    by_installation: defaultdict[int | None, list[Call]] = defaultdict(list)
    for call in sorted(github.calls, key=lambda call: call.at):
        by_installation[call.installation].append(call)
    said = []
    for installation, calls in by_installation.items():
        if installation is None:
            continue
        written = [call for call in calls if call.is_write]
        said += _too_close(installation, written, interval)
        writes = [call.at for call in written]
        for window, most in ((60.0, 80), (3600.0, 500)):
            worst = max((sum(at <= other < at + window for other in writes) for at in writes), default=0)
            if worst > most:
                said.append(f"installation {installation}: {worst} writes in {window:.0f} s")
        said += impatient(installation, calls, known, troubles)
    return said


def _too_close(installation: int, writes: list[Call], interval: float) -> list[str]:
    return [
        f"installation {installation}: {later.at - earlier.at:.3f} s from {_told(earlier)} to {_told(later)}"
        for earlier, later in itertools.pairwise(writes)
        if later.at - earlier.at < interval
    ]


def _told(call: Call) -> str:
    fault = f" {call.fault.status} {'after' if call.fault.after else 'before'}" if call.fault else ""
    return f"{call.verb} {call.path} ({call.status}{fault})"
