"""/healthz, /readyz, /metrics, and the headers on everything."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bot.catalog.catalog import Catalog
from bot.settings import Settings
from bot.web.app import create_app
from tests.web.conftest import KeepingIntake, Post, said


def test_healthz_asks_nobody(settings: Settings, intake: KeepingIntake, catalog: Catalog) -> None:
    """The process is alive also while its database is away."""
    app = create_app(settings, intake, catalog, {"database": lambda: "gone"})
    assert app.test_client().get("/healthz").status_code == 200


def test_readyz_tells_what_is_missing(settings: Settings, intake: KeepingIntake, catalog: Catalog) -> None:
    """Ready when every check is fine, else 503 with what is wrong by name."""
    wrong: dict[str, str | None] = {"database": None, "catalogue": None}
    checks = {name: (lambda name=name: wrong[name]) for name in wrong}
    client = create_app(settings, intake, catalog, checks).test_client()
    assert said(client.get("/readyz")) == {"status": "ready", "checks": ["catalogue", "database"]}
    wrong["database"] = "not migrated: run burnerr migrate"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert said(answer)["checks"] == {"database": "not migrated: run burnerr migrate"}


def test_deliveries_are_counted_by_event_and_outcome(
    client: FlaskClient, post: Post, intake: KeepingIntake, opened: dict[str, Any]
) -> None:
    """Every call counts once, under what became of it."""
    post("issues", opened)
    post("issues", opened)
    post("issues", opened, X_Hub_Signature_256=None)
    post("ping", {})
    post("star", {"action": "created"})
    post("made up by a caller", {})
    intake.down = True
    post("issues", opened)
    figures = client.get("/metrics").text
    for line in (
        'burnerr_deliveries_total{event="issues",outcome="stored"} 1.0',
        'burnerr_deliveries_total{event="issues",outcome="known"} 1.0',
        'burnerr_deliveries_total{event="issues",outcome="unsigned"} 1.0',
        'burnerr_deliveries_total{event="issues",outcome="unavailable"} 1.0',
        'burnerr_deliveries_total{event="ping",outcome="pong"} 1.0',
        'burnerr_deliveries_total{event="other",outcome="ignored"} 2.0',
        "burnerr_webhook_seconds_count 7.0",
    ):
        assert line in figures
    assert "made up" not in figures


def test_answers_are_timed_by_room(client: FlaskClient) -> None:
    """What pages and documents take can be watched."""
    for path in ("/errors", "/errors/handle-is-missing", "/errors/none", "/api/errors", "/robots.txt"):
        client.get(path)
    figures = client.get("/metrics").text
    for room, count in (("index", 1), ("site", 2), ("api", 1), ("crawlers", 1)):
        assert f'burnerr_answer_seconds_count{{room="{room}"}} {count}.0' in figures


def test_two_apps_in_a_process_count_apart(
    settings: Settings, catalog: Catalog, client: FlaskClient, post: Post
) -> None:
    """The figures belong to an app, not to the interpreter."""
    other = create_app(settings, KeepingIntake(), catalog).test_client()
    post("ping", {})
    assert 'event="ping"' in client.get("/metrics").text
    assert 'event="ping"' not in other.get("/metrics").text


@pytest.mark.parametrize(
    "path",
    ["/errors", "/errors/handle-is-missing", "/errors/none", "/api/errors", "/healthz", "/metrics", "/none"],
)
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    """A strict policy: script and style from our own files only, also on errors."""
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Strict-Transport-Security"].startswith("max-age=")


def test_without_https_browsers_are_not_told_to_insist_on_it(
    settings: Settings, intake: KeepingIntake, catalog: Catalog
) -> None:
    """On a laptop there is only http."""
    plain = settings.model_copy(update={"public_url": None})
    answer = create_app(plain, intake, catalog).test_client().get("/healthz")
    assert "Strict-Transport-Security" not in answer.headers


def test_our_own_mistakes_say_nothing_about_themselves(app: Flask) -> None:
    """An unforeseen error is a 500 without a trace of its cause."""

    def broken() -> str:
        raise RuntimeError("a secret of ours")

    app.add_url_rule("/api/broken", view_func=broken)
    answer = app.test_client().get("/api/broken")
    assert answer.status_code == 500
    assert answer.mimetype == "application/problem+json"
    assert "secret" not in answer.text
