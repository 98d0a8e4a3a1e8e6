"""Bringing the tables up to date, forward only, on both databases."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from bot.store import tables, tables_login, tables_repository, tables_triage

SCRIPTS: Final = Path(__file__).parent / "migrations"
VERSION_TABLE: Final = "burnerr_schema"
TABLES: Final = (
    tables,
    tables_login,
    tables_repository,
    tables_triage,
)  # named here, so that all are known where tables are made
LOCK: Final = 0x62_75_72_6E  # any number that nobody else locks on; PostgreSQL keeps it for the transaction


def migrate(engine: Engine) -> None:
    """Apply every migration that is missing; does nothing when all are there. Safe to run in several
    processes.
    """
    if is_migrated(engine):
        return
    with engine.begin() as connection:
        _alone(connection)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_migrated(engine: Engine) -> bool:
    """Whether this version of the code can work with the tables: they are as it wants them, or newer.

    Tables only gain from one version to the next, so a process that isn't replaced yet goes on with those of
    its successor.
    """
    known = {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}
    head = ScriptDirectory.from_config(_config()).get_current_head()
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        found = context.get_current_revision()
    return found == head or (found is not None and found not in known)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _alone(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(text("BEGIN IMMEDIATE"))
    else:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
