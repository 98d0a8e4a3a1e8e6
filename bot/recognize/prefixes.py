"""Loggers that put their mark before every line of a panic: the marks are blanked, so that the message is
whole.
"""

from __future__ import annotations

import re

_PANICKED = b"panicked at "
_THREAD = re.compile(rb"thread '[^'\n]{0,200}'(?:[ \t]*\(\d{1,20}\))?[ \t]*$")
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_LONGEST = 160
_MOST_LINES = 60
_MOST_PANICS = 64


def blank_prefixes(raw: bytes) -> bytes:
    """Replace a mark that stands before a panic's first line and before the lines that follow by as many
    blanks.

    ``2025-06-09T15:08:37Z ERROR app] thread 'main' panicked at …`` with the same mark, digits apart, on
    the next line. Offsets don't change.
    """
    out: bytearray | None = None
    at, seen = raw.find(_PANICKED), 0
    while at >= 0 and seen < _MOST_PANICS:
        seen += 1
        begin = raw.rfind(b"\n", 0, at) + 1
        thread = _THREAD.search(raw, max(begin, at - 300), at)
        end = thread.start() if thread else at
        for start, stop in _marks(raw, begin, end):
            out = out if out is not None else bytearray(raw)
            out[start:stop] = b" " * (stop - start)
        at = raw.find(_PANICKED, at + 1)
    return bytes(out) if out is not None else raw


def _marks(raw: bytes, begin: int, end: int) -> list[tuple[int, int]]:
    length = end - begin
    if not 3 <= length <= _LONGEST or not raw[begin:end].strip():
        return []
    mark = raw[begin:end].translate(_DIGITS)
    found = [(begin, end)]
    for _ in range(_MOST_LINES):
        begin = raw.find(b"\n", begin) + 1
        if begin == 0 or raw[begin : begin + length].translate(_DIGITS) != mark:
            # a mark before an empty line loses its last blank
            if begin and raw[begin : begin + length - 1].translate(_DIGITS) == mark[:-1] == mark.rstrip():
                found.append((begin, begin + length - 1))
                continue
            break
        found.append((begin, begin + length))
    return found if len(found) > 1 else []
