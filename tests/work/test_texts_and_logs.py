"""What a reporter wrote in a private repository isn't in any log, whatever the database does to us."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from bot.store.deliveries import State
from bot.work.intake import Intake, IntakeUnavailable
from tests.work.house import HANDLE, House, wait_until

SECRET = "our-unreleased-product"
BODY = f"{SECRET}\n{HANDLE}\n{SECRET}"


@contextmanager
def refusing(house: House, when: str) -> Iterator[None]:
    """The database refuses changes of deliveries, and quotes the row where it can."""
    if house.settings.is_sqlite:
        made = [
            f"CREATE TRIGGER refuse BEFORE {when} ON deliveries BEGIN SELECT RAISE(ABORT, 'refused'); END"
        ]
        gone = ["DROP TRIGGER refuse"]
    else:
        made = [
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE check_violation USING MESSAGE = 'refused', DETAIL = 'Row: ' || NEW.payload; "
            "END $$",
            f"CREATE TRIGGER refuse BEFORE {when} ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse()",
        ]
        gone = ["DROP TRIGGER refuse ON deliveries", "DROP FUNCTION refuse"]
    for statements in (made, gone):
        with house.engine.begin() as connection:
            for statement in statements:
                connection.execute(text(statement))
        if statements is made:
            yield


def said(house: House, words: str) -> bool:
    """Whether the workers' log has these words."""
    return words in house.log


def test_no_text_in_the_workers_log(house: House) -> None:
    """Refused in the middle of a job and at its end, and a failure of our own: told, without the text."""
    house.github.put_issue(77, 1, f"{SECRET} fails", BODY)
    with refusing(house, "UPDATE"):
        house.send(house.delivery(1))
        wait_until(lambda: said(house, "refused"), 20, "the refusal in the log")
        time.sleep(0.5)
    broken = house.delivery(1, event="installation", payload={"installation": None, "x": BODY})
    outcome = house.outcome(house.send(broken), 30)
    assert outcome.state is State.SET_ASIDE
    assert "a job failed" in house.log
    assert SECRET not in house.log
    assert "497010" not in house.log


def test_no_text_in_what_the_web_process_logs(house: House) -> None:
    """What isn't stored is told by its kind."""
    house.github.put_issue(77, 3, f"{SECRET} fails", BODY)
    intake = Intake(house.settings)
    with refusing(house, "INSERT"), pytest.raises(IntakeUnavailable) as caught:
        intake.accept(house.delivery(3))
    intake.close()
    assert "refused" in str(caught.value)
    assert SECRET not in str(caught.value)
