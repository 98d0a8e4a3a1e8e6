"""The app with the real intake and a real database file: what gunicorn runs."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.schema import migrate
from bot.store.tables import DELIVERIES
from bot.web.app import create_app
from bot.web.wsgi import app as make_app
from bot.web.wsgi import readiness
from bot.work.engine import prepare
from bot.work.intake import Intake
from tests.web.conftest import SECRET, Post, said


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    """Settings with a database file of their own."""
    return settings.model_copy(update={"data_dir": tmp_path})


@pytest.fixture
def intake(settings: Settings) -> Iterator[Intake]:
    """The real intake."""
    made = Intake(settings)
    yield made
    made.close()


def rows(settings: Settings) -> list[str]:
    """The ids of all stored deliveries."""
    engine = open_engine(settings.database)
    try:
        with engine.connect() as connection:
            return list(connection.execute(select(DELIVERIES.c.id)).scalars())
    finally:
        engine.dispose()


def test_a_202_means_that_it_is_on_disk(post: Post, settings: Settings, opened: dict[str, Any]) -> None:
    """Whoever opens the file after the answer finds the delivery, once."""
    prepare(settings)
    for outcome in ("stored", "known"):
        answer = post("issues", opened)
        assert (answer.status_code, said(answer)["outcome"]) == (202, outcome)
        assert rows(settings) == ["b6b5a1c0-0000-4000-8000-000000000001"]


def test_the_same_delivery_many_times_at_once_is_stored_once(
    post: Post, settings: Settings, opened: dict[str, Any]
) -> None:
    """Redeliveries may overlap: one is stored, the others are known, none fails."""
    prepare(settings)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: post("issues", opened), range(24)))
    assert Counter(said(answer)["outcome"] for answer in answers) == {"stored": 1, "known": 23}
    assert len(rows(settings)) == 1


def test_before_the_tables_are_there_nothing_is_acknowledged(post: Post, opened: dict[str, Any]) -> None:
    """503 with Retry-After, never a 202 for what isn't stored."""
    answer = post("issues", opened)
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers


def test_readiness_follows_the_database(settings: Settings, intake: Intake, catalog: Any) -> None:
    """Not ready before all tables are there, those of the queue too; ready after that."""
    engine = open_engine(settings.database, connections=1)
    client = create_app(settings, intake, catalog, readiness(engine, catalog)).test_client()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "burnerr migrate" in said(answer)["checks"]["database"]
    migrate(engine)
    assert client.get("/readyz").status_code == 503
    prepare(settings)
    assert client.get("/readyz").status_code == 200
    engine.dispose()


def test_the_web_process_starts_while_its_database_is_away(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    """It is alive, says that it isn't ready, and says so soon."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("bot.web.wsgi.configure_logs", lambda form: None)  # would outlive this test
        monkeypatch.setenv("BURNERR_WEBHOOK_SECRET", SECRET)
        monkeypatch.setenv("BURNERR_DATABASE_URL", f"postgresql://x:y@127.0.0.1:{nobody.getsockname()[1]}/z")
        client = make_app().test_client()
        assert client.get("/healthz").status_code == 200
        start = time.monotonic()
        answer = client.get("/readyz")
        assert time.monotonic() - start < 8
    assert answer.status_code == 503
    assert said(answer)["checks"] == {"database": "not reachable (OperationalError)"}
