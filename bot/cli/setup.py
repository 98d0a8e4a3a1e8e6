"""``burnerr setup``: pages on which the GitHub App is made, and nothing else."""

from __future__ import annotations

import os
import secrets
import sys
import threading

import click

from bot.cli.house import HouseError, address, listen
from bot.cli.setting_errors import settings_or_exit
from bot.cli.stopping import stop_on_signals
from bot.cli.supervisor import Supervisor
from bot.settings import APP_FILE, Settings
from bot.web.setup.wsgi import KEY

LOOK = 0.3  # seconds between two looks
GRACE = 5.0  # seconds
_GUNICORN = [sys.executable, "-m", "gunicorn", "-c", "python:bot.web.setup.gunicorn_conf"]


@click.command()
def setup() -> None:
    """Open the pages on which a GitHub App is made, until that is done.

    `burnerr serve` does the same by itself while no App is set up. Use this one where the server can't keep a
    file: it shows the App's settings once, to be put into the host's environment.
    """
    settings = settings_or_exit("release")
    stop = stop_on_signals()
    try:
        if make_app(settings, stop):
            click.echo(f"The App's settings are in {settings.data_dir / APP_FILE}.", err=True)
    except HouseError as error:
        raise click.ClickException(str(error)) from None


def make_app(settings: Settings, stop: threading.Event) -> bool:
    """Offer the pages until the App's settings are written (true) or ``stop`` is set (false).

    Raises ``HouseError`` where they can't be offered.
    """
    file = settings.data_dir / APP_FILE
    if file.exists():
        raise HouseError(f"{file} holds an App's settings already; move it away to make another")
    key = secrets.token_urlsafe(24)
    listener = listen(settings.host, settings.port)
    supervisor = Supervisor({**os.environ, KEY: key}, None, None)
    try:
        bind = ["--bind", f"fd://{listener.fileno()}", "bot.web.setup.wsgi:app()"]
        supervisor.start("set-up", [*_GUNICORN, *bind], [listener.fileno()])
        listener.close()
        _tell(settings, key)
        while not stop.wait(LOOK):
            ended = supervisor.ended()
            if ended is not None:
                raise HouseError("the {} process ended by itself, status {}".format(*ended))
            if file.exists():
                return True
        return False
    finally:
        listener.close()
        supervisor.stop(GRACE)


def _tell(settings: Settings, key: str) -> None:
    here = address(settings.host, settings.port)
    click.echo("No GitHub App is set up yet. Make one, in a browser, at", err=True)
    click.echo(f"  {settings.public_url or here}/setup?key={key}", err=True)
    click.echo(f"or on this machine, without the key, at {here}/setup .", err=True)
    click.echo(
        "Have one already? Set BURNERR_APP_ID, BURNERR_PRIVATE_KEY_FILE, BURNERR_WEBHOOK_SECRET and "
        "BURNERR_PUBLIC_URL (deploy/settings.md). Only looking? Set BURNERR_DRY_RUN=true and "
        "BURNERR_WEBHOOK_SECRET.",
        err=True,
    )
