"""``burnerr data``: what is kept of a repository, given out or deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.cli.setting_errors import settings_or_exit
from bot.store import forget
from bot.store.clock import now
from bot.store.database import open_engine
from bot.store.failure import told
from bot.work.prepared import is_prepared


@contextmanager
def _database() -> Iterator[Engine]:
    engine = open_engine(settings_or_exit("release").database, connections=1)
    try:
        if not is_prepared(engine):
            raise click.ClickException("the tables are not up to date: run `burnerr migrate`")
        yield engine
    except (SQLAlchemyError, OSError) as error:
        raise click.ClickException(f"the database can't be used ({told(error)})") from None
    finally:
        engine.dispose()


@click.group()
def data() -> None:
    """Give out, or delete, everything that is kept of a repository."""


@data.command()
@click.argument("repository")
@click.option(
    "--output", type=click.File("w", lazy=True), default="-", help="A file instead of the terminal."
)
def export(repository: str, output: TextIO) -> None:
    """Write everything kept of REPOSITORY (OWNER/NAME, or GitHub's number for it) as JSON."""
    with _database() as engine, engine.connect() as connection:
        found = {each: forget.kept_of(connection, each) for each in _ids(connection, repository)}
    json.dump({"repository": repository, "kept": found}, output, indent=2)
    output.write("\n")


@data.command()
@click.argument("repository")
@click.option("--yes", is_flag=True, help="Don't ask.")
def delete(repository: str, *, yes: bool) -> None:
    """Delete everything kept of REPOSITORY (OWNER/NAME, or GitHub's number for it).

    Only the ids of its deliveries stay, for BURNERR_KEEP_DAYS, so that none is taken in twice. Comments on
    GitHub aren't touched. While the App is installed there, new issues are noted again.
    """
    with _database() as engine:
        with engine.connect() as connection:
            ids = _ids(connection, repository)
            rows = sum(
                len(rows)
                for each in ids
                for name, rows in forget.kept_of(connection, each).items()
                if name != "deliveries"
            )
        if not yes:
            click.confirm(f"Delete {rows} rows kept of {repository} (and empty its deliveries)?", abort=True)
        with engine.begin() as connection:
            for each in ids:
                forget.forget_repository(connection, each, now(connection), wishes=True)
    click.echo(f"Nothing is kept of {repository} any more.")


def _ids(connection: Connection, repository: str) -> tuple[int, ...]:
    is_number = (
        repository.isascii() and repository.isdecimal() and len(repository) < 19
    )  # 64 bits, as the tables keep
    found = (int(repository),) if is_number else forget.ids_of(connection, repository)
    if not any(forget.kept_of(connection, each) for each in found):
        raise click.ClickException(f"nothing is kept of {repository}")
    return found
