"""``burnerr data``: what is kept of a repository, given out and deleted."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli.data import data
from bot.cli.migrate import migrate


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A database that knows two repositories."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURNERR_DATA_DIR", str(tmp_path / "data"))
    assert CliRunner().invoke(migrate, []).exit_code == 0
    made = tmp_path / "data" / "burnerr.sqlite"
    connection = sqlite3.connect(made)
    for repo_id, repo in ((77, "octo/model"), (78, "octo/other")):
        connection.execute(
            "insert into sightings (repo_id, repo, private, issue, band, role, spoken, seen_at)"
            " values (?, ?, 0, 5, 'exact', 'cause', 1, ?)",
            (repo_id, repo, time.time()),
        )
    connection.commit()
    connection.close()
    return made


def run(*arguments: str, answer: str = "") -> Result:
    """The command's output and status."""
    return CliRunner().invoke(data, list(arguments), input=answer, catch_exceptions=False)


@pytest.mark.parametrize("name", ["octo/model", "Octo/Model", "77"])
def test_it_is_given_out_by_name_or_number(file: Path, name: str) -> None:
    """As one JSON document, of that repository alone."""
    done = run("export", name)
    assert done.exit_code == 0
    kept = json.loads(done.output)["kept"]["77"]
    assert [row["issue"] for row in kept["sightings"]] == [5]
    assert "octo/other" not in done.output


def test_it_goes_into_a_file(file: Path, tmp_path: Path) -> None:
    """Where one is named."""
    assert run("export", "octo/model", "--output", str(tmp_path / "out.json")).exit_code == 0
    assert json.loads((tmp_path / "out.json").read_text())["repository"] == "octo/model"


def test_deleting_asks_first_and_is_whole(file: Path) -> None:
    """No is no. After yes nothing is kept, and the neighbour has all of it."""
    assert run("delete", "octo/model", answer="n\n").exit_code == 1
    assert run("export", "octo/model").exit_code == 0
    done = run("delete", "octo/model", answer="y\n")
    assert done.exit_code == 0
    assert "Delete 1 rows" in done.output
    assert run("export", "octo/other").exit_code == 0
    done = run("export", "octo/model")
    assert done.exit_code == 1
    assert "nothing is kept of octo/model" in done.output
    assert run("delete", "--yes", "octo/model").exit_code == 1
