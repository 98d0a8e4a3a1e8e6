"""How much one address may ask for: enough for people and decent programs, not enough to hold up others.

Counted in each process's memory: with two processes an address gets up to twice as much. Webhooks, health and
figures aren't counted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address

from flask import Blueprint, Flask, Response, request
from flask_limiter import Limiter
from werkzeug.middleware.proxy_fix import ProxyFix

PAGES = "600 per minute"  # also a search for each letter typed
DOCUMENTS = "600 per minute"
QUESTIONS = "60 per minute"  # a log may be a megabyte


def limit_callers(
    app: Flask, *, people: Iterable[Blueprint], programs: Iterable[Blueprint], proxies: int
) -> None:
    """Answer 429 with Retry-After to an address that asks too much.

    ``proxies`` is how many of our own stand in front: that many last entries of X-Forwarded-For are believed.
    """
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=0, x_host=0)  # type: ignore[method-assign]  # Flask's way
    limiter = Limiter(caller, app=app, storage_uri="memory://", strategy="sliding-window-counter")
    for room, reading in [*((room, PAGES) for room in people), *((room, DOCUMENTS) for room in programs)]:
        limiter.limit(reading, methods=["GET", "HEAD"])(room)
        limiter.limit(QUESTIONS, methods=["POST"])(room)

    @app.after_request
    def say_when(answer: Response) -> Response:
        if answer.status_code == 429 and (reached := limiter.current_limit) is not None:
            answer.headers["Retry-After"] = str(max(1, round(reached.reset_at - time.time())))
        return answer


def caller() -> str:
    """Whom to count: the caller's address; of IPv6 the first 64 bits, as one household has that many."""
    told = request.remote_addr or "unknown"
    try:
        address = ip_address(told)
    except ValueError:
        return told
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(IPv6Address(int(address) >> 64 << 64))
    return told
