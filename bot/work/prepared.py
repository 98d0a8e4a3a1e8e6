"""Whether the database is as ``burnerr migrate`` leaves it: our tables, and those of the durable engine."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine, inspect

from bot.store.schema import is_migrated

# The engine's: on PostgreSQL in a schema of their own. A delivery is put in line by writing the second one.
_ENGINES: Final = ("dbos_migrations", "workflow_status")
_SCHEMA: Final = "dbos"


def is_prepared(engine: Engine) -> bool:
    """Whether a delivery could be stored and put in line. Raises SQLAlchemy's errors where nobody answers."""
    if not is_migrated(engine):
        return False
    look = inspect(engine)
    schema = None if engine.dialect.name == "sqlite" else _SCHEMA
    return all(look.has_table(name, schema=schema) for name in _ENGINES)
