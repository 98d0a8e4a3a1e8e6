"""When everybody could know that an installation is to wait: the store, looked at all the time."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

from bot.store.tables import PACE

EVERY: Final = 0.02  # seconds


class Known:
    """Writes down, from `start` to `stop`, when a time to wait was first seen in the store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._seen: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look_on, daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look a last time, and no more."""
        self._over.set()
        self._thread.join()

    def since(self, installation: int, until: float) -> float | None:
        """When it stood there that the installation isn't to be called before ``until``, if ever."""
        return next((seen for seen, told in self._seen[installation] if told >= until), None)

    def _look_on(self) -> None:
        while not self._over.wait(EVERY):
            self._look()
        self._look()

    def _look(self) -> None:
        query = select(PACE.c.installation_id, PACE.c.blocked_until).where(PACE.c.blocked_until > 0)
        try:
            with self._engine.connect() as connection:
                rows = connection.execute(query).all()
        except SQLAlchemyError:
            return  # away: nobody else can ask it either
        at = time.time()
        for installation, until in rows:
            seen = self._seen[installation]
            if not seen or seen[-1][1] < until:
                seen.append((at, until))
