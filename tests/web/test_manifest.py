"""The App's manifest asks for what is used, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.web.understand import EVENTS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    """``app.yml``."""
    read: dict[str, Any] = yaml.safe_load((ROOT / "app.yml").read_text("utf-8"))
    return read


def test_it_asks_for_little(manifest: dict[str, Any]) -> None:
    """Issues to answer in, contents to read; nothing to be written elsewhere."""
    assert manifest["default_permissions"] == {"issues": "write", "contents": "read", "metadata": "read"}
    assert manifest["public"] is False


def test_the_events_it_asks_for_are_understood(manifest: dict[str, Any]) -> None:
    """No event is sent to us only to be dropped (those about installations come unasked)."""
    assert set(manifest["default_events"]) <= EVENTS
    assert set(manifest["default_events"]) == {"issues", "issue_comment", "push", "repository"}


def test_it_has_githubs_keys_alone(manifest: dict[str, Any]) -> None:
    """GitHub refuses a manifest with keys it doesn't know; these are of its documentation."""
    known = {
        "name",
        "url",
        "hook_attributes",
        "description",
        "public",
        "default_events",
        "default_permissions",
    }
    assert set(manifest) == known
    assert manifest["hook_attributes"]["url"].endswith("/webhook")
