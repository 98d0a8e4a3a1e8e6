"""What people asked for on the pages: who, what, where, when, and what became of it.

A row is written together with the delivery whose job does it; the job writes down its end here, because
deliveries are forgotten earlier.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, delete, select, update

from bot.store.delivery import OPEN, State
from bot.store.tables import DELIVERIES
from bot.store.tables_triage import TRIAGE_ACTIONS
from bot.store.triage_change import Action, Change, Happened, Person, RecordDraft, Stage
from bot.store.upsert import insert

PREFIX: Final = "triage-"  # begins the id of the delivery that does what was asked for
_T: Final = TRIAGE_ACTIONS.c
_D: Final = DELIVERIES.c


def ask(connection: Connection, change: Change, batch: str | None, now: float) -> bool:
    """Write down what is asked for; ``False`` when its token is known already."""
    query = (
        insert(connection, TRIAGE_ACTIONS)
        .values(
            **_told(change), token=change.token, batch=batch, login=change.person.login[:100], asked_at=now
        )
        .on_conflict_do_nothing(index_elements=["token"])
        .returning(_T.seq)
    )
    return connection.execute(query).scalar() is not None


def is_same(connection: Connection, change: Change) -> bool:
    """Whether the change of this token asked for the very same."""
    row = connection.execute(select(TRIAGE_ACTIONS).where(_T.token == change.token)).mappings().one_or_none()
    return row is not None and all(row[name] == value for name, value in _told(change).items())


def find(connection: Connection, token: str) -> Change | None:
    """What was asked for with a token."""
    row = connection.execute(select(TRIAGE_ACTIONS).where(_T.token == token)).mappings().one_or_none()
    if row is None:
        return None
    return Change(
        Action(row["action"]),
        Person(row["login"], row["person_id"]),
        row["repo_id"],
        row["token"],
        row["issue"],
        row["subject"],
        row["seen"],
        row["why"],
    )


def end(
    connection: Connection,
    token: str,
    stage: Stage,
    reason: str,
    now: float,
    *,
    made: dict[str, Any] | None = None,
) -> None:
    """Write down what became of it."""
    values = {"result": stage, "reason": reason.replace("\0", ""), "ended_at": now}
    text = None if made is None else json.dumps(made)
    connection.execute(update(TRIAGE_ACTIONS).where(_T.token == token).values(**values, made=text))


def is_done(connection: Connection, token: str) -> bool:
    """Whether it was done, so that a job that is run again has nothing to do any more."""
    return connection.execute(select(_T.result).where(_T.token == token)).scalar() == Stage.DONE


def happened(connection: Connection, token: str) -> Happened | None:
    """What became of one."""
    row = connection.execute(_with_delivery().where(_T.token == token)).mappings().one_or_none()
    return None if row is None else _happened(row)


def of_batch(connection: Connection, batch: str) -> tuple[Happened, ...]:
    """What became of those asked for together, by issue."""
    rows = connection.execute(_with_delivery().where(_T.batch == batch).order_by(_T.issue)).mappings()
    return tuple(_happened(row) for row in rows)


def history(
    connection: Connection, repo_ids: Collection[int], limit: int, before: float | None
) -> tuple[Happened, ...]:
    """What was asked for in these repositories before then, the newest first."""
    query = _with_delivery().where(_T.repo_id.in_(tuple(repo_ids)))
    if before is not None:
        query = query.where(_T.asked_at < before)
    rows = connection.execute(query.order_by(_T.asked_at.desc(), _T.seq.desc()).limit(limit)).mappings()
    return tuple(_happened(row) for row in rows)


def forget(connection: Connection, before: float) -> int:
    """Forget what was asked for before then; how many."""
    return connection.execute(delete(TRIAGE_ACTIONS).where(_T.asked_at < before)).rowcount


def _told(change: Change) -> dict[str, Any]:
    return {
        "repo_id": change.repo_id,
        "issue": change.issue,
        "action": change.action,
        "subject": change.subject,
        "seen": change.seen,
        "why": change.why,
        "person_id": change.person.id,
    }


def _with_delivery() -> Any:
    job = _D.id == PREFIX + _T.token
    return select(TRIAGE_ACTIONS, _D.state.label("job_state")).outerjoin(DELIVERIES, job)


def _happened(row: RowMapping) -> Happened:
    stage, reason = _stage(row)
    made = json.loads(row["made"]) if row["made"] else None
    return Happened(
        token=row["token"],
        batch=row["batch"],
        repo_id=row["repo_id"],
        issue=row["issue"],
        action=Action(row["action"]),
        subject=row["subject"],
        login=row["login"],
        person_id=row["person_id"],
        asked_at=row["asked_at"],
        state=stage,
        reason=reason,
        ended_at=row["ended_at"],
        draft=RecordDraft(**made) if made else None,
    )


def _stage(row: RowMapping) -> tuple[Stage, str]:
    # Only when the job has ended too does what it leaves behind stand where it's looked for.
    if row["job_state"] in OPEN:
        return Stage.PENDING, ""
    if row["result"] is not None:
        return Stage(row["result"]), row["reason"]
    if row["job_state"] == State.DROPPED:
        return Stage.REFUSED, "it was dropped"
    # Set aside, or handled or forgotten without having come to its end here.
    return Stage.FAILED, "it failed; those who look after the server can see why"
