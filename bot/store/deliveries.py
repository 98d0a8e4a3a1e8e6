"""Deliveries: what came in, how far it is, and what became of it.

A row is written before a delivery is acknowledged. ``job`` names the one workflow that may work on it now;
a workflow that finds another name there has been overtaken and stops.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Engine, RowMapping, delete, func, select, update

from bot.store.tables import DELIVERIES
from bot.store.upsert import insert

LONGEST_ERROR: Final = 8_000  # characters of a traceback that are kept
_D: Final = DELIVERIES.c


class State(StrEnum):
    """How far a delivery is. The first two are still to be done."""

    QUEUED = "queued"
    POSTPONED = "postponed"
    HANDLED = "handled"
    SET_ASIDE = "set aside"
    DROPPED = "dropped"


OPEN: Final = (State.QUEUED, State.POSTPONED)


class What(StrEnum):
    """What was done for a delivery."""

    CREATED = "created"
    EDITED = "edited"
    UNCHANGED = "unchanged"
    MINIMISED = "minimised"
    REPLIED = "replied"
    NOTED = "noted"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Delivery:
    """One webhook call, cut down to what its job needs. ``id`` is GitHub's ``X-GitHub-Delivery``.

    ``payload`` holds the parts of GitHub's document that the job reads (``issue``, ``comment``,
    ``repository``, ``installation`` …), under GitHub's names.
    """

    id: str
    event: str
    action: str
    installation_id: int | None
    repo_id: int | None
    repo: str | None
    issue: int | None
    comment_id: int | None
    sender: str
    sender_is_bot: bool
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """A delivery as its job finds it. ``write_at`` is its place in the installation's line of writes, if
    it has one.
    """

    seq: int
    delivery: Delivery
    hops: int
    starts: int
    tries: int
    write_at: float | None
    received_at: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a delivery.

    ``evidence`` holds a dict for each line that spoke: ``record`` (slug), ``title``, ``band``, ``role``,
    ``line`` (1 is the first line of the body, 0 the title) and ``text``. ``body`` is the comment as GitHub
    gets it.
    """

    what: What
    reason: str = ""
    body: str | None = None
    evidence: tuple[dict[str, Any], ...] = ()
    state: State = State.HANDLED
    error: str | None = None
    tries: int = 0
    received_at: float = 0.0
    finished_at: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A delivery in a list."""

    id: str
    event: str
    action: str
    repo: str | None
    issue: int | None
    state: State
    tries: int
    received_at: float
    due_at: float | None
    what: What | None
    reason: str | None
    error: str | None = field(repr=False)


def add(connection: Connection, delivery: Delivery, job: str, now: float) -> int | None:
    """Store a delivery that is to be worked on by ``job``; its number in order, or ``None`` when it's
    known already.
    """
    statement = (
        insert(connection, DELIVERIES)
        .values(
            id=delivery.id,
            event=delivery.event,
            action=delivery.action,
            installation_id=delivery.installation_id,
            repo_id=delivery.repo_id,
            repo=delivery.repo,
            issue=delivery.issue,
            comment_id=delivery.comment_id,
            sender=delivery.sender,
            sender_is_bot=delivery.sender_is_bot,
            payload=json.dumps(delivery.payload, separators=(",", ":")),
            received_at=now,
            state=State.QUEUED,
            job=job,
        )
        .on_conflict_do_nothing(index_elements=["id"])
        .returning(_D.seq)
    )
    seq = connection.execute(statement).scalar()
    return None if seq is None else int(seq)


def is_known(connection: Connection, delivery_id: str) -> bool:
    """Whether a delivery of this id was ever stored (and not yet dropped for its age)."""
    return connection.execute(select(_D.seq).where(_D.id == delivery_id)).scalar() is not None


def start(connection: Connection, delivery_id: str, job: str) -> Job | None:
    """Take up a delivery, counting the start; ``None`` when it's done, gone, or another job's by now."""
    statement = (
        update(DELIVERIES)
        .where(_D.id == delivery_id, _D.job == job, _D.state.in_(OPEN))
        .values(starts=_D.starts + 1)
        .returning(*DELIVERIES.c)
    )
    row = connection.execute(statement).mappings().one_or_none()
    return None if row is None else _job(row)


def finish(connection: Connection, delivery_id: str, job: str, outcome: Outcome, now: float) -> bool:
    """Write down what became of a delivery; ``False`` when another job has overtaken this one."""
    return _move(
        connection,
        delivery_id,
        job,
        state=outcome.state,
        what=outcome.what,
        reason=outcome.reason,
        body=outcome.body,
        evidence=json.dumps(outcome.evidence),
        error=None,
        due_at=None,
        finished_at=now,
    )


def postpone(  # noqa: PLR0913 - each is a column of its own
    connection: Connection,
    job: Job,
    old: str,
    new: str,
    *,
    due_at: float,
    tries: int,
    error: str | None,
    write_at: float | None,
) -> bool:
    """Hand a delivery from workflow ``old`` to ``new``, which begins at ``due_at``."""
    return _move(
        connection,
        job.delivery.id,
        old,
        state=State.POSTPONED,
        job=new,
        hops=job.hops + 1,
        due_at=due_at,
        tries=tries,
        error=_cut(error),
        write_at=write_at,
    )


def set_aside(connection: Connection, delivery_id: str, job: str, error: str, now: float) -> bool:
    """Give up on a delivery for now; it waits, with its error, for somebody to look at it."""
    return _move(
        connection, delivery_id, job, state=State.SET_ASIDE, error=_cut(error), due_at=None, finished_at=now
    )


def reopen(connection: Connection, delivery_id: str, job: str) -> Row | None:
    """Put a delivery that was set aside or dropped (or got stuck) back in line under workflow ``job``."""
    statement = (
        update(DELIVERIES)
        .where(_D.id == delivery_id, _D.state != State.HANDLED)
        .values(
            state=State.QUEUED, job=job, hops=_D.hops + 1, tries=0, starts=0, due_at=None, finished_at=None
        )
        .returning(*DELIVERIES.c)
    )
    row = connection.execute(statement).mappings().one_or_none()
    return None if row is None else _row(row)


def drop(connection: Connection, delivery_id: str, now: float) -> bool:
    """Give up on a delivery for good. Its text goes, its id stays, so that it isn't taken up again."""
    statement = (
        update(DELIVERIES)
        .where(_D.id == delivery_id, _D.state != State.HANDLED)
        .values(state=State.DROPPED, payload="{}", finished_at=now)
    )
    return connection.execute(statement).rowcount == 1


