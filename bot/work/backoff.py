"""How long to leave alone what fails: ever longer, up to five minutes."""

from __future__ import annotations

from typing import Final

from bot.settings import Settings

LONGEST_PAUSE: Final = 300.0  # seconds


def backoff(settings: Settings, tries: int) -> float:
    """Seconds until the next try, after ``tries`` that failed before the last one."""
    return min(settings.retry_after * 2.0 ** min(tries, 20), LONGEST_PAUSE)
