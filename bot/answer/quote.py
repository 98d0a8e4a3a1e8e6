"""Quote what a reporter wrote: short, redacted, and in a code element always."""

from __future__ import annotations

from collections.abc import Iterable

from bot.answer.escape import code_span, fence
from bot.answer.redact import redact

LONGEST_LINE = 300  # characters of a line that is quoted
LONGEST_VALUE = 80  # characters of a captured value
MOST_LINES = 6


def shorten(text: str, limit: int) -> str:
    """Return ``text``, cut to ``limit`` characters with an ellipsis as the last."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def value(text: str, limit: int = LONGEST_VALUE) -> str:
    """Return a value of the report (a number, a shape, a name) as a code span."""
    return code_span(shorten(redact(text[: limit * 50]), limit))


def block(lines: Iterable[str], most: int = MOST_LINES) -> str:
    """Return lines of the report as a fenced block."""
    kept = [line for text in lines for line in redact(text[: LONGEST_LINE * 50]).splitlines() if line.strip()]
    shown = [shorten(line.rstrip(), LONGEST_LINE) for line in kept[:most]]
    if len(kept) > most:
        shown.append("…")
    return fence("\n".join(shown))