def listing(connection: Connection, states: tuple[State, ...], limit: int = 100) -> tuple[Row, ...]:
    """Deliveries in these states, the newest first."""
    statement = select(DELIVERIES).where(_D.state.in_(states)).order_by(_D.seq.desc()).limit(limit)
    return tuple(_row(row) for row in connection.execute(statement).mappings())


def stalled(connection: Connection, before: float, limit: int = 500) -> tuple[tuple[str, str, int, int], ...]:
    """Open deliveries that should have been worked on by ``before``: id, workflow, hops and number in
    order.
    """
    statement = (
        select(_D.id, _D.job, _D.hops, _D.seq)
        .where(_D.state.in_(OPEN), func.coalesce(_D.due_at, _D.received_at) < before)
        .order_by(_D.seq)
        .limit(limit)
    )
    return tuple((row.id, row.job, row.hops, row.seq) for row in connection.execute(statement))


def counts(connection: Connection) -> dict[State, int]:
    """How many deliveries are in each state."""
    rows = connection.execute(select(_D.state, func.count()).group_by(_D.state))
    return {State(state): number for state, number in rows}


def oldest_open(connection: Connection) -> float | None:
    """When the oldest delivery that is still to be done was due, or ``None``."""
    due = func.min(func.coalesce(_D.due_at, _D.received_at))
    return connection.execute(select(due).where(_D.state.in_(OPEN))).scalar()


def forget_old(connection: Connection, before: float) -> int:
    """Drop the rows of deliveries that were finished before ``before``."""
    return connection.execute(
        delete(DELIVERIES).where(_D.finished_at < before, _D.state.not_in(OPEN))
    ).rowcount


def outcome(engine: Engine, delivery_id: str) -> Outcome | None:
    """What became of a delivery, or ``None`` while it's still to be done (or isn't known)."""
    with engine.connect() as connection:
        row = connection.execute(select(DELIVERIES).where(_D.id == delivery_id)).mappings().one_or_none()
    if row is None or row["state"] in OPEN:
        return None
    return Outcome(
        what=What(row["what"] or What.SILENT),
        reason=row["reason"] or "",
        body=row["body"],
        evidence=tuple(json.loads(row["evidence"] or "[]")),
        state=State(row["state"]),
        error=row["error"],
        tries=row["tries"],
        received_at=row["received_at"],
        finished_at=row["finished_at"],
    )


def wait_for(engine: Engine, delivery_id: str, seconds: float) -> Outcome | None:
    """The outcome as soon as there is one; ``None`` when ``seconds`` pass without."""
    end = time.monotonic() + seconds
    while (found := outcome(engine, delivery_id)) is None and time.monotonic() < end:
        time.sleep(0.05)
    return found


def _move(connection: Connection, delivery_id: str, old_job: str, **values: Any) -> bool:
    mine = (_D.id == delivery_id, _D.job == old_job, _D.state.in_(OPEN))
    return connection.execute(update(DELIVERIES).where(*mine).values(**values)).rowcount == 1


def _cut(error: str | None) -> str | None:
    # PostgreSQL takes no NUL, and a message may quote what a reporter wrote.
    return error.replace("\0", "\\0")[-LONGEST_ERROR:] if error else None


def _job(row: RowMapping) -> Job:
    return Job(
        seq=row["seq"],
        delivery=Delivery(
            id=row["id"],
            event=row["event"],
            action=row["action"],
            installation_id=row["installation_id"],
            repo_id=row["repo_id"],
            repo=row["repo"],
            issue=row["issue"],
            comment_id=row["comment_id"],
            sender=row["sender"],
            sender_is_bot=row["sender_is_bot"],
            payload=json.loads(row["payload"]),
        ),
        hops=row["hops"],
        starts=row["starts"],
        tries=row["tries"],
        write_at=row["write_at"],
        received_at=row["received_at"],
    )


def _row(row: RowMapping) -> Row:
    return Row(
        id=row["id"],
        event=row["event"],
        action=row["action"],
        repo=row["repo"],
        issue=row["issue"],
        state=State(row["state"]),
        tries=row["tries"],
        received_at=row["received_at"],
        due_at=row["due_at"],
        what=What(row["what"]) if row["what"] else None,
        reason=row["reason"],
        error=row["error"],
    )
