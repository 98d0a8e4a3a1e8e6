"""A delivery is stored and its job put in line, both or neither."""

from __future__ import annotations

from sqlalchemy import Connection, Engine

from bot.store import deliveries
from bot.store.admission import admit
from bot.store.clock import now
from bot.store.delivery import Delivery
from bot.work.engine import Line


def take_in(engine: Engine, line: Line, delivery: Delivery) -> bool:
    """Take a delivery in; ``False`` when it's known already. Raises what the database raises."""
    with engine.begin() as connection:
        return put_in(connection, line, delivery)


def put_in(connection: Connection, line: Line, delivery: Delivery) -> bool:
    """Do that within the caller's transaction."""
    at = now(connection)
    seq = deliveries.add(connection, delivery, delivery.id, at)
    if seq is not None:
        installation = delivery.installation_id
        delay = admit(connection, installation, at) if installation is not None else 0.0
        line.put(connection, delivery, job=delivery.id, seq=seq, delay=delay)
    return seq is not None
