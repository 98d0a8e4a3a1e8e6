"""The table of what people asked for on the pages, and what became of it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Float, Index, Integer, String, Table, Text

from bot.store.tables import METADATA

TRIAGE_ACTIONS: Final = Table(
    "triage_actions",
    METADATA,
    # SQLite counts up by itself only for a column declared INTEGER.
    Column("seq", BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=True),
    Column("token", String(60), nullable=False, unique=True),
    Column("batch", String(40)),
    Column("repo_id", BigInteger, nullable=False),
    Column("issue", BigInteger),
    Column("action", String(20), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("seen", String(16), nullable=False),
    Column("why", Text, nullable=False),
    Column("login", String(100), nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("asked_at", Float(53), nullable=False),
    Column("result", String(10)),
    Column("reason", Text, nullable=False, server_default=""),
    Column("made", Text),
    Column("ended_at", Float(53)),
    Index(None, "repo_id", "asked_at"),
    Index(None, "batch"),
    sqlite_autoincrement=True,
)
