"""Telling from an answer that GitHub wants us to slow down, and for how long.

https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriatel
https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately
"""

from __future__ import annotations

import time
from typing import Any, Final

UNTOLD: Final = 60.0  # seconds: what GitHub asks for when it gives no time
LONGEST: Final = 3_700.0  # its windows are an hour
SLACK: Final = 1.0  # clocks differ, and headers count whole seconds


def told_to_wait(status: int, headers: dict[str, Any], message: str) -> float | None:
    """Seconds to wait, or ``None`` when this answer has nothing to do with limits."""
    if status not in {403, 429}:
        return None
    after = _number(headers.get("retry-after"))
    if after is not None:
        return min(after + SLACK, LONGEST)
    reset = _number(headers.get("x-ratelimit-reset"))
    if headers.get("x-ratelimit-remaining") == "0" and reset is not None:
        return min(max(reset - time.time(), 0.0) + SLACK, LONGEST)
    if status == 429 or "rate limit" in message.lower() or "abuse detection" in message.lower():
        return UNTOLD
    return None


def _number(value: Any) -> float | None:
    try:
        found = float(str(value))
    except ValueError:
        return None
    return found if 0 <= found < float("inf") else None
