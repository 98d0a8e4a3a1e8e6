"""Who may make the App: somebody at this very machine, or whoever has the key that the console shows."""

from __future__ import annotations

import hmac
from typing import Final
from urllib.parse import urlsplit

from flask import Request

from bot.web.setup.hosts import LOOPBACK

COOKIE: Final = "burnerr-setup"
_FORWARDED: Final = ("X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "X-Real-Ip", "Via")


def has_key(request: Request, key: str) -> bool:
    """Whether the request brings the key, in its address or in the cookie it got for that."""
    given = request.args.get("key") or request.cookies.get(COOKIE) or ""
    return hmac.compare_digest(given.encode(), key.encode())


def is_local(request: Request) -> bool:
    """Whether it comes from this machine and from nowhere else.

    A proxy here would make the whole world local, so nothing may say that it was handed on. And the name that
    was asked for must be this machine's: a page elsewhere can let its own name lead here.
    """
    try:
        asked_for = urlsplit(f"//{request.host}").hostname or ""
    except ValueError:
        return False
    return (
        (request.remote_addr or "") in LOOPBACK
        and asked_for in LOOPBACK
        and not any(name in request.headers for name in _FORWARDED)
    )
