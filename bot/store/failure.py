"""What a database said when it failed, fit for a log: without what reporters wrote.

A statement's parameters are hidden by the engine already (see `bot.store.database`); but a database quotes
rows and values in its own messages too.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import StatementError

LONGEST: Final = 200  # characters
_DATA: Final = "22"  # the class of PostgreSQL's codes for a value that is wrong: such a message quotes it


def told(error: Exception) -> str:
    """The kind of an error, and the first line of what the database itself said."""
    kind = type(error).__name__
    cause = error.orig if isinstance(error, StatementError) else error
    if cause is None or str(getattr(cause, "sqlstate", "") or "").startswith(_DATA):
        return f"{kind}: {type(cause).__name__}"
    lines = str(cause).strip().splitlines()  # what follows the first is the row in question
    return f"{kind}: {lines[0][:LONGEST]}" if lines else kind
