"""Two routes to measure ours against: one that does nothing, one with a single insert that reaches the
disk.
"""

from __future__ import annotations

import os
import sqlite3
import threading

from flask import Flask, request

PATH = "BARE_DATABASE"


def nothing() -> Flask:
    """Reads the body and acknowledges."""
    app = Flask("nothing")

    @app.post("/webhook")
    def webhook() -> tuple[str, int]:
        request.get_data()
        return "", 202

    @app.get("/readyz")
    def ready() -> str:
        return ""

    return app


def insert() -> Flask:
    """Writes the body into a table of its own, as plainly as SQLite allows, and acknowledges."""
    app = nothing()
    local = threading.local()

    def connection() -> sqlite3.Connection:
        if not hasattr(local, "connection"):
            local.connection = sqlite3.connect(os.environ[PATH], timeout=30, isolation_level=None)
            local.connection.execute("PRAGMA journal_mode=WAL")
            local.connection.execute("PRAGMA synchronous=FULL")
            local.connection.execute("CREATE TABLE IF NOT EXISTS d (id TEXT PRIMARY KEY, body TEXT)")
        return local.connection  # type: ignore[no-any-return]  # a thread's own attribute

    def webhook() -> tuple[str, int]:
        delivery = request.headers["X-GitHub-Delivery"]
        connection().execute(
            "INSERT OR IGNORE INTO d VALUES (?, ?)", (delivery, request.get_data(as_text=True))
        )
        return "", 202

    app.view_functions["webhook"] = webhook
    return app
