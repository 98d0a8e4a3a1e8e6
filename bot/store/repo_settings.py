"""What was last read of a repository's settings, so that GitHub isn't asked for each issue."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select, update

from bot.store.tables_repository import REPO_SETTINGS
from bot.store.upsert import insert

_S: Final = REPO_SETTINGS.c


@dataclass(frozen=True, slots=True)
class Kept:
    """The last good settings as they were ``given`` (JSON), and what is wrong with the present file, by line.

    ``etag`` is that of the file as it was last read, good or not; ``names`` is a digest of the names in the
    catalogue that it was read by.
    """

    etag: str
    given: dict[str, Any]
    problems: tuple[tuple[int, str], ...]
    checked_at: float
    names: str = ""


def key_of(repo_id: int) -> str:
    """The key of a repository's own file; others are kept beside it."""
    return f"repo:{repo_id}"


def find(connection: Connection, key: str) -> Kept | None:
    """What is kept under ``key``."""
    row = connection.execute(select(REPO_SETTINGS).where(_S.key == key)).mappings().one_or_none()
    if row is None:
        return None
    problems = tuple((int(line), str(what)) for line, what in json.loads(row["problems"]))
    return Kept(row["etag"], json.loads(row["given"]), problems, row["checked_at"], row["names"])


def keep(connection: Connection, key: str, kept: Kept) -> None:
    """Remember what was read."""
    values = {
        "etag": kept.etag[:120],
        "given": json.dumps(kept.given),
        "problems": json.dumps(kept.problems),
        "checked_at": kept.checked_at,
        "names": kept.names,
    }
    connection.execute(
        insert(connection, REPO_SETTINGS)
        .values(key=key, **values)
        .on_conflict_do_update(index_elements=["key"], set_=values)
    )


def checked(connection: Connection, key: str, now: float) -> None:
    """Remember that what is kept still holds."""
    connection.execute(update(REPO_SETTINGS).where(_S.key == key).values(checked_at=now))


def with_problems(connection: Connection) -> tuple[tuple[str, Kept], ...]:
    """Every file that can't be used, by its key; for those who look after the server."""
    rows = connection.execute(select(_S.key).where(_S.problems != "[]").order_by(_S.key)).scalars().all()
    return tuple((key, kept) for key in rows if (kept := find(connection, key)))
