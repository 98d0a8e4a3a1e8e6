"""``burnerr deliveries`` on a database with all kinds of them."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.deliveries import deliveries
from bot.cli.migrate import migrate

TRACE = "Traceback (most recent call last):\n  File \"job.py\", line 1\nKeyError: 'installation'\n"
HOSTILE = "given up after 24 hours: \x1b]0;mine\x07\x9b2J\u202e502"


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The database, with one delivery in each state."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURNERR_DATA_DIR", str(tmp_path / "data"))
    assert CliRunner().invoke(migrate, []).exit_code == 0
    made = tmp_path / "data" / "burnerr.sqlite"
    rows = [
        ("aside-1", "set aside", "octo/model", TRACE),
        ("aside-2", "set aside", "acme/[bold]other", HOSTILE),
        ("open-1", "queued", "octo/model", None),
        ("done-1", "handled", "octo/model", None),
    ]
    connection = sqlite3.connect(made)
    for name, state, repo, error in rows:
        connection.execute(
            "insert into deliveries (id, event, action, repo_id, repo, issue, sender, sender_is_bot, payload,"
            " job, received_at, state, error, tries)"
            " values (?,'issues','opened',77,?,5,'alice',0,'{}',?,?,?,?,7)",
            (name, repo, name, time.time(), state, error),
        )
    connection.commit()
    connection.close()
    return made


def run(*arguments: str, answer: str = "", columns: int = 200) -> Result:
    """The command's output and status."""
    return CliRunner().invoke(
        deliveries, list(arguments), input=answer, catch_exceptions=False, env={"COLUMNS": str(columns)}
    )


def state(file: Path, delivery: str) -> str:
    """How far a delivery is, read from the file."""
    connection = sqlite3.connect(file)
    found = connection.execute("select state from deliveries where id = ?", (delivery,)).fetchone()
    connection.close()
    return str(found[0])


def test_those_set_aside_are_listed(file: Path) -> None:
    """Without options: those that need somebody, each with what its error came to, and all counted."""
    done = run("list")
    assert done.exit_code == 0
    assert "aside-1" in done.output
    assert "KeyError: 'installation'" in done.output
    assert "Traceback" not in done.output
    assert "acme/[bold]other#5" in done.output
    assert "open-1" not in done.output
    assert "2 shown. All: 1 handled, 1 queued, 2 set aside." in done.output


def test_lists_are_narrowed(file: Path) -> None:
    """By state and by repository, whatever its letters' case; as JSON a line each."""
    done = run("list", "--state", "any", "--repository", "Octo/Model", "--json")
    found = [json.loads(line) for line in done.output.splitlines()]
    assert [row["id"] for row in found] == ["aside-1", "done-1", "open-1"]
    assert all(row["received_at"].endswith("Z") for row in found)
    assert (
        run("list", "--state", "queued", "--state", "handled", "--limit", "1").output.count("octo/model") == 1
    )
    assert "0 shown" in run("list", "--repository", "nobody/nothing").output


def test_one_is_shown_in_full(file: Path) -> None:
    """With its whole error; one that isn't known is told, with where to look."""
    done = run("show", "aside-1")
    assert TRACE.strip() in done.output
    assert "octo/model#5" in done.output
    assert "alice" in done.output
    assert json.loads(run("show", "aside-1", "--json").output)["error"] == TRACE
    done = run("show", "nothing")
    assert done.exit_code == 1
    assert "isn't known" in done.output


def test_ids_are_whole_in_a_narrow_terminal(file: Path) -> None:
    """They're what the other commands ask for."""
    guid = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"
    connection = sqlite3.connect(file)
    connection.execute("update deliveries set id = ? where id = 'aside-1'", (guid,))
    connection.commit()
    connection.close()
    assert guid in run("list", columns=80).output


def test_no_text_plays_with_the_terminal(file: Path) -> None:
    """An error may quote what somebody wrote: signs that a terminal obeys are shown, not sent."""
    for command in (("list",), ("show", "aside-2"), ("list", "--json"), ("show", "aside-2", "--json")):
        output = run(*command).output
        assert "given up after 24 hours" in output
        assert {sign for sign in output if not sign.isprintable()} == {"\n"}, command


def test_one_that_was_set_aside_is_retried(file: Path) -> None:
    """It's in line again; what wasn't set aside, and what isn't known, is told and ends with status 1."""
    done = run("retry", "aside-1")
    assert done.exit_code == 0
    assert "aside-1 is in line again." in done.output
    assert state(file, "aside-1") == "queued"
    done = run("retry", "aside-2", "aside-1", "done-1", "nothing")
    assert done.exit_code == 1
    assert "aside-2 is in line again." in done.output
    assert "done-1 wasn't set aside: it is handled." in done.output
    assert "aside-1 wasn't set aside: it is queued." in done.output
    assert "nothing isn't known." in done.output


def test_dropping_asks_first(file: Path) -> None:
    """No is no; yes drops it for good, and what is over already is told."""
    done = run("drop", "aside-1", answer="n\n")
    assert done.exit_code == 1
    assert state(file, "aside-1") == "set aside"
    assert run("drop", "aside-1", answer="y\n").exit_code == 0
    assert state(file, "aside-1") == "dropped"
    done = run("drop", "--yes", "done-1")
    assert done.exit_code == 1
    assert "done-1 is over already: it is handled." in done.output


def test_a_database_that_isnt_ready_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without tables, or with nobody at the address, it's a sentence and no traceback."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURNERR_DATA_DIR", str(tmp_path / "data"))
    done = run("list")
    assert done.exit_code == 1
    assert "burnerr migrate" in done.output
    monkeypatch.setenv("BURNERR_DATABASE_URL", "postgresql://nobody:secret-word@127.0.0.1:9/none")
    done = run("list")
    assert done.exit_code == 1
    assert "can't be used" in done.output
    assert "secret-word" not in done.output
