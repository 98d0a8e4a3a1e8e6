"""One thing that was looked at, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How a thing stands. A warning works for now; what is wrong doesn't."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """``what`` was looked at, what was ``said``, and what to ``do`` about it (empty when all is well)."""

    level: Level
    what: str
    said: str
    do: str = ""


def ok(what: str, said: str) -> Finding:
    """It's as it should be."""
    return Finding(Level.OK, what, said)


def warning(what: str, said: str, do: str) -> Finding:
    """It works, but not for ever or not for all."""
    return Finding(Level.WARNING, what, said, do)


def wrong(what: str, said: str, do: str) -> Finding:
    """It doesn't work."""
    return Finding(Level.WRONG, what, said, do)
