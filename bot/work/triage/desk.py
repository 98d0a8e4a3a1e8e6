"""Where the pages ask for changes: each is stored with its job in line, both or neither, and done once.

Nothing here calls GitHub or waits for a job. Whoever calls has to know that the person may see the
repository; whether they may change something in it is asked from GitHub again by the job.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.catalog.catalog import Catalog
from bot.settings import Settings
from bot.store import triage_actions
from bot.store.clock import now
from bot.store.database import open_engine
from bot.store.failure import told
from bot.store.triage_change import Action, Change, Happened, Person, RecordDraft, Stage
from bot.work.engine import EngineError, Line
from bot.work.take_in import put_in
from bot.work.triage.asking import CannotAskError, delivery_for, settled
from bot.work.triage.batch import MOST_AT_ONCE, Batch, Previewed, choose, previewed

__all__ = [
    "MOST_AT_ONCE",
    "Action",
    "Batch",
    "CannotAskError",
    "Change",
    "Desk",
    "DeskUnavailableError",
    "Happened",
    "Person",
    "Previewed",
    "RecordDraft",
    "Stage",
    "Taken",
    "new_token",
]

CONNECTIONS: Final = 5
PATIENCE: Final = 4.5  # seconds
USED: Final = "This form was sent before, for another change. Open the page again."
T = TypeVar("T")


class Taken(StrEnum):
    """What was done with a change that was asked for."""

    NEW = "new"
    KNOWN = "known"


class DeskUnavailableError(Exception):
    """Nothing is stored; it has to be asked for again, with the same token."""


def new_token() -> str:
    """A token for one form: 32 hex digits that nobody can guess."""
    return secrets.token_hex(16)


class Desk:
    """Takes changes, and tells what became of them. Safe for threads; after a fork it opens connections of
    its own, and none before it's used.
    """

    def __init__(self, settings: Settings, catalog: Catalog) -> None:
        self._settings = settings
        self._catalog = catalog
        self._opened: tuple[int, Engine, Line] | None = None
        self._guard = threading.Lock()

    def ask(self, change: Change) -> Taken:
        """Take a change. Raises `CannotAskError` or `DeskUnavailableError`."""

        def take(connection: Connection) -> Taken:
            return Taken.NEW if self._take(connection, change, None) else Taken.KNOWN

        return self._write(take)

    def preview(
        self, repo_id: int, issues: Collection[int] | None = None, limit: int = 50
    ) -> tuple[Previewed, ...]:
        """What would have been said in a repository and can be posted now, the newest first."""
        return self._read(lambda connection: previewed(connection, repo_id, issues, limit))

    def post_all(self, person: Person, repo_id: int, chosen: Sequence[tuple[int, str]], token: str) -> Batch:
        """Take the answers that were chosen from a preview, as pairs of issue and digest, and leave out those
        that have changed since. Raises like `ask`.
        """

        def take(connection: Connection) -> Batch:
            before = triage_actions.of_batch(connection, token)
            if any((each.repo_id, each.person_id) != (repo_id, person.id) for each in before):
                raise CannotAskError(USED)
            picked = choose(connection, repo_id, chosen, before)
            for issue, seen in picked.fresh:
                single = f"{token}-{issue}"
                change = Change(Action.POST, person, repo_id, single, issue, seen=seen)
                self._take(connection, change, token)
            return Batch(token, picked.taken, picked.left_out)

        return self._write(take)

    def happened(self, token: str) -> Happened | None:
        """What became of the change with this token."""
        return self._read(lambda connection: triage_actions.happened(connection, token))

    def batch(self, token: str) -> tuple[Happened, ...]:
        """What became of the changes taken together with this token, by issue."""
        return self._read(lambda connection: triage_actions.of_batch(connection, token))

    def history(
        self, repo_ids: Collection[int], limit: int = 50, before: float | None = None
    ) -> tuple[Happened, ...]:
        """What was asked for in repositories before then (seconds since 1970), the newest first."""
        return self._read(lambda connection: triage_actions.history(connection, repo_ids, limit, before))

    def close(self) -> None:
        """Close the connections."""
        if self._opened is not None and self._opened[0] == os.getpid():
            _, engine, line = self._opened
            line.close()
            engine.dispose()
        self._opened = None

    def _take(self, connection: Connection, change: Change, batch: str | None) -> bool:
        change, where = settled(connection, self._catalog, change)
        if not triage_actions.ask(connection, change, batch, now(connection)):
            if not triage_actions.is_same(connection, change):
                raise CannotAskError(USED)
            return False
        return put_in(connection, self._open()[1], delivery_for(change, where))

    def _write(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._open()[0].begin() as connection:
                return work(connection)
        except (SQLAlchemyError, EngineError, OSError) as error:
            raise DeskUnavailableError(told(error)) from error

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._open()[0].connect() as connection:
                return work(connection)
        except (SQLAlchemyError, OSError) as error:
            raise DeskUnavailableError(told(error)) from error

    def _open(self) -> tuple[Engine, Line]:
        with self._guard:
            if self._opened is None or self._opened[0] != os.getpid():
                engine = open_engine(self._settings.database, connections=CONNECTIONS, patience=PATIENCE)
                self._opened = (os.getpid(), engine, Line(engine))
            return self._opened[1], self._opened[2]
