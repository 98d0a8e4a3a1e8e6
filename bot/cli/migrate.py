"""``burnerr migrate``: the tables as this version wants them."""

from __future__ import annotations

import click

from bot.cli.setting_errors import settings_or_exit
from bot.work.engine import prepare


@click.command()
def migrate() -> None:
    """Bring the database's tables up to date.

    Safe to run again, and from several places at once. ``serve`` and ``worker`` do it by themselves.
    """
    prepare(settings_or_exit("release"))
    click.echo("The tables are up to date.")
