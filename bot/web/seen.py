"""How often each record was seen in public issues: counted by the database, kept for a minute."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.store.sightings import times_seen

_KEPT = 60.0  # seconds
_log = structlog.get_logger(__name__)


class SeenCounts:
    """Counts by record id, private repositories left out. A page is never late or lost because of them."""

    def __init__(self, engine: Engine, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: Mapping[str, int] = {}
        self._until = float("-inf")

    def __call__(self) -> Mapping[str, int]:
        """The counts, at most a minute old; the last known ones while the database is away or busy."""
        if self._clock() >= self._until and self._lock.acquire(blocking=False):
            try:
                self._until = self._clock() + _KEPT  # a database that is away isn't asked for every page
                with self._engine.connect() as connection:
                    self._counts = times_seen(connection)
            except SQLAlchemyError as error:
                _log.warning("sightings not counted", error=type(error).__name__)
            finally:
                self._lock.release()
        return self._counts
