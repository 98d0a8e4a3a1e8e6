"""An app with a catalogue of its own and an intake that keeps what it is given."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pydantic import SecretStr
from werkzeug.test import TestResponse

from bot.catalog.catalog import Catalog
from bot.catalog.load import read_records
from bot.catalog.sites import load_sites
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.web.app import create_app
from bot.web.signature import sign
from bot.work.intake import Accepted, Delivery, IntakeUnavailable

SECRET = "the secret in force now"
OLD_SECRET = "the secret before that one"
RECORDS = Path(__file__).parent / "records"
Post = Callable[..., TestResponse]


def said(answer: TestResponse) -> dict[str, Any]:
    """The JSON object that an answer holds."""
    document = json.loads(answer.data)
    assert isinstance(document, dict)
    return document


class KeepingIntake:
    """Keeps deliveries in memory, as the real intake keeps them on disk; ``down`` makes it refuse them."""

    def __init__(self) -> None:
        self.kept: dict[str, Delivery] = {}
        self.down = False

    def accept(self, delivery: Delivery) -> Accepted:
        """Keep it, unless its id is known."""
        if self.down:
            raise IntakeUnavailable("the disk is full")
        if delivery.id in self.kept:
            return Accepted.KNOWN
        self.kept[delivery.id] = delivery
        return Accepted.NEW


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with two webhook secrets, whatever the environment says."""
    for name in [name for name in os.environ if name.startswith("BURNERR_")]:
        monkeypatch.delenv(name)
    return Settings(
        _env_file=None,
        webhook_secret=SecretStr(SECRET),
        webhook_secret_old=SecretStr(OLD_SECRET),
        public_url="https://errors.example.org",
    )


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """Three records: one with every section, one that follows from it, one that means harm; real sites."""
    return Catalog((file.record for file in read_records(RECORDS)), load_sites())


@pytest.fixture(scope="session")
def recognizer(catalog: Catalog) -> Recognizer:
    """The catalogue's recognizer, built once: that takes longer than most tests."""
    return Recognizer(catalog)


@pytest.fixture(autouse=True)
def one_recognizer(monkeypatch: pytest.MonkeyPatch, catalog: Catalog, recognizer: Recognizer) -> None:
    """Let every app of this catalogue share the recognizer."""
    real = Recognizer

    def shared(asked: Catalog) -> Recognizer:
        return recognizer if asked is catalog else real(asked)

    monkeypatch.setattr("bot.web.app.Recognizer", shared)


@pytest.fixture
def intake() -> KeepingIntake:
    """An intake in memory."""
    return KeepingIntake()


@pytest.fixture
def app(settings: Settings, intake: KeepingIntake, catalog: Catalog) -> Flask:
    """The app as the factory makes it."""
    return create_app(settings, intake, catalog)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of the app."""
    return app.test_client()


@pytest.fixture
def post(client: FlaskClient) -> Post:
    """Sends a signed webhook: ``post(event, document, **headers)``; a header given as None is left out."""

    def send(
        event: str | None,
        document: Any,
        *,
        secret: str = SECRET,
        delivery: str | None = "b6b5a1c0-0000-4000-8000-000000000001",
        **changed: str | None,
    ) -> TestResponse:
        body = document if isinstance(document, bytes) else json.dumps(document).encode()
        headers = {
            "Content-Type": "application/json",
            "X-GitHub-Event": event,
            "X-GitHub-Delivery": delivery,
            "X-Hub-Signature-256": sign(body, secret.encode()),
        }
        headers |= {name.replace("_", "-"): value for name, value in changed.items()}
        sent = {name: value for name, value in headers.items() if value is not None}
        return client.post("/webhook", data=body, headers=sent)

    return send


@pytest.fixture
def opened() -> dict[str, Any]:
    """An ``issues.opened`` payload with what GitHub always sends and a little more."""
    return {
        "action": "opened",
        "issue": {
            "number": 7,
            "title": "Training panics",
            "body": "It panics.",
            "state": "open",
            "locked": False,
            "user": {"login": "alice", "id": 11, "type": "User"},
            "labels": [{"name": "bug"}],
        },
        "repository": {"id": 42, "full_name": "alice/model", "private": False, "stargazers_count": 3},
        "sender": {"login": "alice", "id": 11, "type": "User", "site_admin": False},
        "installation": {"id": 99, "node_id": "x"},
    }
