"""Calls without an answer: what that means for a read, and for a write."""

from __future__ import annotations

from typing import Final, NoReturn

import requests

from bot.github.errors import Later, Unclear

PASSING: Final = frozenset({502, 503, 504})  # of a proxy in front of GitHub, mostly gone a moment later


class LostRead(Later):
    """A read whose connection broke: it may be sent again at once."""


def lost(verb: str, what: str, cause: Exception | None) -> NoReturn:
    """Raise what a call is that ended without a good answer, for a ``cause`` or an answer of GitHub's own
    trouble.
    """
    if verb == "GET":
        is_silence = cause is None or isinstance(cause, requests.Timeout)
        raise (Later if is_silence else LostRead)(what) from cause
    raise Unclear(what) from cause
