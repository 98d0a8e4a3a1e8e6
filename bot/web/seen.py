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


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="seen", daemon=True).start()


class SeenCounts:
    """Counts by record id, private repositories left out. No page waits for them or is lost because of them.

    ``start`` runs the counting; by default in a thread beside the request that noticed that it was time.
    """

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], float] = time.monotonic,
        start: Callable[[Callable[[], None]], None] = _in_a_thread,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._start = start
        self._guard = threading.Lock()
        self._counts: Mapping[str, int] = {}
        self._until = float("-inf")

    def __call__(self) -> Mapping[str, int]:
        """The last known counts; empty before the first."""
        with self._guard:
            is_time = self._clock() >= self._until
            if is_time:
                self._until = self._clock() + _KEPT  # a database that is away isn't asked for every page
        if is_time:
            self._start(self._count)
        return self._counts

    def _count(self) -> None:
        try:
            with self._engine.connect() as connection:
                self._counts = times_seen(connection)
        except SQLAlchemyError as error:
            _log.warning("sightings not counted", error=type(error).__name__)
