"""The values that stood in a message's holes, as the reporter wrote them."""

from __future__ import annotations

from bot.recognize.candidates import Candidate
from bot.recognize.squeeze import Squeezed, squeeze
from bot.recognize.wordings import OPEN

LONGEST = 300


def captures(candidate: Candidate, raw: bytes) -> dict[str, str]:
    """Give each hole's value by its name or position, at most 300 characters each."""
    if candidate.known is None or candidate.span is None or not candidate.known.pattern.names:
        return {}
    found = candidate.found
    begin = found.message_start if found else raw.rfind(b"\n", 0, candidate.start) + 1
    limit = found.message_end if found else _line_end(raw, candidate.end)
    text = Squeezed(raw[begin:limit])
    shift = 0 if found else len(squeeze(raw[:begin]))
    values: dict[str, str] = {}
    for name, (start, end) in zip(candidate.known.pattern.names, candidate.span.holes, strict=False):
        if start == OPEN:
            piece = text.raw[: text.to_raw(end - shift)]
        else:
            first = text.to_raw(start - shift - 1) + 1 if start > shift else 0
            last = len(text.raw) if end == OPEN else text.to_raw(end - shift)
            piece = text.raw[first:last]
        values.setdefault(name, _tidy(piece))
    return values


def _line_end(raw: bytes, at: int) -> int:
    end = raw.find(b"\n", at)
    return len(raw) if end < 0 else end


def _tidy(piece: bytes) -> str:
    lines = piece.decode("utf-8", "replace").replace("\x0b", "\n").strip()
    return lines[:LONGEST]
