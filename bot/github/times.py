"""GitHub's times."""

from __future__ import annotations

from datetime import UTC, datetime


def epoch(text: str) -> float:
    """Seconds since 1970 of a time such as ``2026-11-30T10:00:00Z``; raises ``ValueError`` on anything
    else.
    """
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
