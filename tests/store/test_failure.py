"""Errors of the database tell what is wrong, and nothing of what was to be stored."""

from __future__ import annotations

import traceback

import pytest
from sqlalchemy import Engine, Executable, insert, text
from sqlalchemy.exc import SQLAlchemyError

from bot.store.failure import told
from bot.store.tables import OUTBOX

SECRET = "what a reporter wrote in private"


def failing(engine: Engine, what: str) -> SQLAlchemyError:
    """An error on a statement that holds the text."""
    row = {"repo_id": 1, "issue": 1, "body": SECRET, "minimised": False, "at": 1.0}
    statements: dict[str, Executable] = {
        "twice": insert(OUTBOX).values([{**row, "id": 1}, {**row, "id": 1}]),
        "missing": insert(OUTBOX).values({**row, "at": None}),
        "no table": text("INSERT INTO nowhere VALUES (:a)").bindparams(a=SECRET),
        "wrong type": text("SELECT CAST(:a AS INTEGER) / 0 FROM nowhere").bindparams(a=SECRET),
    }
    with pytest.raises(SQLAlchemyError) as caught, engine.begin() as connection:
        connection.execute(statements[what])
    return caught.value


@pytest.mark.parametrize("what", ["twice", "missing", "no table", "wrong type"])
def test_the_text_is_not_in_it(engine: Engine, what: str) -> None:
    """Whatever goes wrong: kind and cause, without the values."""
    error = failing(engine, what)
    assert SECRET not in told(error)
    assert type(error).__name__ in told(error)
    assert len(told(error)) < 300
    assert "\n" not in told(error)


def test_the_traceback_shows_no_parameters(engine: Engine) -> None:
    """Also where somebody prints it all."""
    assert SECRET not in "".join(traceback.format_exception(failing(engine, "no table")))


def test_values_that_postgres_quotes_are_left_out(engine: Engine) -> None:
    """A value of the wrong kind stands in the message's first line."""
    if engine.dialect.name == "sqlite":
        pytest.skip("SQLite takes anything")
    with pytest.raises(SQLAlchemyError) as caught, engine.begin() as connection:
        connection.execute(text("SELECT CAST(:a AS INTEGER)"), {"a": SECRET})
    assert SECRET in str(caught.value.__cause__)
    assert told(caught.value) == "DataError: InvalidTextRepresentation"
