"""Text without white space, quotes, case and non-ASCII signs: the form in which wordings are looked for.

A terminal wraps a message in the middle of a word, a logger escapes its quotes, a dashboard draws a box around it:
none of that survives here, so that one search finds them all. ``Squeezed`` leads back to where a hit stood.
"""

from __future__ import annotations

from bisect import bisect_right

_LOWER = bytes(range(256)).lower()
_DROPPED = bytes(range(33)) + b"\"'\\`\x7f" + bytes(range(128, 256))
_STEP = 1024


def squeeze(raw: bytes) -> bytes:
    """Give ``raw`` (UTF-8) in lower case, without white space, quotes, back-slashes and non-ASCII signs."""
    return raw.translate(_LOWER, _DROPPED)


class Squeezed:
    """A text and its squeezed form, with the way back from an offset of the latter to one of the former."""

    __slots__ = ("_steps", "data", "raw")

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.data = squeeze(raw)
        self._steps: list[int] = []

    def to_raw(self, offset: int) -> int:
        """Give the offset in ``raw`` of the byte that stands at ``offset`` of ``data``.

        An offset at or beyond the end gives the length of ``raw``.
        """
        if offset >= len(self.data):
            return len(self.raw)
        if not self._steps:
            self._count_steps()
        step = bisect_right(self._steps, offset) - 1
        low, high = step * _STEP, min((step + 1) * _STEP, len(self.raw))
        wanted = offset - self._steps[step]
        start = low
        while high - low > 1:  # the byte is the last one of the shortest prefix that keeps `wanted + 1` bytes
            middle = (low + high) // 2
            if len(squeeze(self.raw[start:middle])) > wanted:
                high = middle
            else:
                low = middle
        return high - 1

    def from_raw(self, offset: int) -> int:
        """Give how many squeezed bytes stand before ``offset`` of ``raw``."""
        if not self._steps:
            self._count_steps()
        step = min(offset // _STEP, len(self._steps) - 1)
        return self._steps[step] + len(squeeze(self.raw[step * _STEP : offset]))

    def _count_steps(self) -> None:
        total = 0
        for start in range(0, max(len(self.raw), 1), _STEP):
            self._steps.append(total)
            total += len(squeeze(self.raw[start : start + _STEP]))
