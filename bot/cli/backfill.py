"""``burnerr backfill``: what would have been said of issues that are there already, and saying it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text
from sqlalchemy.exc import SQLAlchemyError

from bot.answer.where import Where
from bot.catalog.load import load_catalog
from bot.cli.setting_errors import settings_or_exit
from bot.cli.stopping import stop_on_signals
from bot.github.backlog import Backlog, Installed
from bot.github.connect import connect
from bot.github.errors import GitHubError, Later, Refused
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.failure import told
from bot.web.backfill_report import as_csv, as_html
from bot.work import backfill as work
from bot.work.engine import Line
from bot.work.prepared import is_prepared

MOST_WAITS: Final = 20  # times that a limit of GitHub's is waited for
UNTOLD: Final = 60.0  # seconds


@click.command()
@click.argument("repository")
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), help="Only issues made on or after this day (UTC)."
)
@click.option("--state", type=click.Choice(["open", "closed", "all"]), default="open", show_default=True)
@click.option("--limit", type=click.IntRange(1), help="The newest so many issues.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path, dir_okay=False), help="Write a table.")
@click.option("--html", "html_file", type=click.Path(path_type=Path, dir_okay=False), help="Write a page.")
@click.option(
    "--apply", "is_applied", is_flag=True, help="Post the comments, on open issues; needs a worker."
)
def backfill(
    repository: str,
    since: datetime | None,
    state: str,
    limit: int | None,
    csv_file: Path | None,
    html_file: Path | None,
    *,
    is_applied: bool,
) -> None:
    """Read the issues of REPOSITORY (OWNER/NAME) and report what would be said of each.

    Changes nothing unless --apply is given. That posts at GitHub's pace, as the repository's settings allow;
    it can be stopped with Ctrl-C and started again, and does nothing twice.
    """
    settings = settings_or_exit("worker")
    if settings.dry_run:
        raise click.ClickException("this reads GitHub as the App: take BURNERR_DRY_RUN out")
    stop = stop_on_signals()
    backlog = connect(settings).backlog
    try:
        installed = backlog.find(repository)
        found = _read(settings, backlog, installed, _day(since), state, limit, stop)
    except (Refused, Later) as error:
        raise click.ClickException(str(error)) from None
    _write(settings, installed, found, csv_file, html_file)
    _show(found)
    if is_applied and not stop.is_set():
        _apply(settings, installed, found, stop)


def _day(since: datetime | None) -> str:
    return since.replace(tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if since is not None else ""


def _read(
    settings: Settings,
    backlog: Backlog,
    installed: Installed,
    since: str,
    state: str,
    limit: int | None,
    stop: threading.Event,
) -> list[work.Past]:
    """Read and recognise all, with a bar that grows; what was read so far where it's stopped."""
    catalog = load_catalog(settings.catalog_dir)
    where = Where(base_url=settings.base_url, repo=installed.repo.name, app_slug="")
    documents = islice(_patiently(backlog, installed, state, since, stop), limit)
    found: list[work.Past] = []
    with _bar("issues read") as (progress, task):
        for past in work.look_back(documents, Recognizer(catalog), catalog, where):
            found.append(past)
            progress.update(task, advance=1)
    return found


def _patiently(
    backlog: Backlog, installed: Installed, state: str, since: str, stop: threading.Event
) -> Iterator[dict[str, Any]]:
    """The issues' documents; a limit of GitHub's is waited for, and reading begins where it was."""
    seen: set[int] = set()
    for attempt in range(MOST_WAITS):
        try:
            for data in backlog.issues(installed.repo, state, since):
                if stop.is_set():
                    return
                if int(data["number"]) not in seen:
                    seen.add(int(data["number"]))
                    yield data
            return
        except Later as later:
            if attempt == MOST_WAITS - 1:
                raise
            seconds = later.seconds if later.seconds is not None else UNTOLD
            click.echo(f"GitHub asks to wait {seconds:.0f} s.", err=True)
            if stop.wait(seconds):
                return


class _bar:  # noqa: N801 - used as a word
    """A progress bar on the terminal, nothing where there is none."""

    def __init__(self, what: str, total: int | None = None) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._what, self._total = what, total

    def __enter__(self) -> tuple[Progress, Any]:
        self._progress.start()
        return self._progress, self._progress.add_task(self._what, total=self._total)

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


def _write(
    settings: Settings,
    installed: Installed,
    found: list[work.Past],
    csv_file: Path | None,
    html_file: Path | None,
) -> None:
    try:
        if csv_file is not None:
            csv_file.write_text(as_csv(found), "utf-8", newline="")
        if html_file is not None:
            html_file.write_text(as_html(installed.repo.name, found, settings.pages_url), "utf-8")
    except OSError as error:
        raise click.ClickException(f"{error.filename} can't be written ({error.strerror})") from None


def _show(found: list[work.Past]) -> None:
    console = Console()
    summary = work.summarise(found)
    for title, counter in (
        ("record", summary.records),
        ("Burn release", summary.releases),
        ("unknown panic", summary.unknown),
        ("left alone because", summary.silent),
    ):
        if counter:
            _print(console, title, counter)
    spoken = sum(bool(past.body) for past in found)
    now = sum(map(work.postable, found))
    click.echo(f"{len(found)} issues read; {spoken} would be answered, {now} of them are open.")


def _print(console: Console, title: str, counter: Counter[str]) -> None:
    table = Table(title, "issues")
    for name, number in counter.most_common():
        table.add_row(Text(name), str(number))
    console.print(table)


def _apply(settings: Settings, installed: Installed, found: list[work.Past], stop: threading.Event) -> None:
    total = sum(map(work.postable, found))
    engine = open_engine(settings.database, connections=2)
    outcomes: Counter[str] = Counter()
    try:
        if not is_prepared(engine):
            raise click.ClickException("the tables are not up to date: run `burnerr migrate`")
        line = Line(engine)
        began = time.monotonic()
        with _bar("issues answered", total) as (progress, task):
            for _number, outcome in work.post(engine, line, installed, found, stop.wait):
                outcomes[f"{outcome.what.value} {outcome.reason}".strip()] += 1
                progress.update(task, advance=1)
        line.close()
    except (SQLAlchemyError, GitHubError) as error:
        said = told(error) if isinstance(error, SQLAlchemyError) else str(error)
        raise click.ClickException(f"stopped: {said}; start it again to go on") from None
    finally:
        engine.dispose()
    for what, number in outcomes.most_common():
        click.echo(f"{number} × {what}")
    left = total - outcomes.total()
    if left:
        click.echo(f"{left} are left: start it again to go on.")
    else:
        click.echo(f"Done after {time.monotonic() - began:.0f} s.")
