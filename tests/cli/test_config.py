"""``burnerr config``: checking a settings file, and its schema."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from bot.cli import main


def test_a_wrong_file_is_told_by_line(tmp_path: Path) -> None:
    """Each problem stands on a line of its own, as editors and CI read it; the command fails."""
    file = tmp_path / "burnerr.yml"
    file.write_text("mode: comment\nspeek: exact\n")
    done = CliRunner().invoke(main, ["config", "check", str(file)])
    assert done.exit_code == 1
    assert done.output == f"{file}:2: there is no key `speek`. Did you mean `speak`?\n"


def test_a_good_file_is_called_so(tmp_path: Path) -> None:
    """Standard input will do as well."""
    done = CliRunner().invoke(main, ["config", "check", "-"], input="mode: off\n")
    assert (done.exit_code, done.output) == (0, "<stdin> is valid.\n")


def test_the_schema_is_json() -> None:
    """What is printed is a JSON schema that refuses unknown keys."""
    done = CliRunner().invoke(main, ["config", "schema"])
    assert json.loads(done.output)["additionalProperties"] is False
