"""An attempt to post whose end isn't known: when it may still come to something, and when it can't any more.

Whoever sent it may be dead, or may have lost patience, while GitHub still works on it. So its comment can
appear long after, and until then nothing else is posted in its place; but it's looked for early and again,
for mostly it's there, and others wait for the outcome.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

from bot.github.errors import Unclear
from bot.settings import Settings
from bot.store.clock import now
from bot.store.comments import Own, Standing
from bot.work.backoff import backoff

GITHUB_ENDS: Final = 10.0  # seconds after which GitHub gives up a request it works on
SETTLE: Final = 2.0  # seconds until GitHub's lists can be trusted to show what was written
SECOND_LOOK: Final = 5.0  # seconds after the attempt; each further look comes at twice the time


class MayStand(Unclear):
    """A comment may have been posted: it's looked for soon, whatever failed before, and none is posted
    meanwhile.
    """


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


def seconds_to_look_again(
    connection: Connection, tried_at: float | None, settings: Settings, tries: int
) -> float:
    """Where nothing was found: seconds until it's looked again; 0 when it's over, and may be tried again.

    ``tries`` that failed make the next one come ever later, but not the looks.
    """
    if tried_at is None:
        return 0.0
    end = seconds_to_end(connection, tried_at, settings.github_timeout)
    since = now(connection) - tried_at
    left = max(end, backoff(settings, tries) - since)
    return 0.0 if left <= 0 else min(left, max(SECOND_LOOK - since, since))


def tried_at(own: Own | None) -> float | None:
    """When a comment was tried to be posted of which isn't known whether it was; ``None`` if there's none."""
    return own.tried_at if own is not None and own.standing is Standing.INTENDED else None
