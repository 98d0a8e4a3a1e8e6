"""Sending a webhook as GitHub does: signed, over one connection, with its headers."""

from __future__ import annotations

import http.client
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.web import signature

TIMEOUT = 30.0  # seconds; GitHub itself waits 10


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """What the server said: status, body, and the seconds from the request's start to its answer's end."""

    status: int
    body: str
    seconds: float


def send_webhook(url: str, body: bytes, event: str, delivery: str, secret: bytes) -> Acknowledgement:
    """Send ``body`` to ``url`` as the event's delivery.

    Raises ``OSError`` or ``http.client.HTTPException`` where no answer comes.
    """
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "burnerr-replay",
        "X-GitHub-Event": event,
        "X-GitHub-Delivery": delivery,
        signature.HEADER: signature.sign(body, secret),
    }
    try:
        start = time.perf_counter()
        connection.request("POST", parts.path or "/", body, headers)
        answer = connection.getresponse()
        said = answer.read().decode("utf-8", "replace")
        return Acknowledgement(answer.status, said, time.perf_counter() - start)
    finally:
        connection.close()
