"""INSERT … ON CONFLICT, which both databases have and SQLAlchemy spells apart."""

from __future__ import annotations

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert


def insert(connection: Connection, table: Table) -> Insert:
    """An INSERT into ``table`` that takes ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
