"""Counts of sightings on pages: fresh enough, and never in the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from bot.catalog.catalog import Catalog
from bot.recognize.model import Band, Match, Role, Verdict
from bot.store.database import open_engine
from bot.store.schema import migrate
from bot.store.sightings import Where, replace
from bot.web.seen import SeenCounts


def at_once(work: Callable[[], None]) -> None:
    """Count before the page is made, so that a test sees it."""
    work()


class Clock:
    """A clock that stands until it's moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A database without tables."""
    made = open_engine(f"sqlite:///{tmp_path / 'seen.sqlite'}", connections=1)
    yield made
    made.dispose()


def see(engine: Engine, catalog: Catalog, issue: int, *, private: bool = False) -> None:
    """Write down that the first record was seen in an issue."""
    match = Match(catalog.records[0], None, None, {}, (), Band.EXACT, Role.CAUSE)
    with engine.begin() as connection:
        replace(connection, Where(7, "a/b", private, issue), Verdict(matches=(match,), speak=True), 1.0)


def test_public_issues_are_counted_and_the_count_is_kept_a_minute(engine: Engine, catalog: Catalog) -> None:
    """Private repositories don't count; a new sighting shows within a minute."""
    migrate(engine)
    see(engine, catalog, 1)
    see(engine, catalog, 2, private=True)
    clock = Clock()
    seen = SeenCounts(engine, clock, at_once)
    record = catalog.records[0].facts.id
    assert seen() == {record: 1}
    see(engine, catalog, 3)
    clock.now = 59.0
    assert seen() == {record: 1}
    clock.now = 60.0
    assert seen() == {record: 2}


def test_pages_come_while_the_database_is_away(engine: Engine, catalog: Catalog) -> None:
    """Without counts at first; later with the last known; and it isn't asked again for every page."""
    clock = Clock()
    seen = SeenCounts(engine, clock, at_once)
    assert seen() == {}
    migrate(engine)
    see(engine, catalog, 1)
    assert seen() == {}
    clock.now = 60.0
    assert seen() == {catalog.records[0].facts.id: 1}


def test_no_page_waits_for_a_count(engine: Engine, catalog: Catalog) -> None:
    """Counting goes on beside the request; whoever comes meanwhile gets what is known."""
    migrate(engine)
    see(engine, catalog, 1)
    waiting: list[Callable[[], None]] = []
    seen = SeenCounts(engine, Clock(), waiting.append)
    assert [seen(), seen(), seen()] == [{}, {}, {}]
    assert len(waiting) == 1
    waiting[0]()
    assert seen() == {catalog.records[0].facts.id: 1}


def test_by_default_it_counts_in_a_thread(engine: Engine, catalog: Catalog) -> None:
    """Soon after the first page the counts are there."""
    migrate(engine)
    see(engine, catalog, 1)
    seen = SeenCounts(engine)
    end = time.monotonic() + 10
    while not seen() and time.monotonic() < end:
        time.sleep(0.01)
    assert seen() == {catalog.records[0].facts.id: 1}
