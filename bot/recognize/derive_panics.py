"""A derive of Burn's that panicked, as rustc tells of it: no place of the derive's own, the text behind
`help: message:`.
"""

from __future__ import annotations

import re

from bot.recognize.model import Place

_BEFORE = b"proc-macro derive "
_MESSAGE = re.compile(rb"\bmessage:[ \t]*")
_DERIVED = re.compile(rb"#\[derive\([^)\n]{0,200}\b(?:Module|Config|Record)\b")
_FURTHEST = 1500


def is_derive(raw: bytes, panicked: int) -> bool:
    """Tell whether the word "panicked" at this offset is rustc's about a derive."""
    return raw.startswith(_BEFORE, panicked - len(_BEFORE)) if panicked >= len(_BEFORE) else False


def message_of(raw: bytes, panicked: int) -> int | None:
    """Give where the text begins that the derive panicked with; ``None`` where it isn't told."""
    told = _MESSAGE.search(raw, panicked, panicked + _FURTHEST)
    return told.end() if told else None


def derived(raw: bytes, panicked: int, message: int) -> Place | None:
    """Give the crate of Burn's derives, without a file, where rustc shows that one of them was asked for."""
    shown = _DERIVED.search(raw, panicked, message)
    if shown is None:
        return None
    return Place("burn-derive", "burn-derive", None, None, "", 0, 0)
