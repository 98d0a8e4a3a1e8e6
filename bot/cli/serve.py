"""``burnerr serve``: everything on one machine, with nothing to install beside it."""

from __future__ import annotations

import os
import threading

import click

from bot.cli.house import House, HouseError, address, listen
from bot.cli.setting_errors import settings_or_exit
from bot.cli.setup import make_app
from bot.cli.stopping import stop_on_signals
from bot.settings import Settings, names_an_app


@click.command()
def serve() -> None:
    """Run web and worker together, the database embedded unless the settings name another.

    Without a GitHub App it first offers the pages on which one is made. SIGTERM and Ctrl-C stop both in good
    order. Ends with status 1 when one of them ends by itself.
    """
    stop = stop_on_signals()
    try:
        if not names_an_app() and not make_app(settings_or_exit("release"), stop):
            return
        _run(settings_or_exit("serve"), stop)
    except HouseError as error:
        raise click.ClickException(str(error)) from None


def _run(settings: Settings, stop: threading.Event) -> None:
    house = House(listen(settings.host, settings.port), os.environ)
    try:
        house.start(stop)
        here = address(settings.host, settings.port)
        if not stop.is_set():
            click.echo(f"burnerr listens on {here} (webhooks at {here}/webhook). Ctrl-C stops it.", err=True)
        while not stop.wait(0.5):
            house.check()
    finally:
        house.stop(settings.stop_grace)
