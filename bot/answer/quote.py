"""Quote what a reporter wrote: short, redacted, and in a code element always."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

import re2

from bot.answer.escape import code_span, fence, whole
from bot.answer.redact import redact

LONGEST_LINE = 160  # characters of a line that is quoted
LONGEST_BLOCK = 420  # characters of a whole quote
LONGEST_VALUE = 80  # characters of a captured value
MOST_LINES = 7
_READ_AT_MOST = 4_000  # characters of a line that are looked at

_ANSI = re2.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)")
# Cargo's folder of sources says nothing that the crate's folder in it doesn't.
_REGISTRY = re2.compile(r"[^\s'\"`(]*[/\\]registry[/\\]+src[/\\]+[^/\\\s]+[/\\]+")


def shorten(text: str, limit: int) -> str:
    """Return ``text``, cut to ``limit`` characters with an ellipsis as the last."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def value(text: str, limit: int = LONGEST_VALUE) -> str:
    """Return a value of the report (a number, a shape, a name) as a code span."""
    return code_span(shorten(_clean(text), limit))


def block(lines: Iterable[str]) -> str:
    """Return lines of the report as a fenced block of at most ``LONGEST_BLOCK`` characters."""
    kept = _bare([_clean(line).expandtabs(4) for line in lines])
    shown: list[str] = []
    for line in kept:
        short = shorten(line, LONGEST_LINE)
        if len(shown) == MOST_LINES or sum(map(len, shown)) + len(short) > LONGEST_BLOCK:
            shown.append("…")
            break
        shown.append(short)
    return fence("\n".join(shown))


def _bare(lines: list[str]) -> list[str]:
    """Return lines without the margin and the quote marks that all of them share; empty ones left out."""
    text = textwrap.dedent("\n".join(lines))
    while all(line.startswith(">") for line in text.split("\n") if line.strip()) and ">" in text:
        text = textwrap.dedent("\n".join(line[1:] for line in text.split("\n")))
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def _clean(text: str) -> str:
    bare = _ANSI.sub("", whole(text[:_READ_AT_MOST]))
    # A function, because RE2 garbles a replacement text that isn't ASCII.
    return str(_REGISTRY.sub(lambda _: "…/", redact(bare)))
