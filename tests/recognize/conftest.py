"""The catalogue as it is shipped, and a recogniser of it, for all tests of this room."""

from __future__ import annotations

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.recognize.recognizer import Recognizer


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """Give the catalogue that comes with the package."""
    return load_catalog()


@pytest.fixture(scope="session")
def recognizer(catalog: Catalog) -> Recognizer:
    """Give a recogniser of that catalogue."""
    return Recognizer(catalog)
