"""Opening the database: one SQLite file, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL

from bot.store.fair_lock import make_fair
from bot.store.sqlite_file import hold_to_file, make_file

CONNECT_SECONDS: Final = 5


def open_engine(address: str, *, connections: int = 10, patience: float = 60.0) -> Engine:
    """An engine on ``address`` (SQLAlchemy's form) with ``connections`` kept open at most.

    ``patience`` ends a PostgreSQL statement after so many seconds; on SQLite it's how long a transaction may
    wait for its turn to write (see `bot.store.fair_lock`) and for other programs together. There commits
    reach the disk, and folder and file are made if they aren't there, for their owner alone. Transactions are
    to be opened by ``engine.begin()``, and none within another. Errors don't show what was to be stored.
    """
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, connections, patience)
    options = f"-c statement_timeout={int(patience * 1000)} -c idle_in_transaction_session_timeout=60000"
    return create_engine(
        url,
        hide_parameters=True,
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,
        pool_timeout=CONNECT_SECONDS,
        connect_args={"connect_timeout": CONNECT_SECONDS, "options": options},
    )


def _sqlite(url: URL, connections: int, patience: float) -> Engine:
    path = Path(url.database or "")
    make_file(path)
    engine = create_engine(
        url, hide_parameters=True, pool_size=connections, max_overflow=connections, pool_timeout=patience
    )
    hold_to_file(engine, path)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # A transaction that writes takes the write lock at once: upgrading a read transaction could fail
        # half way.
        connection.isolation_level = "IMMEDIATE"
        connection.execute(f"PRAGMA busy_timeout={int(patience / 2 * 1000)}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    make_fair(engine, path.with_name(path.name + ".turn"), patience / 2)
    return engine
