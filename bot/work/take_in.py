"""A delivery is stored and its job put in line, both or neither."""

from __future__ import annotations

from sqlalchemy import Engine

from bot.store import deliveries
from bot.store.clock import now
from bot.store.delivery import Delivery
from bot.work.engine import Line


def take_in(engine: Engine, line: Line, delivery: Delivery) -> bool:
    """Take a delivery in; ``False`` when it's known already. Raises what the database raises."""
    with engine.begin() as connection:
        seq = deliveries.add(connection, delivery, delivery.id, now(connection))
        if seq is not None:
            line.put(connection, delivery, job=delivery.id, seq=seq)
    return seq is not None
