"""Forgetting what isn't needed any more, so that the database stays small."""

from __future__ import annotations

from typing import Final

import structlog
from sqlalchemy import text

from bot.store import deliveries, forget, notes, questions, sessions, triage_actions
from bot.store.clock import now
from bot.work.engine import Durable
from bot.work.forget import forget_left
from bot.work.repository.tell import TOLD
from bot.work.tools import Tools

DAY: Final = 86_400.0  # seconds
ASKED_KEPT: Final = 365 * DAY  # who changed what is asked about later than what was done for an issue
WORKFLOWS_KEPT: Final = 3_600.0  # seconds; what came of a delivery stands in its own row
log = structlog.get_logger(__name__)


def keep_house(tools: Tools, durable: Durable) -> None:
    """Drop ended workflows and deliveries past their time; give the space back."""
    with tools.engine.begin() as connection:
        at = now(connection)
        oldest = at - tools.settings.keep_days * DAY
        dropped = deliveries.forget_old(connection, oldest)
        notes.forget(connection, TOLD, oldest)
        questions.forget_asked(connection, at - DAY)
        forget.forget_old_sightings(connection, at - tools.settings.keep_sightings_days * DAY)
        sessions.forget_over(connection, at)
        triage_actions.forget(connection, min(oldest, at - ASKED_KEPT))
    forget_left(tools.engine)
    ended = 0
    while (gone := durable.forget_before(at - WORKFLOWS_KEPT)) and not tools.stop.is_set():
        ended += gone
    if tools.settings.is_sqlite:
        with tools.engine.connect() as connection:
            connection.execute(text("PRAGMA incremental_vacuum(2000)"))
    if dropped or ended:
        log.info("housekeeping", deliveries=dropped, workflows=ended)
