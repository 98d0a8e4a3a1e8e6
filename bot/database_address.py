"""What may stand in ``BURNERR_DATABASE_URL``, and how SQLAlchemy wants it."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

SCHEMES: Final = {
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
    "sqlite": "sqlite",
}


def known_database(value: str) -> str:
    """The address with its driver named; empty stays empty.

    Raises ``ValueError`` with what is wrong, never with the address: it may hold a password.
    """
    if not value:
        return ""
    scheme, separator, rest = value.partition("://")
    if not separator or scheme not in SCHEMES:
        raise ValueError("neither SQLite nor PostgreSQL")
    if scheme != "sqlite" and not _has_good_port(value):
        raise ValueError("its port is no number from 1 to 65535")
    if scheme == "sqlite" and rest.strip("/") in {"", ":memory:"}:
        raise ValueError("SQLite needs a file: several processes share it")
    return f"{SCHEMES[scheme]}://{rest}"


def _has_good_port(address: str) -> bool:
    try:
        return urlsplit(address).port != 0
    except ValueError:
        return False
