"""Deliveries in numbers and lists: for triage, for health, and for finding those that got stuck."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, case, func, select

from bot.store.delivery import OPEN, Job, Row, State, job_of, row_of
from bot.store.tables import DELIVERIES

_D: Final = DELIVERIES.c


def listing(
    connection: Connection, states: tuple[State, ...], limit: int = 100, repo: str | None = None
) -> tuple[Row, ...]:
    """Deliveries in these states, those set aside before all others, the newest first; of one repository (by
    its name then) or of all.
    """
    wait_for_somebody = case((_D.state == State.SET_ASIDE, 0), else_=1)
    statement = select(DELIVERIES).where(_D.state.in_(states))
    statement = statement.order_by(wait_for_somebody, _D.seq.desc()).limit(limit)
    if repo is not None:
        statement = statement.where(func.lower(_D.repo) == repo.lower())
    return tuple(row_of(row) for row in connection.execute(statement).mappings())


def stalled(
    connection: Connection, before: float, after_seq: int = 0, limit: int = 500
) -> tuple[tuple[str, Job], ...]:
    """Open deliveries that should have been worked on by ``before``, with the workflow that was to do it."""
    statement = (
        select(DELIVERIES)
        .where(_D.state.in_(OPEN), func.coalesce(_D.due_at, _D.received_at) < before, _D.seq > after_seq)
        .order_by(_D.seq)
        .limit(limit)
    )
    return tuple((row["job"], job_of(row)) for row in connection.execute(statement).mappings())


def counts(connection: Connection) -> dict[State, int]:
    """How many deliveries are in each state."""
    rows = connection.execute(select(_D.state, func.count()).group_by(_D.state))
    return {State(state): number for state, number in rows}


def oldest_open(connection: Connection) -> float | None:
    """When the oldest delivery that is still to be done was due, or ``None``."""
    due = func.min(func.coalesce(_D.due_at, _D.received_at))
    return connection.execute(select(due).where(_D.state.in_(OPEN))).scalar()
