"""The places of ours that a panic's backtrace goes through."""

from __future__ import annotations

import re2

from bot.recognize.model import Place
from bot.recognize.places import is_ours, parse_place

MOST_FRAMES = 12
_MOST_LOOKED_AT = 60
_FRAME = re2.compile(
    rb"(?:[^\s'\"`()]{0,200}[\\/])?(?:burn|cubecl|cubek|onnx-ir)[a-z0-9.-]{0,40}[\\/]src[\\/][\w\\/]{1,120}\.rs:\d{1,6}(?::\d{1,5})?"
)


def frames(raw: bytes, start: int, end: int) -> tuple[Place, ...]:
    """Give the first places of ours between two offsets, each file once."""
    found: dict[tuple[str | None, str], Place] = {}
    for number, match in enumerate(_FRAME.finditer(raw, start, end)):
        if number >= _MOST_LOOKED_AT or len(found) >= MOST_FRAMES:
            break
        place = parse_place(match[0].decode("utf-8", "replace"))
        if place is not None and is_ours(place.crate):
            found.setdefault((place.crate, place.path), place)
    return tuple(found.values())
