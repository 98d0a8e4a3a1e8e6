"""The command line as a whole."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from bot import __version__
from bot.cli import COMMANDS, main

HEAVY = ("flask", "sqlalchemy", "dbos", "github", "rich", "pydantic", "bot.catalog.load", "gunicorn")


def test_help_lists_every_command_without_importing_any() -> None:
    """``--help`` is quick: what a command needs is imported when it runs."""
    program = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from bot.cli import main\n"
        "out = CliRunner().invoke(main, ['--help'])\n"
        "assert out.exit_code == 0\n"
        "print(out.output)\n"
        f"print('IMPORTED', [name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout
    assert "IMPORTED []" in done.stdout


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_is_there(name: str) -> None:
    """Each name in the table leads to a command that explains itself."""
    done = CliRunner().invoke(main, [name, "--help"])
    assert done.exit_code == 0, done.output
    assert "Usage: " in done.output


def test_an_unknown_command_is_refused() -> None:
    """With the way to the list."""
    done = CliRunner().invoke(main, ["sing"])
    assert done.exit_code == 2
    assert "No such command 'sing'" in done.output


def test_the_version_is_told() -> None:
    """As the package says it."""
    assert __version__ in CliRunner().invoke(main, ["--version"]).output


def test_replay_needs_an_address_it_can_send_to() -> None:
    """Anything but http and https is refused before it is tried."""
    environment = {"BURNERR_WEBHOOK_SECRET": "long enough to be a secret"}
    done = CliRunner().invoke(
        main, ["replay", "-", "--event", "issues", "--url", "file:///etc/passwd"], input="{}", env=environment
    )
    assert done.exit_code == 2
    assert "http or https" in done.output
