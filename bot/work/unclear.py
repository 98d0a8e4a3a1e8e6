"""An attempt to post whose end isn't known: when it may still come to something, and when it can't any more.

Whoever sent it may be dead, or may have lost patience, while GitHub still works on it. So its comment can
appear long after, and until then nothing else is posted in its place.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

from bot.store.clock import now
from bot.store.comments import Own, Standing

GITHUB_ENDS: Final = 10.0  # seconds after which GitHub gives up a request it works on
SETTLE: Final = 2.0  # seconds until GitHub's lists can be trusted to show what was written


def seconds_to_look(connection: Connection, tried_at: float | None) -> float:
    """Seconds until it makes sense to look for what an attempt at ``tried_at`` has left."""
    return 0.0 if tried_at is None else tried_at + SETTLE - now(connection)


def seconds_to_end(connection: Connection, tried_at: float | None, github_timeout: float) -> float:
    """Seconds until an attempt at ``tried_at`` has surely ended, one way or the other.

    It may have taken ``github_timeout`` to reach GitHub, even if nobody waits for the answer any more.
    """
    if tried_at is None:
        return 0.0
    return tried_at + github_timeout + GITHUB_ENDS + SETTLE - now(connection)


def tried_at(own: Own | None) -> float | None:
    """When a comment was tried to be posted of which isn't known whether it was; ``None`` if there's none."""
    return own.tried_at if own is not None and own.standing is Standing.INTENDED else None
