"""``app.yml``: what the App is, asks for and hears. One file to make it from and to check it by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

# In an installed package it lies beside this module, in a checkout at the top.
PLACES: Final = (Path(__file__).with_name("app.yml"), Path(__file__).parents[2] / "app.yml")


@dataclass(frozen=True, slots=True)
class AppManifest:
    """What the App asks for. ``document`` is the manifest as GitHub takes it."""

    permissions: Mapping[str, str]
    events: frozenset[str]
    document: Mapping[str, Any]


def load_manifest() -> AppManifest:
    """Read ``app.yml``."""
    file = next(place for place in PLACES if place.is_file())
    document: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    return AppManifest(
        permissions=document["default_permissions"],
        events=frozenset(document["default_events"]),
        document=document,
    )
