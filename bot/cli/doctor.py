"""``burnerr doctor``: is this set-up well, and if not, what is to be done?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import chain
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from bot.github.connect import reading_as_app
from bot.settings import Settings, SettingsError, load_settings
from bot.web import signature
from bot.work.app_manifest import load_manifest
from bot.work.doctor.app import AppLook
from bot.work.doctor.finding import Finding, Level, ok, warning, wrong
from bot.work.doctor.machine import look_at_machine
from bot.work.doctor.reach import look_from_outside

STYLES: Final = {Level.OK: "green", Level.WARNING: "yellow", Level.WRONG: "bold red"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array instead of lines.")
@click.option("--no-reach", is_flag=True, help="Don't call the public address.")
def doctor(*, as_json: bool, no_reach: bool) -> None:
    """Look at settings, catalogue, database, App, webhook and address, and say what to do.

    Changes nothing. Ends with status 1 when something is wrong; warnings leave it 0.
    """
    found = _look(reach=not no_reach)
    if as_json:
        every = list(found)
        click.echo(json.dumps([asdict(each) for each in every], indent=2))
    else:
        every = list(_shown(found))
    if any(each.level is Level.WRONG for each in every):
        raise click.exceptions.Exit(1)


def _look(*, reach: bool) -> Iterator[Finding]:
    try:
        settings = load_settings("serve")
    except SettingsError as error:
        # A sentence each: what is wrong, and what to do about it.
        yield from (wrong("settings", problem, "see deploy/settings.md") for problem in error.problems)
        return
    yield ok("settings", "complete")
    yield from look_at_machine(settings)
    yield from _github(settings)
    if reach:
        yield from look_from_outside(
            settings, lambda body, secret: {signature.HEADER: signature.sign(body, secret)}
        )


def _github(settings: Settings) -> Iterable[Finding]:
    if settings.app_id is None or settings.private_key_pem is None:
        do = "set BURNERR_APP_ID and BURNERR_PRIVATE_KEY_FILE, and take BURNERR_DRY_RUN out"
        return [warning("GitHub", "a dry run without an App: nothing is written there", do)]
    facts, hooks = reading_as_app(settings)
    first = [warning("dry run", "nothing is written to GitHub", "take BURNERR_DRY_RUN out")]
    return chain(
        first if settings.dry_run else [], AppLook(settings, facts, hooks, load_manifest()).findings()
    )


def _shown(found: Iterable[Finding]) -> Iterator[Finding]:
    console = Console(highlight=False, soft_wrap=True)
    for each in found:
        line = Text.assemble(
            (f"{each.level.value:<8}", STYLES[each.level]), (each.what, "bold"), ": ", each.said
        )
        console.print(line)
        if each.do:
            console.print(Text(f"        → {each.do}"))
        yield each
