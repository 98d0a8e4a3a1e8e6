"""Deliveries: what came in, how far it is, and what became of it.

A row is written before a delivery is acknowledged. ``job`` names the one workflow that may work on it now; a
workflow that finds another name there has been overtaken and stops.
"""

from __future__ import annotations

import functools
import json
import time
from typing import Any, Final

from sqlalchemy import Connection, Engine, bindparam, delete, select, update
from sqlalchemy.sql.dml import ReturningInsert

from bot.store.delivery import OPEN, Delivery, Job, Outcome, Row, State, What, job_of, row_of
from bot.store.tables import DELIVERIES
from bot.store.upsert import insert

__all__ = ["Delivery", "Job", "Outcome", "Row", "State", "What"]

LONGEST_ERROR: Final = 8_000  # characters of a traceback that are kept
_D: Final = DELIVERIES.c


def add(connection: Connection, delivery: Delivery, job: str, now: float) -> int | None:
    """Store a delivery that is to be worked on by ``job``; its number in order, or ``None`` when it's
    known already.
    """
    values = {
        "id": delivery.id,
        "event": delivery.event,
        "action": delivery.action,
        "installation_id": delivery.installation_id,
        "repo_id": delivery.repo_id,
        "repo": delivery.repo,
        "issue": delivery.issue,
        "comment_id": delivery.comment_id,
        "sender": delivery.sender,
        "sender_is_bot": delivery.sender_is_bot,
        "payload": json.dumps(delivery.payload, separators=(",", ":")),
        "received_at": now,
        "state": State.QUEUED,
        "job": job,
    }
    seq = connection.execute(_add(connection.dialect.name, tuple(values)), values).scalar()
    return None if seq is None else int(seq)


@functools.cache
def _add(dialect: str, columns: tuple[str, ...]) -> ReturningInsert[Any]:
    """Built once: it's executed while others wait for their turn to write."""
    return (
        insert(dialect, DELIVERIES)
        .values({name: bindparam(name) for name in columns})
        .on_conflict_do_nothing(index_elements=["id"])
        .returning(_D.seq)
    )


def is_known(connection: Connection, delivery_id: str) -> bool:
    """Whether a delivery of this id was ever stored (and not yet dropped for its age)."""
    return connection.execute(select(_D.seq).where(_D.id == delivery_id)).scalar() is not None


def start(connection: Connection, delivery_id: str, job: str, *, anew: bool = True) -> Job | None:
    """Take up a delivery; ``None`` when it's done, gone, or another job's by now.

    The start is counted, until `postpone` tells of its end, unless it isn't ``anew``: by a process that has
    taken it up before, and lives.
    """
    statement = (
        update(DELIVERIES)
        .where(_D.id == delivery_id, _D.job == job, _D.state.in_(OPEN))
        .values(starts=_D.starts + int(anew))
        .returning(*DELIVERIES.c)
    )
    row = connection.execute(statement).mappings().one_or_none()
    return None if row is None else job_of(row)


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
        payload="{}",  # done, so what the job needed isn't needed any more
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
    """Hand a delivery from workflow ``old`` to ``new``, which begins at ``due_at``: an end like any other, so
    that starts are counted from there.
    """
    return _move(
        connection,
        job.delivery.id,
        old,
        state=State.POSTPONED,
        job=new,
        hops=job.hops + 1,
        due_at=due_at,
        tries=tries,
        starts=0,
        error=_cut(error),
        write_at=write_at,
    )


def set_aside(connection: Connection, delivery_id: str, job: str, error: str, now: float) -> bool:
    """Give up on a delivery for now; it waits, with its error, for somebody to look at it."""
    return _move(
        connection, delivery_id, job, state=State.SET_ASIDE, error=_cut(error), due_at=None, finished_at=now
    )


def hand_over(connection: Connection, job: Job, old: str) -> str | None:
    """Give an open delivery whose workflow ``old`` came to nothing a new one; its name.

    ``None`` when it was handed over or ended meanwhile.
    """
    new = next_job(job)
    moved = _move(
        connection, job.delivery.id, old, state=State.QUEUED, job=new, hops=job.hops + 1, due_at=None
    )
    return new if moved else None


def reopen(connection: Connection, delivery_id: str) -> tuple[str, Job] | None:
    """Put a delivery that was set aside back in line, as if it were new: the workflow's name, and the job.

    ``None`` when there is none that was set aside.
    """
    row = connection.execute(select(DELIVERIES).where(_D.id == delivery_id)).mappings().one_or_none()
    if row is None or row["state"] != State.SET_ASIDE:
        return None
    job = job_of(row)
    new = next_job(job)
    fresh = {"tries": 0, "starts": 0, "due_at": None, "finished_at": None, "write_at": None}
    mine = (_D.id == delivery_id, _D.state == State.SET_ASIDE, _D.hops == job.hops)
    changed = update(DELIVERIES).where(*mine).values(state=State.QUEUED, job=new, hops=job.hops + 1, **fresh)
    return (new, job) if connection.execute(changed).rowcount == 1 else None


def next_job(job: Job) -> str:
    """The name of the workflow that works on a delivery after the present one."""
    return f"{job.delivery.id}~{job.hops + 1}"


def find(connection: Connection, delivery_id: str) -> tuple[Row, Delivery] | None:
    """A delivery with what is left of its text."""
    row = connection.execute(select(DELIVERIES).where(_D.id == delivery_id)).mappings().one_or_none()
    return None if row is None else (row_of(row), job_of(row).delivery)


def drop(connection: Connection, delivery_id: str, now: float) -> bool:
    """Give up on a delivery for good. Its text goes, its id stays, so that it isn't taken up again."""
    statement = (
        update(DELIVERIES)
        .where(_D.id == delivery_id, _D.state.not_in((State.HANDLED, State.DROPPED)))
        .values(state=State.DROPPED, payload="{}", finished_at=now)
    )
    return connection.execute(statement).rowcount == 1


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
