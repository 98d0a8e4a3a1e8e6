"""Small things to be remembered by name: the App's slug, how far a schedule came."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, select

from bot.store.tables import NOTES
from bot.store.upsert import insert


def read(connection: Connection, key: str) -> Any:
    """What was written under ``key`` (JSON), or ``None``."""
    found = connection.execute(select(NOTES.c.value).where(NOTES.c.key == key)).scalar()
    return None if found is None else json.loads(found)


def write(connection: Connection, key: str, value: Any, now: float) -> None:
    """Remember ``value``, anything JSON can say, under ``key``."""
    values = {"value": json.dumps(value), "at": now}
    connection.execute(
        insert(connection, NOTES)
        .values(key=key, **values)
        .on_conflict_do_update(index_elements=["key"], set_=values)
    )


def forget(connection: Connection, prefix: str, before: float) -> int:
    """Forget the notes whose key begins with ``prefix`` that were written before then; how many."""
    mine = (NOTES.c.key.startswith(prefix, autoescape=True), NOTES.c.at < before)
    return connection.execute(delete(NOTES).where(*mine)).rowcount
