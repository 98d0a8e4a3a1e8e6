"""Who is logged in: kept here, while their browser has nothing but a key that says nothing.

Only the key's digest is stored: who reads the table can't be anybody.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, delete, or_, select, update

from bot.store.installations import Repository, taken_off
from bot.store.tables_login import SESSIONS

LONGEST: Final = 3_600.0  # seconds from the login on: rights are those of the login
IDLE: Final = 1_200.0  # seconds without a call
NOTED_AFTER: Final = 60.0  # seconds: not each call is worth a write
_S: Final = SESSIONS.c


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is logged in, and the repositories they may write to, as GitHub told at the login."""

    login: str
    person_id: int
    repositories: tuple[Repository, ...]
    csrf: str = field(repr=False)

    def repository(self, name: str) -> Repository | None:
        """One of theirs by its name, in any case."""
        return next((each for each in self.repositories if each.name.lower() == name.lower()), None)


def begin(
    connection: Connection, login: str, person_id: int, repositories: Sequence[Repository], now: float
) -> str:
    """Log somebody in; the key for their browser."""
    key = secrets.token_urlsafe(32)
    connection.execute(
        SESSIONS.insert().values(
            key=_digest(key),
            login=login[:100],
            person_id=person_id,
            repositories=json.dumps([[each.id, each.name, each.private] for each in repositories]),
            csrf=secrets.token_urlsafe(32),
            made_at=now,
            used_at=now,
        )
    )
    return key


def find(connection: Connection, key: str, now: float) -> Session | None:
    """Who has this key, unless their time is over."""
    fresh = (_S.made_at > now - LONGEST, _S.used_at > now - IDLE)
    query = select(SESSIONS).where(_S.key == _digest(key), *fresh)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return None
    if row["used_at"] < now - NOTED_AFTER:
        connection.execute(update(SESSIONS).where(_S.key == row["key"]).values(used_at=now))
    kept = tuple(Repository(*each) for each in json.loads(row["repositories"]))
    gone = taken_off(connection, [each.id for each in kept])
    kept = tuple(each for each in kept if each.id not in gone)
    return Session(row["login"], row["person_id"], kept, row["csrf"])


def end(connection: Connection, key: str) -> None:
    """Log somebody out."""
    connection.execute(delete(SESSIONS).where(_S.key == _digest(key)))


def forget_over(connection: Connection, now: float) -> int:
    """Forget those whose time is over; how many."""
    over = or_(_S.made_at <= now - LONGEST, _S.used_at <= now - IDLE)
    return connection.execute(delete(SESSIONS).where(over)).rowcount


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
