"""How much one address may ask for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from bot.catalog.catalog import Catalog
from bot.settings import Settings
from bot.web.app import create_app
from tests.web.conftest import KeepingIntake, said

Made = Callable[..., FlaskClient]


@pytest.fixture
def narrow(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, intake: KeepingIntake, catalog: Catalog
) -> Made:
    """Makes clients of an app that gives three answers a minute of each sort."""
    for name in ("PAGES", "DOCUMENTS", "QUESTIONS"):
        monkeypatch.setattr(f"bot.web.limits.{name}", "3 per minute")

    def make(**changed: object) -> FlaskClient:
        return create_app(settings.model_copy(update=changed), intake, catalog).test_client()

    return make


def statuses(client: FlaskClient, path: str, *addresses: str, **headers: str) -> list[int]:
    """What each address is answered, one after the other."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return [
        client.get(path, environ_base={"REMOTE_ADDR": address}, headers=sent).status_code
        for address in addresses
    ]


def test_who_asks_too_much_is_told_when_to_come_again(narrow: Made) -> None:
    """429 as a problem document with Retry-After; others are served as before."""
    client = narrow()
    assert statuses(client, "/api/errors", *["192.0.2.1"] * 4) == [200, 200, 200, 429]
    answer = client.get("/api/errors", environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert answer.mimetype == "application/problem+json"
    assert said(answer)["status"] == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.headers["Cache-Control"] == "no-store"
    assert statuses(client, "/api/errors", "192.0.2.2") == [200]


def test_people_get_a_page_about_it(narrow: Made) -> None:
    """Not JSON."""
    client = narrow()
    answers = [client.get("/errors") for _ in range(4)]
    assert (answers[-1].status_code, answers[-1].mimetype) == (429, "text/html")


def test_questions_are_counted_apart_from_reading(narrow: Made) -> None:
    """Who asked all questions may still read."""
    client = narrow()
    asked = [client.post("/api/explain", json={"text": "x"}).status_code for _ in range(4)]
    assert asked == [200, 200, 200, 429]
    assert client.get("/api/errors").status_code == 200


def test_a_household_of_ipv6_counts_as_one(narrow: Made) -> None:
    """Its 64 bits of addresses of its own don't multiply what it gets."""
    client = narrow()
    addresses = [f"2001:db8:1:2::{number:x}" for number in range(1, 5)]
    assert statuses(client, "/api/errors", *addresses) == [200, 200, 200, 429]
    assert statuses(client, "/api/errors", "2001:db8:1:3::1") == [200]


def test_forwarded_addresses_are_believed_only_behind_a_proxy(narrow: Made) -> None:
    """Without a proxy of ours anybody could write what they like there."""
    open_to_all, behind = narrow(), narrow(proxies=1)
    got = {open_to_all: [], behind: []}  # type: dict[FlaskClient, list[int]]
    for number in range(4):
        for client in got:
            got[client] += statuses(
                client, "/api/errors", "192.0.2.9", X_Forwarded_For=f"198.51.100.{number}"
            )
    assert got[open_to_all] == [200, 200, 200, 429]
    assert got[behind] == [200, 200, 200, 200]


def test_deliveries_and_health_are_not_limited(narrow: Made) -> None:
    """GitHub and those who watch us come as often as they must."""
    client = narrow()
    assert {client.get("/healthz").status_code for _ in range(9)} == {200}
    assert {client.get("/metrics").status_code for _ in range(9)} == {200}
    assert {client.post("/webhook").status_code for _ in range(9)}.isdisjoint({429})
