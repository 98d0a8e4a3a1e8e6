"""A name for a panic that stays the same when numbers, shapes, paths, versions and lines change."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

from bot.recognize.model import Panic, Place

_CHANGING = re.compile(
    r"0x[0-9a-fA-F]+|\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`"
    r"|(?:\b[A-Za-z]:|~|\.{1,2})?(?:[\\/][\w.~-]+)+"  # a path
    r"|\b[0-9a-f]{8,}\b|\d+(?:\.\d+)?"
)
_LISTS = re.compile(r"\[[#\s,\[\]]*\]")
_HOLES = re.compile(r"\[[{}\s,\[\]]*\]")
_FIELDS = re.compile(r"\b(\w+) \{[^{}]*\}")


def fingerprint(place: Place | None, message: tuple[str, ...]) -> str:
    """Give 16 hex digits of the crate, the file and the first words of a message, without what changes."""
    head = next((line.strip() for line in message if line.strip()), "")[:300]
    told = _LISTS.sub("[]", _CHANGING.sub("#", head))
    told = _FIELDS.sub(r"\1", told)
    told = " ".join(told.lower().split())
    where = f"{place.crate or ''}:{place.path}" if place else ""
    return hashlib.sha256(f"{where}\n{told}".encode()).hexdigest()[:16]


def with_holes(message: tuple[str, ...]) -> str:
    """Give a message as a pattern: ``{}`` for each part that changes from one report to the next."""
    return _HOLES.sub("{}", _CHANGING.sub("{}", "\n".join(line.rstrip() for line in message)).strip())


def with_fingerprint(panic: Panic) -> Panic:
    """Give a panic with its fingerprint."""
    return replace(panic, fingerprint=fingerprint(panic.place, panic.message))
