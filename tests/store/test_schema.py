"""Migrations bring an empty database to the tables the code names, from several processes at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect

from bot.store.database import open_engine
from bot.store.schema import VERSION_TABLE, is_migrated, migrate
from bot.store.tables import METADATA


def test_migrations_and_tables_agree(engine: Engine) -> None:
    """What the migrations build is what `bot.store.tables` says, to the index."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []


def test_migrating_again_changes_nothing(engine: Engine) -> None:
    """A second run finds everything done."""
    assert is_migrated(engine)
    before = set(inspect(engine).get_table_names())
    migrate(engine)
    assert set(inspect(engine).get_table_names()) == before


def test_several_processes_may_migrate_at_once(address: str) -> None:
    """Web, worker and release start together on an empty database: all end well."""
    code = (
        "import sys; from bot.store.database import open_engine; from bot.store.schema import migrate;"
        "migrate(open_engine(sys.argv[1]))"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", code, address], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    errors = [process.communicate(timeout=60)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * 4, errors
    engine = open_engine(address)
    assert is_migrated(engine)
    engine.dispose()


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    """What reporters wrote lies in that file."""
    engine = open_engine(f"sqlite:///{tmp_path / 'a' / 'b.sqlite'}")
    migrate(engine)
    engine.dispose()
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700
