"""``burnerr worker``: does what the stored deliveries ask for, until told to stop."""

from __future__ import annotations

import click

from bot.cli.setting_errors import settings_or_exit
from bot.cli.stopping import stop_on_signals
from bot.logs import configure_logs
from bot.sentry import tell_sentry
from bot.web.lifeline import follow_supervisor
from bot.work.figures import PortTaken
from bot.work.worker import run


@click.command()
def worker() -> None:
    """Run the worker alone. Several may run at once; SIGTERM lets running jobs finish."""
    settings = settings_or_exit("worker")
    configure_logs(settings.log_format)
    tell_sentry(settings.sentry_dsn)
    stop = stop_on_signals()
    follow_supervisor()
    try:
        run(settings, stop)
    except PortTaken as error:
        raise click.ClickException(str(error)) from None
