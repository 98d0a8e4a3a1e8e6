"""One clock for all processes: the database's, because machines disagree."""

from __future__ import annotations

import time

from sqlalchemy import Connection, text


def now(connection: Connection) -> float:
    """Seconds since 1970. SQLite is one machine, so its clock is ours."""
    if connection.dialect.name == "sqlite":
        return time.time()
    return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
