"""Whether the world reaches this server: asked from here, so a network may still differ outside."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Final

import requests

from bot.settings import Settings
from bot.work.doctor.finding import Finding, ok, warning, wrong

TIMEOUT: Final = 10.0  # seconds, as long as GitHub waits

Sign = Callable[[bytes, bytes], dict[str, str]]
"""The headers that sign a body with a secret: ``bot.web.signature``."""


def look_from_outside(settings: Settings, sign: Sign) -> Iterator[Finding]:
    """Call the public address as GitHub would, with a signed ``ping`` that has no effect."""
    address = settings.base_url
    if not address.startswith("https://"):
        yield warning("public address", f"{address} isn't encrypted", "put a proxy with TLS in front")
    try:
        alive = requests.get(f"{address}/healthz", timeout=TIMEOUT, allow_redirects=False)
    except requests.RequestException as error:
        do = "see DNS, firewall, proxy, and whether the web server runs; or correct BURNERR_PUBLIC_URL"
        yield wrong("public address", f"{address} isn't reached ({type(error).__name__})", do)
        return
    if alive.status_code != 200:
        do = "see that the proxy hands everything below this address to burnerr's web server"
        yield wrong("public address", f"{address}/healthz answers {alive.status_code}", do)
        return
    yield ok("public address", f"{address} is reached")
    yield _ping(settings, sign)


def _ping(settings: Settings, sign: Sign) -> Finding:
    body = json.dumps({"zen": "burnerr doctor"}).encode()
    headers = {
        "Content-Type": "application/json",
        "X-GitHub-Event": "ping",
        "X-GitHub-Delivery": str(uuid.uuid4()),
        **sign(body, settings.webhook_secrets[0]),
    }
    address = f"{settings.base_url}/webhook"
    try:
        said = requests.post(address, body, headers=headers, timeout=TIMEOUT, allow_redirects=False)
    except requests.RequestException as error:
        do = "see the proxy's limits for what is posted"
        return wrong("ping", f"no answer from {address} ({type(error).__name__})", do)
    if said.status_code == 200:
        return ok("ping", "a signed ping is taken")
    if said.status_code == 401:
        do = "start the web server with the same BURNERR_WEBHOOK_SECRET as this command"
        return wrong("ping", "our own signature is refused", do)
    return wrong("ping", f"answered {said.status_code}", "see the web server's log and the proxy's")
