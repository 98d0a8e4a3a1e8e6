"""Taking deliveries in: stored and in line before they are acknowledged. This is all the web process does
with them.
"""

from __future__ import annotations

import os
from enum import Enum

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.delivery import Delivery
from bot.store.failure import told
from bot.work.engine import EngineError, Line
from bot.work.take_in import take_in

__all__ = ["Accepted", "Delivery", "Intake", "IntakeUnavailable"]

CONNECTIONS = 10
PATIENCE = 4.5  # seconds; GitHub gives up after ten


class Accepted(Enum):
    """What was done with a delivery."""

    NEW = "new"
    KNOWN = "known"


class IntakeUnavailable(Exception):  # noqa: N818 - part of the contract with the web room
    """The delivery isn't stored; it has to be sent again."""


class Intake:
    """Takes deliveries in. Safe for threads; after a fork it opens connections of its own."""

    def __init__(self, settings: Settings) -> None:
        """Opens nothing yet, so that the web process starts while the database is away."""
        self._settings = settings
        self._opened: tuple[int, Engine, Line] | None = None

    def accept(self, delivery: Delivery) -> Accepted:
        """Store a delivery and put its job in line, both or neither. Raises `IntakeUnavailable`."""
        try:
            engine, line = self._open()
            is_new = take_in(engine, line, delivery)
        except (SQLAlchemyError, EngineError, OSError) as error:
            raise IntakeUnavailable(told(error)) from error
        return Accepted.NEW if is_new else Accepted.KNOWN

    def close(self) -> None:
        """Close the connections."""
        if self._opened is not None and self._opened[0] == os.getpid():
            _, engine, line = self._opened
            line.close()
            engine.dispose()
        self._opened = None

    def _open(self) -> tuple[Engine, Line]:
        if self._opened is None or self._opened[0] != os.getpid():
            engine = open_engine(self._settings.database, connections=CONNECTIONS, patience=PATIENCE)
            self._opened = (os.getpid(), engine, Line(engine))
        return self._opened[1], self._opened[2]
