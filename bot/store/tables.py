"""The tables. Times are seconds since 1970 (UTC) as floats; JSON is kept as text, in ASCII, so that no
database minds what a reporter wrote (PostgreSQL takes neither NUL nor lone surrogates).
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up by itself only for a column declared INTEGER.
_Counter = BigInteger().with_variant(Integer(), "sqlite")

DELIVERIES: Final = Table(
    "deliveries",
    METADATA,
    Column("seq", _Counter, primary_key=True, autoincrement=True),
    Column("id", String(100), nullable=False),
    Column("event", String(60), nullable=False),
    Column("action", String(60), nullable=False),
    Column("installation_id", BigInteger),
    Column("repo_id", BigInteger),
    Column("repo", String(200)),
    Column("issue", BigInteger),
    Column("comment_id", BigInteger),
    Column("sender", String(100), nullable=False),
    Column("sender_is_bot", Boolean, nullable=False),
    Column("payload", Text, nullable=False),
    Column("received_at", Float(53), nullable=False),
    Column("state", String(12), nullable=False),
    Column("job", String(140), nullable=False),
    Column("hops", Integer, nullable=False, server_default="0"),
    Column("starts", Integer, nullable=False, server_default="0"),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("due_at", Float(53)),
    Column("write_at", Float(53)),
    Column("error", Text),
    Column("what", String(20)),
    Column("reason", Text),
    Column("body", Text),
    Column("evidence", Text),
    Column("finished_at", Float(53)),
    UniqueConstraint("id"),
    Index(None, "state", "received_at"),
    Index(None, "installation_id", "state"),
    Index(None, "repo_id", "issue"),
    sqlite_autoincrement=True,
)

COMMENTS: Final = Table(
    "comments",
    METADATA,
    Column("repo_id", BigInteger, primary_key=True, autoincrement=False),
    Column("issue", BigInteger, primary_key=True, autoincrement=False),
    Column("reply_to", BigInteger, primary_key=True, autoincrement=False),
    Column("state", String(12), nullable=False),
    Column("comment_id", BigInteger),
    Column("node_id", String(100)),
    Column("digest", String(16), nullable=False, server_default=""),
    Column("tried_at", Float(53)),
    Column("issue_updated_at", String(30), nullable=False, server_default=""),
    Column("updated_at", Float(53), nullable=False),
)

SIGHTINGS: Final = Table(
    "sightings",
    METADATA,
    Column("id", _Counter, primary_key=True, autoincrement=True),
    Column("repo_id", BigInteger, nullable=False),
    Column("repo", String(200), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("issue", BigInteger, nullable=False),
    Column("record_id", String(16)),
    Column("site_id", String(200)),
    Column("wording", Text),
    Column("fingerprint", String(64)),
    Column("band", String(10), nullable=False),
    Column("role", String(10), nullable=False),
    Column("burn_version", String(60)),
    Column("version_source", String(60)),
    Column("spoken", Boolean, nullable=False),
    Column("silence", Text),
    Column("seen_at", Float(53), nullable=False),
    Index(None, "repo_id", "issue"),
    Index(None, "record_id", "seen_at"),
    Index(None, "fingerprint"),
    sqlite_autoincrement=True,
)

INSTALLATIONS: Final = Table(
    "installations",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("account", String(100), nullable=False),
    Column("account_type", String(20), nullable=False),
    Column("state", String(12), nullable=False),
    Column("selection", String(12)),
    Column("event_at", Float(53), nullable=False),
)

REPOSITORIES: Final = Table(
    "repositories",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(200), nullable=False),
    Column("installation_id", BigInteger, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("last_issue_at", String(30)),
    Column("last_issue", BigInteger),
    Column("removed_at", Float(53)),
    Index(None, "installation_id"),
)

PACE: Final = Table(
    "pace",
    METADATA,
    Column("installation_id", BigInteger, primary_key=True, autoincrement=False),
    Column("free_at", Float(53), nullable=False),
    Column("holder", String(36), nullable=False),
    Column("planned_at", Float(53), nullable=False),
    Column("blocked_until", Float(53), nullable=False),
    Column("writes", BigInteger, nullable=False),
)

WRITES: Final = Table(
    "writes",
    METADATA,
    Column("installation_id", BigInteger, primary_key=True, autoincrement=False),
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
)

ADMISSIONS: Final = Table(
    "admissions",
    METADATA,
    Column("installation_id", BigInteger, primary_key=True, autoincrement=False),
    Column("next_at", Float(53), nullable=False),
)

OUTBOX: Final = Table(
    "outbox",
    METADATA,
    Column("id", _Counter, primary_key=True, autoincrement=True),
    Column("repo_id", BigInteger, nullable=False),
    Column("issue", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("minimised", Boolean, nullable=False),
    Column("at", Float(53), nullable=False),
    Index(None, "repo_id", "issue"),
    sqlite_autoincrement=True,
)

NOTES: Final = Table(
    "notes",
    METADATA,
    Column("key", String(60), primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", Float(53), nullable=False),
)
