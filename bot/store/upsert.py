"""INSERT … ON CONFLICT, which both databases have and SQLAlchemy spells apart."""

from __future__ import annotations

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert


def insert(target: Connection | str, table: Table) -> Insert:
    """An INSERT into ``table`` that takes ``on_conflict_do_nothing`` and ``on_conflict_do_update``.

    ``target`` is what it's for: a connection, or a dialect's name.
    """
    dialect = target if isinstance(target, str) else target.dialect.name
    if dialect == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
