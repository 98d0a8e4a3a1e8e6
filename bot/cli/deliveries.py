"""``burnerr deliveries``: what came in, what failed for good, and what is to become of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.answer.escape import visible
from bot.cli.setting_errors import settings_or_exit
from bot.store.database import open_engine
from bot.store.delivery import Row, State
from bot.store.failure import told
from bot.work import deliveries as work
from bot.work.engine import Line
from bot.work.prepared import is_prepared

LONGEST: Final = 60  # characters of a reason in a list
STATES: Final = [state.value for state in State]
ANY: Final = "any"


@contextmanager
def _database() -> Iterator[Engine]:
    engine = open_engine(settings_or_exit("release").database, connections=2)
    try:
        if not is_prepared(engine):
            raise click.ClickException("the tables are not up to date: run `burnerr migrate`")
        yield engine
    except (SQLAlchemyError, OSError) as error:
        raise click.ClickException(f"the database can't be used ({told(error)})") from None
    finally:
        engine.dispose()


@click.group()
def deliveries() -> None:
    """Show webhook deliveries; try those again that were set aside, or drop them."""


@deliveries.command("list")
@click.option(
    "--state",
    "states",
    type=click.Choice([*STATES, ANY]),
    multiple=True,
    default=[State.SET_ASIDE.value],
    show_default=True,
    help="Only these; may be given several times.",
)
@click.option("--repository", help="Only those of OWNER/NAME.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=100, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object a line.")
def list_(states: tuple[str, ...], repository: str | None, limit: int, *, as_json: bool) -> None:
    """List deliveries, those set aside first, then the newest; without options only those set aside."""
    chosen = tuple(State) if ANY in states else tuple(map(State, states))
    with _database() as engine:
        rows = work.listed(engine, chosen, limit, repository)
        counts = work.counted(engine)
    if as_json:
        for row in rows:
            click.echo(json.dumps(_plain(row)))
        return
    if rows:
        Console().print(_table(rows))
    told_counts = ", ".join(f"{number} {state.value}" for state, number in sorted(counts.items()))
    click.echo(f"{len(rows)} shown. All: {told_counts or 'none yet'}.")


@deliveries.command()
@click.argument("delivery")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def show(delivery: str, *, as_json: bool) -> None:
    """Show all that is known of DELIVERY (GitHub's X-GitHub-Delivery), with its error."""
    with _database() as engine:
        found = work.shown(engine, delivery)
    if found is None:
        raise _unknown(delivery)
    row = found.row
    if as_json:
        told = found.delivery
        more = {"installation": told.installation_id, "comment": told.comment_id, "sender": told.sender}
        click.echo(json.dumps({**_plain(row), **more}, indent=2))
        return
    console = Console(highlight=False, soft_wrap=True)
    for name, value in _told_of(found).items():
        if value:
            console.print(Text.assemble((f"{name:<14}", "bold"), visible(value)))
    if row.error:
        console.print(Text(f"\n{visible(row.error)}"))


def _told_of(found: work.Shown) -> dict[str, str]:
    row, delivery = found.row, found.delivery
    return {
        "delivery": row.id,
        "event": f"{row.event}.{row.action}",
        "where": _where(row),
        "comment": str(delivery.comment_id or ""),
        "installation": str(delivery.installation_id or ""),
        "by": f"{delivery.sender}{' (a bot)' if delivery.sender_is_bot else ''}",
        "received": _time(row.received_at),
        "state": row.state.value,
        "due": _time(row.due_at),
        "ended": _time(row.finished_at),
        "tries": f"{row.tries} failed, handed on {row.hops} times",
        "done": row.what.value if row.what else "",
        "reason": row.reason or "",
    }


@deliveries.command()
@click.argument("delivery", nargs=-1, required=True)
def retry(delivery: tuple[str, ...]) -> None:
    """Put each DELIVERY that was set aside back in line, as if it were new."""
    with _database() as engine:
        line = Line(engine)
        try:
            outcome = {each: work.retried(engine, line, each) for each in delivery}
        finally:
            line.close()
        _report(engine, outcome, "is in line again", "wasn't set aside")


@deliveries.command()
@click.argument("delivery", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Don't ask.")
def drop(delivery: tuple[str, ...], *, yes: bool) -> None:
    """Give up on each DELIVERY for good. Its text goes; its id stays, so that it isn't taken up again."""
    if not yes:
        click.confirm(f"Drop {len(delivery)} for good?", abort=True)
    with _database() as engine:
        outcome = {each: work.dropped(engine, each) for each in delivery}
        _report(engine, outcome, "is dropped", "is over already")


def _report(engine: Engine, outcome: dict[str, bool], done: str, not_done: str) -> None:
    """A line each; status 1 when anything couldn't be done."""
    for each, is_done in outcome.items():
        if is_done:
            click.echo(f"{each} {done}.")
            continue
        found = work.shown(engine, each)
        if found is None:
            click.echo(f"{each} isn't known.", err=True)
        else:
            click.echo(f"{each} {not_done}: it is {found.row.state.value}.", err=True)
    if not all(outcome.values()):
        raise click.exceptions.Exit(1)


def _table(rows: tuple[Row, ...]) -> Table:
    table = Table(Column("delivery", no_wrap=True))  # it's for copying, however narrow the terminal
    for name in ("event", "where", "received", "state", "tries", "why"):
        table.add_column(name, overflow="fold")
    for row in rows:
        lines = (row.error or row.reason or "").strip().splitlines()
        why = lines[-1] if lines else ""  # of a traceback, what it came to
        short = why if len(why) <= LONGEST else f"{why[: LONGEST - 1]}…"
        cells = (row.id, f"{row.event}.{row.action}", _where(row), _time(row.received_at), row.state.value)
        table.add_row(*(Text(visible(cell)) for cell in (*cells, str(row.tries), short)))
    return table


def _plain(row: Row) -> dict[str, Any]:
    times = {name: _time(getattr(row, name)) or None for name in ("received_at", "due_at", "finished_at")}
    return {**asdict(row), **times}


def _where(row: Row) -> str:
    return f"{row.repo or ''}{f'#{row.issue}' if row.issue else ''}"


def _time(seconds: float | None) -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _unknown(delivery: str) -> click.ClickException:
    return click.ClickException(
        f"{delivery} isn't known: it never came, or was dropped for its age (BURNERR_KEEP_DAYS). "
        "GitHub lists what it sent on the App's page, under Advanced."
    )
