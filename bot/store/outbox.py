"""What would stand on GitHub: the comments of a dry run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine, RowMapping, select, update

from bot.store.clock import now
from bot.store.tables import OUTBOX
from bot.store.upsert import insert

_O: Final = OUTBOX.c


@dataclass(frozen=True, slots=True)
class Unsent:
    """A comment that was written down instead of being posted."""

    id: int
    repo_id: int
    issue: int
    body: str
    minimised: bool


class Outbox:
    """The comments of a dry run, kept in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, repo_id: int, issue: int, body: str) -> int:
        """Write a comment down; its number."""
        with self._engine.begin() as connection:
            values = {"repo_id": repo_id, "issue": issue, "body": body, "minimised": False}
            query = insert(connection, OUTBOX).values(**values, at=now(connection)).returning(_O.id)
            return int(connection.execute(query).scalar_one())

    def change(self, comment_id: int, *, body: str | None = None, minimised: bool | None = None) -> bool:
        """Write another body, or whether it's folded away; ``False`` when there is no such comment."""
        values = {"body": body, "minimised": minimised}
        given = {key: value for key, value in values.items() if value is not None}
        with self._engine.begin() as connection:
            return connection.execute(update(OUTBOX).where(_O.id == comment_id).values(**given)).rowcount == 1

    def under(self, repo_id: int, issue: int) -> tuple[Unsent, ...]:
        """The comments of an issue, the oldest first."""
        query = select(OUTBOX).where(_O.repo_id == repo_id, _O.issue == issue).order_by(_O.id)
        with self._engine.connect() as connection:
            return tuple(_unsent(row) for row in connection.execute(query).mappings())

    def clear(self, connection: Connection) -> None:
        """Forget everything."""
        connection.execute(OUTBOX.delete())


def _unsent(row: RowMapping) -> Unsent:
    return Unsent(row["id"], row["repo_id"], row["issue"], row["body"], row["minimised"])
