"""``burnerr feedback``: what people think of the answers, and records that fell silent by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.table import Table
from sqlalchemy import Engine

from bot.catalog.load import load_catalog
from bot.cli.setting_errors import settings_or_exit
from bot.store import feedback as votes
from bot.store.clock import now
from bot.store.database import open_engine


@contextmanager
def _database() -> Iterator[Engine]:
    engine = open_engine(settings_or_exit("release").database)
    try:
        yield engine
    finally:
        engine.dispose()


@click.group()
def feedback() -> None:
    """Show what people voted on the answers, and let a reviewed record speak again."""


@feedback.command("list")
def list_() -> None:
    """List all records that somebody voted on, since their last review; silent ones first."""
    catalog = load_catalog(settings_or_exit("release").catalog_dir)
    table = Table("record", "refused", "confirmed", "silent")
    with _database() as engine, engine.connect() as connection:
        silent = {each.record_id for each in votes.silenced(connection)}
        rows = [(name, votes.tally(connection, name)) for name in votes.voted_on(connection)]
    for record_id, tally in sorted(rows, key=lambda row: (row[0] not in silent, -row[1].refused)):
        record = catalog.by_id(record_id)
        is_silent = "silent" if record_id in silent else ""
        table.add_row(
            record.slug if record else record_id, str(tally.refused), str(tally.confirmed), is_silent
        )
    if not rows:
        click.echo("Nobody has voted yet.")
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
