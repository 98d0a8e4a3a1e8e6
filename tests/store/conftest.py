"""Every store test runs on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from bot.store.database import open_engine
from bot.store.schema import migrate
from tests.store.databases import postgres_database, postgres_server


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """One PostgreSQL for all tests of the room."""
    with postgres_server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'data' / 'burnerr.sqlite'}"
        return
    with postgres_database(request.getfixturevalue("server")) as database:
        yield database


@pytest.fixture
def engine(address: str) -> Iterator[Engine]:
    """A database with its tables."""
    opened = open_engine(address)
    migrate(opened)
    yield opened
    opened.dispose()
