"""The tables of what is agreed and said in a repository: its settings, its use of Burn, questions, votes."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, String, Table, Text

from bot.store.tables import METADATA

REPO_SETTINGS: Final = Table(
    "repo_settings",
    METADATA,
    Column("key", String(120), primary_key=True),  # whose file it is
    Column("etag", String(120), nullable=False, server_default=""),
    Column("given", Text, nullable=False),
    Column("problems", Text, nullable=False),
    Column("names", String(16), nullable=False, server_default=""),
    Column("checked_at", Float(53), nullable=False),
)

SWITCHES: Final = Table(
    "switches",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("state", String(10), nullable=False),
    Column("by", String(100), nullable=False),
    Column("at", Float(53), nullable=False),
)

MUTES: Final = Table(
    "mutes",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("record_id", String(16), primary_key=True),
    Column("by", String(100), nullable=False),
    Column("at", Float(53), nullable=False),
)

HIDDEN: Final = Table(
    "hidden",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("issue", BigInteger, primary_key=True, autoincrement=False),
    Column("by", String(100), nullable=False),
    Column("at", Float(53), nullable=False),
)

BURN_USES: Final = Table(
    "burn_uses",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("manifest", String(200), nullable=False, server_default=""),
    Column("uses", Boolean, nullable=False),
    Column("version", String(60)),
    Column("source", String(60)),
    Column("checked_at", Float(53), nullable=False),
)

ANSWERS: Final = Table(
    "answers",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("issue", BigInteger, primary_key=True, autoincrement=False),
    Column("record_id", String(16), nullable=False),
    Column("wording", Text),
    Column("band", String(10), nullable=False),
    Column("at", Float(53), nullable=False),
    Index(None, "record_id"),
)

VOTES: Final = Table(
    "votes",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("issue", BigInteger, primary_key=True, autoincrement=False),
    Column("voter", String(100), primary_key=True),
    Column("how", String(10), primary_key=True),
    Column("record_id", String(16), nullable=False),
    Column("wording", Text),
    Column("refused", Boolean, nullable=False),
    Column("why", Text, nullable=False, server_default=""),
    Column("at", Float(53), nullable=False),
    Index(None, "record_id"),
)

SILENCED: Final = Table(
    "silenced",
    METADATA,
    Column("record_id", String(16), primary_key=True),
    Column("refused", BigInteger, nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    Column("since", Float(53), nullable=False),
)

REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("record_id", String(16), primary_key=True),
    Column("at", Float(53), nullable=False),
)

QUESTIONS: Final = Table(
    "questions",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("issue", BigInteger, primary_key=True, autoincrement=False),
    Column("question", String(16), primary_key=True),
    Column("comment_id", BigInteger, nullable=False),
    Column("url", Text, nullable=False),
)

ASKED: Final = Table(
    "asked",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("comment_id", BigInteger, primary_key=True, autoincrement=False),
    Column("question", String(16), primary_key=True),
    Column("issue", BigInteger, nullable=False),
    Column("login", String(100), nullable=False),
    Column("refused", Boolean, nullable=False),
    Column("at", Float(53), nullable=False),
    Index(None, "repo_id", "at"),
)
