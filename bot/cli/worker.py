"""``burnerr worker``: does what the stored deliveries ask for, until told to stop."""

from __future__ import annotations

import signal
import threading
from types import FrameType

import click

from bot.cli.setting_errors import settings_or_exit
from bot.logs import configure_logs
from bot.web.lifeline import follow_supervisor
from bot.work.worker import run


@click.command()
def worker() -> None:
    """Run the worker alone. Several may run at once; SIGTERM lets running jobs finish."""
    settings = settings_or_exit("worker")
    configure_logs(settings.log_format)
    stop = threading.Event()

    def leave(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    follow_supervisor()
    run(settings, stop)
