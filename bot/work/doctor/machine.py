"""What is on this machine: the database, the deliveries in it, and the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.catalog.load import load_catalog
from bot.catalog.problem import CatalogError
from bot.settings import Settings
from bot.store import delivery_lists
from bot.store.clock import now
from bot.store.database import open_engine
from bot.store.delivery import State
from bot.store.failure import told
from bot.work.doctor.finding import Finding, ok, warning, wrong
from bot.work.prepared import is_prepared

PATIENCE: Final = 5.0  # seconds
WAITS_LONG: Final = 60.0  # seconds that a delivery is overdue before somebody should look
NOBODY_WORKS: Final = 900.0  # seconds


def look_at_machine(settings: Settings) -> Iterator[Finding]:
    """Catalogue and database; reads only."""
    yield _catalogue(settings)
    if settings.is_sqlite and not Path(make_url(settings.database).database or "").exists():
        # Opening it would make it, and make it ours: the server may run as somebody else.
        yield warning("database", "SQLite, not there yet", "start `burnerr serve` or run `burnerr migrate`")
        return
    engine = open_engine(settings.database, connections=1, patience=PATIENCE)
    try:
        yield from _database(engine)
    except (SQLAlchemyError, OSError) as error:
        do = "start the database, or correct BURNERR_DATABASE_URL"
        yield wrong("database", f"not reachable ({told(error)})", do)
    finally:
        engine.dispose()


def _catalogue(settings: Settings) -> Finding:
    try:
        catalog = load_catalog(settings.catalog_dir)
    except CatalogError as error:
        first = error.problems[0]
        said = f"{len(error.problems)} problems, the first: {first}"
        return wrong("catalogue", said, "correct the records, or take BURNERR_CATALOG_DIR out")
    return ok("catalogue", f"{len(catalog.records)} records")


def _database(engine: Engine) -> Iterator[Finding]:
    kind = "SQLite" if engine.dialect.name == "sqlite" else "PostgreSQL"
    if not is_prepared(engine):
        yield wrong("database", f"{kind}, its tables are not up to date", "run `burnerr migrate`")
        return
    yield ok("database", f"{kind}, reached and up to date")
    with engine.connect() as connection:
        counts = delivery_lists.counts(connection)
        due = delivery_lists.oldest_open(connection)
        late = 0.0 if due is None else now(connection) - due
    yield _queue(counts.get(State.QUEUED, 0) + counts.get(State.POSTPONED, 0), late)
    aside = counts.get(State.SET_ASIDE, 0)
    if aside:
        said = f"{aside} deliveries failed for good"
        yield warning("set aside", said, "see `burnerr deliveries list`, then retry or drop them")


def _queue(waiting: int, late: float) -> Finding:
    said = f"{waiting} deliveries wait" + (f", the oldest is {late:.0f} s overdue" if late > 0 else "")
    if late > NOBODY_WORKS:
        return wrong("queue", said, "see whether a worker runs (`burnerr worker`), and its log")
    if late > WAITS_LONG:
        return warning("queue", said, "if it grows: see the worker's log, or run another worker")
    return ok("queue", said)
