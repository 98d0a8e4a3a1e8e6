"""The API is as its description says: asked with all that it allows, and with what it doesn't."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as tries
from schemathesis.generation import GenerationMode

from bot.catalog.catalog import Catalog
from bot.settings import Settings
from bot.web.app import create_app
from tests.web.conftest import KeepingIntake, said

DESCRIPTION = "/api/openapi.json"
OPERATIONS = (("/api/errors", "GET"), ("/api/errors/{id}", "GET"), ("/api/explain", "POST"))


@pytest.fixture
def unlimited(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, intake: KeepingIntake, catalog: Catalog
) -> Flask:
    """The app without its limits: here one address asks hundreds of questions in a second."""
    monkeypatch.setattr("bot.web.limits.DOCUMENTS", "100000 per minute")
    monkeypatch.setattr("bot.web.limits.QUESTIONS", "100000 per minute")
    return create_app(settings, intake, catalog)


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_as_described(unlimited: Flask, path: str, method: str, mode: GenerationMode) -> None:
    """Status, kind, headers and shape are those of the description; wrong questions are refused."""
    schema = schemathesis.openapi.from_wsgi(DESCRIPTION, unlimited)

    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    @tries(
        max_examples=80,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    def ask(case: Any) -> None:
        case.call_and_validate()

    ask()


def test_the_description_has_examples_that_hold(client: FlaskClient) -> None:
    """The example document is one that is served, and fits the schema beside it."""
    described = said(client.get(DESCRIPTION))
    assert described["openapi"] == "3.1.0"
    assert described["servers"] == [{"url": "https://errors.example.org"}]
    reading = described["paths"]["/api/errors/{id}"]["get"]
    content = reading["responses"]["200"]["content"]["application/json"]
    record_id = reading["parameters"][0]["example"]
    assert content["example"] == said(client.get(f"/api/errors/{record_id}"))
    schema = {**content["schema"], "components": described["components"]}
    jsonschema.validate(content["example"], schema)


def test_every_operation_of_the_description_is_asked_here(client: FlaskClient) -> None:
    """A new operation can't be forgotten in these tests."""
    paths = said(client.get(DESCRIPTION))["paths"]
    assert sorted((path, verb.upper()) for path, verbs in paths.items() for verb in verbs) == sorted(
        OPERATIONS
    )
