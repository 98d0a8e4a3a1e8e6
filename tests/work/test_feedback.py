"""Votes on answers: who counts, when a record falls silent, and how it comes back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import text

from bot.github.connect import connect
from bot.github.model import Reacted
from bot.store import feedback
from bot.store.deliveries import What
from bot.store.feedback import Tally
from bot.work.engine import Line
from bot.work.read_reactions import read_reactions, votes_in
from bot.work.silence_records import is_refused, least_share
from bot.work.tools import Tools
from bot.work.worker import tools_for
from tests.work.house import STEP, House
from tests.work.talk import REPORTER, Talk, fast_house

__all__ = ["idle_house"]
idle_house = fast_house
RECORD = "should-have-handle-for-tensor"


@pytest.fixture
def tools(house: House) -> Iterator[Tools]:
    """What a schedule works with."""
    line = Line(house.engine)
    made = tools_for(house.settings, house.engine, line, connect(house.settings), "test")
    yield made
    line.close()


def test_wilson_is_as_documented() -> None:
    """The figures on the page of feedback, and those of a textbook (8 of 10: 0.490 to 0.943)."""
    shares = [round(least_share(*votes), 2) for votes in ((4, 4), (6, 7), (4, 6), (8, 10))]
    assert shares == [0.51, 0.49, 0.30, 0.49]
    assert least_share(0, 0) == 0.0


@given(st.integers(0, 500), st.integers(0, 500))
@example(0, 11)  # where rounding left a share of nothing above nothing
def test_more_voices_make_it_surer(refused: int, confirmed: int) -> None:
    """The lower end is at most the share seen, and grows when the same share is said by more."""
    voices = refused + confirmed
    least = least_share(refused, voices)
    assert 0.0 <= least <= (refused / voices if voices else 0.0)
    assert least_share(2 * refused, 2 * voices) >= least
    assert is_refused(Tally(refused, confirmed)) <= (voices >= 4 and refused > confirmed * 2 / 3)


def test_whose_thumbs_count() -> None:
    """Bots, other reactions, accounts that are gone and people of two minds don't."""
    put = [("a", "-1"), ("b", "+1"), ("c", "heart"), ("d", "+1"), ("d", "-1"), ("", "-1"), ("a", "-1")]
    reactions = [Reacted(login, content, is_bot=False) for login, content in put]
    assert votes_in([*reactions, Reacted("x[bot]", "-1", is_bot=True)]) == {"a": True, "b": False}


def test_too_many_refusals_silence_a_record_until_it_is_reviewed(house: House, tools: Tools) -> None:
    """Thumbs and commands of four people; then silence everywhere; after the review it's spoken of again."""
    talk, other = Talk(house, 400), Talk(house, 401)
    house.github.thumbs = {
        talk.answer.id: {"u1": "-1", "u2": "-1", "burnerr-test[bot]": "-1", REPORTER: "+1"},
        other.answer.id: {"u1": "-1", "u3": "-1"},
    }
    assert read_reactions(tools, tools.github({})) >= 2
    record = tools.catalog.by_slug(RECORD)
    assert record is not None
    assert tally(house, record.facts.id) == Tally(refused=3, confirmed=1)
    assert silent(house) == ()
    talk.say("/burnerr wrong not mine", REPORTER)  # goes before the same person's thumb
    assert tally(house, record.facts.id) == Tally(refused=4, confirmed=0)
    assert silent(house) == (record.facts.id,)
    outcome = house.outcome(house.open_issue(402, STEP))
    assert outcome.what is What.SILENT
    assert "until it's reviewed" in outcome.reason
    house.github.thumbs = {}
    read_reactions(tools, tools.github({}))
    assert silent(house) == (record.facts.id,)  # a thumb taken back doesn't review it
    listed = burnerr(house, "list")
    assert RECORD[:12] in listed
    assert "silent" in listed
    assert "not mine" in burnerr(house, "show", RECORD)
    burnerr(house, "reviewed", RECORD)
    assert tally(house, record.facts.id) == Tally(0, 0)
    assert house.outcome(house.open_issue(403, STEP)).what is What.CREATED


def test_reading_goes_round(house: House, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """More answers than a run takes are read in turn; one that was deleted is noted as gone."""
    monkeypatch.setattr("bot.work.read_reactions.MOST", 2)
    talks = [Talk(house, number) for number in (410, 411, 412)]
    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM notes WHERE key = 'reactions read up to'"))
        connection.execute(text("DELETE FROM answers WHERE issue < 410"))
    del house.github.comments[talks[2].answer.id]
    assert [read_reactions(tools, tools.github({})) for _ in range(3)] == [2, 1, 2]
    assert house.outcome(house.edit_issue(412, STEP)).what is What.SILENT


def tally(house: House, record_id: str) -> Tally:
    """The votes on a record."""
    with house.engine.connect() as connection:
        return feedback.tally(connection, record_id)


def silent(house: House) -> tuple[str, ...]:
    """The records that fell silent."""
    with house.engine.connect() as connection:
        return tuple(each.record_id for each in feedback.silenced(connection))


def burnerr(house: House, *arguments: str) -> str:
    """What ``burnerr feedback`` prints."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
    done = subprocess.run(
        [sys.executable, "-m", "bot.cli", "feedback", *arguments],
        env=clean | house.environment,
        cwd=house.folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout
