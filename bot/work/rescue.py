"""Deliveries whose workflow came to nothing get another: the store, not the engine, knows what is still to
be done.

That covers what adoption can't: a workflow of another version of the code, one the engine gave up on, a
database that was put back from a copy.
"""

from __future__ import annotations

from typing import Final

import structlog

from bot.store import deliveries
from bot.store.clock import now
from bot.store.delivery import Job
from bot.store.delivery_lists import stalled
from bot.work.engine import Durable
from bot.work.tools import Tools

OVERDUE: Final = 60.0  # seconds
log = structlog.get_logger(__name__)


def rescue(tools: Tools, durable: Durable) -> int:
    """Put deliveries that nobody will work on back in line; how many."""
    saved, after = 0, 0
    while True:
        with tools.engine.begin() as connection:
            rows = stalled(connection, now(connection) - OVERDUE, after)
        if not rows:
            return saved
        after = rows[-1][1].seq
        living = durable.living(old for old, _ in rows)
        lost = [(old, job) for old, job in rows if old not in living]
        durable.cancel(old for old, _ in lost)
        saved += sum(_put_back(tools, old, job) for old, job in lost)


def _put_back(tools: Tools, old: str, job: Job) -> bool:
    with tools.engine.begin() as connection:
        new = deliveries.hand_over(connection, job, old)
        if new is not None:
            tools.line.put(connection, job.delivery, job=new, seq=job.seq)
    if new is not None:
        log.warning(
            "a delivery's workflow came to nothing, it gets another", delivery=job.delivery.id, lost=old
        )
    return new is not None
