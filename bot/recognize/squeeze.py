"""Text without white space, quotes, case and non-ASCII signs: the form in which wordings are looked for.

A terminal wraps a message in the middle of a word, a logger escapes its quotes, a dashboard draws a box
around it: none of that survives here, so that one search finds them all. ``Squeezed`` leads back to where
a hit stood.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

_LOWER = bytes(range(256)).lower()
_DROPPED = bytes(range(33)) + b"\"'\\`\x7f" + bytes(range(128, 256))
_STEP = 2048


def squeeze(raw: bytes) -> bytes:
    """Give ``raw`` (UTF-8) in lower case, without white space, quotes, back-slashes and non-ASCII signs."""
    return raw.translate(_LOWER, _DROPPED)


class Squeezed:
    """A text and its squeezed form, with the way back from an offset of the latter to one of the former."""

    __slots__ = ("_starts", "data", "raw")

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        steps = [squeeze(raw[start : start + _STEP]) for start in range(0, len(raw), _STEP)]
        self.data = steps[0] if len(steps) == 1 else b"".join(steps)
        # how many squeezed bytes stand before each step
        self._starts = [0, *accumulate(map(len, steps))]

    def to_raw(self, offset: int) -> int:
        """Give the offset in ``raw`` of the byte that stands at ``offset`` of ``data``.

        An offset at or beyond the end gives the length of ``raw``, one below 0 the first byte's.
        """
        if offset >= len(self.data):
            return len(self.raw)
        step = max(bisect_right(self._starts, offset) - 1, 0)
        wanted = offset - self._starts[step]
        start = low = step * _STEP
        high = min(start + _STEP, len(self.raw))
        while high - low > 1:  # the byte is the last one of the shortest prefix that keeps `wanted + 1` bytes
            middle = (low + high) // 2
            if len(squeeze(self.raw[start:middle])) > wanted:
                high = middle
            else:
                low = middle
        return high - 1

    def from_raw(self, offset: int) -> int:
        """Give how many squeezed bytes stand before ``offset`` of ``raw``."""
        step = min(offset // _STEP, len(self._starts) - 1)
        return self._starts[step] + len(squeeze(self.raw[step * _STEP : offset]))
