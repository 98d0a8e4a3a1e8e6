"""``burnerr feedback``: what people think of the answers, and records that fell silent by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.catalog.load import load_catalog
from bot.cli.setting_errors import settings_or_exit
from bot.store import feedback as votes
from bot.store.clock import now
from bot.store.database import open_engine
from bot.store.failure import told
from bot.work.prepared import is_prepared


@contextmanager
def _database() -> Iterator[Engine]:
    engine = open_engine(settings_or_exit("release").database)
    try:
        if not is_prepared(engine):
            raise click.ClickException("the tables are not up to date: run `burnerr migrate`")
        yield engine
    except (SQLAlchemyError, OSError) as error:
        raise click.ClickException(f"the database can't be used ({told(error)})") from None
    finally:
        engine.dispose()


@click.group()
def feedback() -> None:
    """Show what people voted on the answers, and let a reviewed record speak again."""


@feedback.command("list")
def list_() -> None:
    """List what was said and voted, per record and wording; the most refused first."""
    catalog = load_catalog(settings_or_exit("release").catalog_dir)
    table = Table("record", "wording", "spoken", "confirmed", "refused", "silent")
    with _database() as engine, engine.connect() as connection:
        silent = {each.record_id for each in votes.silenced(connection)}
        figures = votes.figures(connection)
    for each in sorted(figures, key=lambda each: each.record_id not in silent):
        record = catalog.by_id(each.record_id)
        numbers = (str(each.spoken), str(each.confirmed), str(each.refused))
        is_silent = "silent" if each.record_id in silent else ""
        table.add_row(
            record.slug if record else each.record_id, Text(each.wording or ""), *numbers, is_silent
        )
    if not figures:
        click.echo("Nothing was said yet.")
        return
    Console().print(table)


@feedback.command()
@click.argument("record")
def show(record: str) -> None:
    """Show what people wrote with `/burnerr wrong` on RECORD (a slug or an id)."""
    with _database() as engine, engine.connect() as connection:
        for repo_id, issue, why in votes.whys(connection, _id_of(record)):
            click.echo(f"repository {repo_id}, issue {issue}: {' '.join(why.split())}")


@feedback.command()
@click.argument("record")
def reviewed(record: str) -> None:
    """RECORD (a slug or an id) was reviewed: it may speak again, and votes count from now on."""
    record_id = _id_of(record)
    with _database() as engine, engine.begin() as connection:
        votes.reviewed(connection, record_id, now(connection))
    click.echo(f"{record} may be spoken of again.")


def _id_of(name: str) -> str:
    catalog = load_catalog(settings_or_exit("release").catalog_dir)
    found = catalog.by_slug(name) or catalog.by_id(name)
    if found is None:
        raise click.ClickException(f"there is no record {name!r}")
    return found.facts.id
