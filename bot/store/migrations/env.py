"""Alembic's hook: migrate on the connection that `bot.store.schema.migrate` hands over."""

from __future__ import annotations

from alembic import context

from bot.store.schema import VERSION_TABLE
from bot.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    render_as_batch=True,  # SQLite changes a table by copying it
)
context.run_migrations()
