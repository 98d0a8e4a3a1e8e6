"""Migrations bring an empty database to the tables the code names, from several processes at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Boolean, Engine, Float, Integer, MetaData, inspect, text
from sqlalchemy.types import TypeEngine

from bot.store.database import open_engine
from bot.store.schema import VERSION_TABLE, _config, is_migrated, migrate
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


def test_tables_of_a_newer_version_do(engine: Engine) -> None:
    """A process that isn't replaced yet goes on beside its successor, and leaves its tables alone."""
    with engine.begin() as connection:
        connection.execute(text(f"update {VERSION_TABLE} set version_num = '9999'"))
    assert is_migrated(engine)
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text(f"select version_num from {VERSION_TABLE}")).scalar_one() == "9999"


def test_the_first_tables_with_data_in_them_are_brought_up_to_date(address: str) -> None:
    """From the first version's tables, a row in each: every row is there afterwards, as it was."""
    opened = open_engine(address)
    before: dict[str, dict[str, object]] = {}
    with opened.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        first = MetaData()
        first.reflect(connection)
        for table in first.sorted_tables:
            if table.name == VERSION_TABLE:
                continue
            row = {column.name: value_for(column.type) for column in table.c}
            connection.execute(table.insert().values(**row))
            before[table.name] = dict(connection.execute(table.select()).mappings().one())
    assert len(before) > 5
    migrate(opened)
    with opened.connect() as connection:
        for name, row in before.items():
            now = MetaData()
            now.reflect(connection, only=[name])
            after = dict(connection.execute(now.tables[name].select()).mappings().one())
            assert {column: after[column] for column in row} == row, name
    opened.dispose()


def value_for(kind: TypeEngine[Any]) -> object:
    """Something of a column's type."""
    if isinstance(kind, Boolean):
        return True
    if isinstance(kind, Integer):
        return 7
    if isinstance(kind, Float):
        return 2.5
    length = getattr(kind, "length", None)
    return "words"[: length or 5]
