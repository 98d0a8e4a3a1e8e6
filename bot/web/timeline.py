"""A picture of the releases in which messages lived: one bar a message, one column a release.

Drawn as SVG with lengths in per cent, so that it fills its column while its letters keep their size. Colours
come from the stylesheet: the content policy allows no style of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from bot.catalog.versions import MAIN

_MINOR = re.compile(r"v(\d+\.\d+)\.")
_HEAD, _ROW = 24, 38  # pixels
_LABEL, _BAR, _THICK = 13, 20, 8  # pixels within a row: base of the letters, top of the bar, its height
_APART = 11.0  # per cent; two names of releases closer than that would touch on a phone
_LONGEST_LABEL = 110  # characters; the rest would be cut off by the edge anyway


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: what it says at its left, and the runs of releases (first, last) that it lived in."""

    label: str
    runs: tuple[tuple[str, str], ...]


def timeline(releases: Sequence[str], bars: Sequence[Bar], name: str) -> Markup:
    """Draw ``bars`` over ``releases`` (oldest first); ``name`` tells those who can't see it what it is.

    The picture holds nothing that a table beside it doesn't say.
    """
    width = 100 / len(releases)
    height = _HEAD + _ROW * len(bars)
    parts = [
        Markup('<svg class="timeline" role="img" aria-label="{}" width="100%" height="{}">').format(
            name, height
        )
    ]
    parts += _scale(releases, width, height)
    order = {tag: number for number, tag in enumerate(releases)}
    for number, bar in enumerate(bars):
        parts += _row(bar, _HEAD + number * _ROW, order, width)
    return Markup("").join([*parts, Markup("</svg>")])


def _scale(releases: Sequence[str], width: float, height: int) -> Iterator[Markup]:
    """Yield a thin line and a name where a minor version begins, as far as there is room for names."""
    named = -_APART
    before = ""
    for number, tag in enumerate(releases):
        found = _MINOR.match(tag)
        minor = found[1] if found else tag
        x = number * width
        if minor == before or tag == MAIN:
            continue
        before = minor
        if x - named >= _APART and x <= 100 - _APART:
            named = x
            yield Markup('<line class="tick" x1="{0}%" x2="{0}%" y1="4" y2="{1}"/>').format(_short(x), height)
            yield Markup('<text class="when" x="{}%" dx="3" y="13">{}</text>').format(_short(x), minor)
    yield Markup('<text class="when" x="100%" y="13" text-anchor="end">{}</text>').format(releases[-1])


def _row(bar: Bar, top: int, order: dict[str, int], width: float) -> Iterator[Markup]:
    label = bar.label if len(bar.label) <= _LONGEST_LABEL else bar.label[:_LONGEST_LABEL] + "…"
    yield Markup('<text class="what" y="{}">{}</text>').format(top + _LABEL, escape(" ".join(label.split())))
    yield Markup('<rect class="track" width="100%" y="{}" height="{}"/>').format(top + _BAR, _THICK)
    for first, last in bar.runs:
        x, end = order[first] * width, (order[last] + 1) * width
        yield Markup('<rect class="lived" x="{}%" width="{}%" y="{}" height="{}"/>').format(
            _short(x), _short(end - x), top + _BAR, _THICK
        )


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
