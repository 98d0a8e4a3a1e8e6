"""Deliveries that somebody has to look at: listed, shown, tried again, dropped."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine

from bot.store import deliveries, delivery_lists
from bot.store.clock import now
from bot.store.delivery import Delivery, Row, State
from bot.work.engine import Line

NEED_A_LOOK = (State.SET_ASIDE,)


@dataclass(frozen=True, slots=True)
class Shown:
    """A delivery in full. Its payload is empty once it's handled or dropped."""

    row: Row
    delivery: Delivery


def listed(
    engine: Engine, states: tuple[State, ...] = NEED_A_LOOK, limit: int = 100, repo: str | None = None
) -> tuple[Row, ...]:
    """Deliveries in these states, by default those that were set aside, which come first; the newest first;
    only of ``repo`` (by name) where that is given.
    """
    with engine.connect() as connection:
        return delivery_lists.listing(connection, states, limit, repo)


def counted(engine: Engine) -> dict[State, int]:
    """How many deliveries are in each state."""
    with engine.connect() as connection:
        return delivery_lists.counts(connection)


def shown(engine: Engine, delivery_id: str) -> Shown | None:
    """One delivery, with its error."""
    with engine.connect() as connection:
        found = deliveries.find(connection, delivery_id)
    return Shown(*found) if found is not None else None


def retried(engine: Engine, line: Line, delivery_id: str) -> bool:
    """Put a delivery that was set aside back in line, as if it were new; ``False`` when there is none
    such.
    """
    with engine.begin() as connection:
        reopened = deliveries.reopen(connection, delivery_id)
        if reopened is not None:
            name, job = reopened
            line.put(connection, job.delivery, job=name, seq=job.seq)
    return reopened is not None


def dropped(engine: Engine, delivery_id: str) -> bool:
    """Give up on a delivery for good; ``False`` when it's handled, dropped or unknown."""
    with engine.begin() as connection:
        return deliveries.drop(connection, delivery_id, now(connection))
