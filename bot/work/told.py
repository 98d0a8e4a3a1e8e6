"""What GitHub told any process to wait, for all of them: kept in the store."""

from __future__ import annotations

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.store import pace
from bot.store.failure import told

log = structlog.get_logger(__name__)


class Told:
    """The store's side of `bot.github.gate.Gate`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def blocked_for(self, installation_id: int) -> float:
        """Seconds for which GitHub told somebody to wait. Raises the database's errors: without an answer
        nobody is called.
        """
        with self._engine.connect() as connection:
            return pace.blocked_for(connection, installation_id)

    def block(self, installation_id: int, seconds: float) -> None:
        """Write it down at once, before the job that was told does anything else."""
        try:
            with self._engine.begin() as connection:
                pace.block(connection, installation_id, seconds)
        except SQLAlchemyError as error:
            # The process knows it by itself, and its job writes it down again when it ends.
            log.warning("couldn't note that GitHub told us to wait", error=told(error))
