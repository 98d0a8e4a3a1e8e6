"""Opening the database: one SQLite file, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL

from bot.store.fair_lock import make_fair

BUSY_MS: Final = 30_000
CONNECT_SECONDS: Final = 5


def open_engine(address: str, *, connections: int = 10, patience: float = 60.0) -> Engine:
    """An engine on ``address`` (SQLAlchemy's form) with ``connections`` kept open at most.

    ``patience`` ends a PostgreSQL statement after so many seconds. On SQLite every writer takes its turn (see
    `bot.store.fair_lock`), commits reach the disk, and the folder is made if it isn't there, for its owner
    alone. Transactions are to be opened by ``engine.begin()``, and none within another.
    """
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, connections)
    options = f"-c statement_timeout={int(patience * 1000)} -c idle_in_transaction_session_timeout=60000"
    return create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,
        pool_timeout=CONNECT_SECONDS,
        connect_args={"connect_timeout": CONNECT_SECONDS, "options": options},
    )


def _sqlite(url: URL, connections: int) -> Engine:
    path = Path(url.database or "")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(url, pool_size=connections, max_overflow=connections)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # A transaction that writes takes the write lock at once: upgrading a read transaction could fail
        # half way.
        connection.isolation_level = "IMMEDIATE"
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    make_fair(engine, path.with_name(path.name + ".turn"))
    return engine
