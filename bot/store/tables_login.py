"""The table of people who are logged in on the pages."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Float, Index, String, Table, Text

from bot.store.tables import METADATA

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("login", String(100), nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("repositories", Text, nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("made_at", Float(53), nullable=False),
    Column("used_at", Float(53), nullable=False),
    Index(None, "used_at"),
)
