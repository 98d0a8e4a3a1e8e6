"""What a person can set, call or measure is written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from bot.answer.commands_page import commands_page
from bot.cli import COMMANDS
from bot.setting_problems import PREFIX
from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.schema import migrate
from bot.web.metrics import Metrics
from bot.web.stock import Stock
from bot.work.figures import Figures

ROOT = Path(__file__).parents[1]
SETTINGS_PAGE = (ROOT / "deploy/settings.md").read_text("utf-8")
PAGES = "\n".join(page.read_text("utf-8") for page in [ROOT / "README.md", *ROOT.glob("deploy/**/*.md")])
SAME_IN_WORDS = {"false": False, "true": True, "–": None}


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_setting_is_documented_with_its_default(name: str) -> None:
    """Every setting has a line on the page of settings, with the default that the code has."""
    row = re.search(rf"^\| `{PREFIX}{name.upper()}` \| (.+?) \| (.+) \|$", SETTINGS_PAGE, re.MULTILINE)
    assert row, f"deploy/settings.md has no line for {PREFIX}{name.upper()}"
    default = Settings.model_fields[name].default
    told = row[1].strip("`")
    if name != "database_url":  # its default depends on another setting; the page says so in words
        assert SAME_IN_WORDS.get(told, told) in {default, str(default)}


def test_page_of_settings_names_no_other() -> None:
    """The page of settings has no setting that the code doesn't know."""
    told = set(re.findall(rf"`{PREFIX}(\w+)`", PAGES))
    assert {name.lower() for name in told} <= set(Settings.model_fields)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_command_is_documented(command: str) -> None:
    """Every command is named in the README or on a page below deploy/."""
    assert f"burnerr {command}" in PAGES


def test_metrics_are_documented(tmp_path: Path) -> None:
    """Every metric that web, workers and database give has a line on the page of metrics."""
    engine = open_engine(f"sqlite:///{tmp_path / 'burnerr.sqlite'}")
    migrate(engine)
    shown = Metrics((), Stock(engine)).exposition() + generate_latest(Figures().registry)
    engine.dispose()
    given = set(re.findall(r"^# HELP (\w+) ", shown.decode(), re.MULTILINE))
    given = {name for name in given if not name.endswith("_created")}  # the library's own, beside each
    assert given
    assert all(f"`{name}`" in PAGES for name in given), given


def test_page_of_commands_is_current() -> None:
    """What people may comment is on the page of commands, as the registry has it."""
    assert (ROOT / "deploy/commands.md").read_text("utf-8") == commands_page()
