"""``burnerr demo``: the real thing in a folder of its own, four webhooks, and what comes of them."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import IO

import click

from bot.cli.demo_result import Result
from bot.cli.demo_screen import Screen, as_json
from bot.cli.demo_webhooks import Webhook, webhooks
from bot.cli.house import House, HouseError, listen
from bot.cli.send import send_webhook
from bot.store.database import open_engine
from bot.store.deliveries import State, wait_for

PATIENCE = 30.0  # seconds for a job; it takes a fraction of one
GRACE = 5.0  # seconds for jobs that run at the end


@click.command()
@click.option("--keep", is_flag=True, help="Leave the server up afterwards, until Ctrl-C.")
@click.option("--raw", is_flag=True, help="Show comments as the Markdown they are, not rendered.")
@click.option("--json", "json_wanted", is_flag=True, help="Write one JSON document instead of pictures.")
def demo(keep: bool, raw: bool, json_wanted: bool) -> None:
    """Start the server, the worker and a database in a temporary folder, and send them four webhooks.

    Needs no account and no network: nothing is sent to GitHub, comments go to the database instead.
    """
    # Stopped from outside, it cleans up as it does on Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    screen = Screen(raw=raw, quiet=json_wanted)
    try:
        with tempfile.TemporaryDirectory(prefix="burnerr-demo-") as folder, _log(Path(folder)) as log:
            _play(Path(folder), log, screen, keep=keep)
    except HouseError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        screen.note("Stopped.")
        sys.exit(130)


@contextmanager
def _log(folder: Path) -> Iterator[IO[bytes]]:
    """Where the processes print to; its end is shown when something went wrong."""
    path = folder / "demo.log"
    with path.open("wb") as log:
        try:
            yield log
        except HouseError as error:
            tail = path.read_text("utf-8", "replace").splitlines()[-25:]
            raise HouseError("\n".join([str(error), "The end of the log:", *tail])) from None


def _play(folder: Path, log: IO[bytes], screen: Screen, *, keep: bool) -> None:
    listener = listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    secret = secrets.token_hex(32)
    house = House(listener, _environment(folder, address, secret), folder, log)
    try:
        screen.starting(address, folder)
        house.start(threading.Event())
        results = []
        for number, webhook in enumerate(webhooks(), start=1):
            screen.sending(number, webhook)
            results.append(_send(webhook, address, secret, folder))
            screen.show(results[-1])
            house.check()
        if screen.quiet:
            click.echo(as_json(address, results))
        screen.next_steps(address, keep=keep)
        while keep:
            time.sleep(0.5)
            house.check()
    finally:
        _hold_signals()
        house.stop(GRACE)


def _environment(folder: Path, address: str, secret: str) -> Mapping[str, str]:
    """The surroundings without anybody's settings, and ours."""
    ours = {
        "BURNERR_DRY_RUN": "true",
        "BURNERR_WEBHOOK_SECRET": secret,
        "BURNERR_DATA_DIR": str(folder),
        "BURNERR_DATABASE_URL": _database(folder),
        "BURNERR_PUBLIC_URL": address,
        "BURNERR_DEFAULT_MODE": "comment",
        "BURNERR_STOP_GRACE": str(GRACE),
        "WEB_CONCURRENCY": "1",
    }
    others = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BURNERR_", "PROMETHEUS_", "GUNICORN_"))
    }
    return others | ours


def _database(folder: Path) -> str:
    return f"sqlite:///{folder / 'burnerr.sqlite'}"


def _send(webhook: Webhook, address: str, secret: str, folder: Path) -> Result:
    """Send it, and wait for what becomes of it."""
    try:
        said = send_webhook(
            f"{address}/webhook", webhook.body, webhook.event, webhook.delivery, secret.encode()
        )
    except (OSError, HTTPException) as error:
        raise HouseError(f"the webhook got no answer: {error}") from None
    if said.status != 202:
        raise HouseError(f"the webhook was answered with {said.status}: {said.body}")
    engine = open_engine(_database(folder))
    try:
        outcome = wait_for(engine, webhook.delivery, PATIENCE)
    finally:
        engine.dispose()
    if outcome is None or outcome.state is not State.HANDLED:
        why = outcome.error if outcome else f"nothing within {PATIENCE:.0f} seconds"
        raise HouseError(f"the job of “{webhook.name}” did not end well: {why}")
    return Result(webhook, said, outcome)


def _hold_signals() -> None:
    """A second Ctrl-C while we're stopping must not leave a process behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
