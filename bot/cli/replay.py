"""``burnerr replay``: a stored payload is sent again, signed like a new one."""

from __future__ import annotations

import uuid
from http.client import HTTPException
from typing import BinaryIO
from urllib.parse import urlsplit

import click

from bot.cli.house import address
from bot.cli.send import send_webhook
from bot.cli.setting_errors import settings_or_exit


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--event", required=True, help="What X-GitHub-Event says, such as issues or issue_comment.")
@click.option(
    "--url", help="Where to send it. Without it: the server that the settings describe, on this machine."
)
@click.option(
    "--delivery", help="The delivery's id. Without it a new one: a known id is never handled twice."
)
def replay(file: BinaryIO, event: str, url: str | None, delivery: str | None) -> None:
    """Sign the payload in FILE (- for standard input) with BURNERR_WEBHOOK_SECRET and send it.

    Prints the status and the answer; ends with status 1 when the server didn't take it.
    """
    settings = settings_or_exit("web")
    target = url or f"{address(settings.host, settings.port)}/webhook"
    if not _is_address(target):
        raise click.UsageError("--url takes an http or https address, such as http://127.0.0.1:8000/webhook")
    for name, value in (("--event", event), ("--delivery", delivery or "")):
        if not (value.isascii() and value.isprintable()):
            raise click.UsageError(f"{name} is a header of the call: plain letters, figures and signs only")
    try:
        said = send_webhook(
            target, file.read(), event, delivery or str(uuid.uuid4()), settings.webhook_secrets[0]
        )
    except (OSError, HTTPException, UnicodeError) as error:
        raise click.ClickException(f"no answer from {target}: {error}") from None
    click.echo(f"{said.status} after {said.seconds * 1000:.1f} ms: {said.body.strip()}")
    if said.status >= 300:
        raise click.exceptions.Exit(1)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets that don't close, a port that is none
        return False
