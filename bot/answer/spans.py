"""Releases as answers speak of them: spans that a solution holds for, and the one a report runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.catalog.versions import MAIN, is_release, is_stable, release_key

_TAG = r"v?\d+\.\d+(?:\.\d+)?(?:-[0-9A-Za-z.]+)?|main"
_FORMS = (
    (re.compile(rf"(?:up to|until|<=|≤) ?({_TAG})"), "last"),
    (re.compile(rf"(?:before|<) ?({_TAG})"), "before"),
    (re.compile(rf"(?:since|from|>=|≥) ?({_TAG})(?: on)?"), "first"),
    (re.compile(rf"({_TAG}) (?:and|or) (?:later|newer|up)"), "first"),
    (re.compile(rf"({_TAG}) (?:and|or) (?:earlier|older)"), "last"),
    (re.compile(rf"(?:from )?({_TAG}) ?(?:to|-|–|\.\.) ?({_TAG})"), "both"),
    (re.compile(rf"({_TAG})"), "only"),
)
_VERSION = re.compile(r"v?(\d{1,5})\.(\d{1,5})(?:\.(\d{1,5})(-(?:pre|alpha|beta|rc)\.?\d{1,5})?)?")


@dataclass(frozen=True, slots=True)
class Span:
    """From ``first`` to ``last``; ``None`` is no bound. ``open_end``: ``last`` itself is outside."""

    first: str | None = None
    last: str | None = None
    open_end: bool = False

    def begins_after(self, tag: str) -> bool:
        """Whether ``tag`` is older than all of this span."""
        return self.first is not None and release_key(tag) < release_key(self.first)

    def ended_before(self, tag: str) -> bool:
        """Whether ``tag`` is newer than all of this span."""
        if self.last is None:
            return False
        mine, end = release_key(tag), release_key(self.last)
        return mine >= end if self.open_end else mine > end


def read_span(text: str) -> Span:
    """Read a record's words for releases (``all``, ``up to v0.16.1``, ``v0.18.0 and later``…).

    Words that aren't understood bound nothing: a solution is shown rather than lost.
    """
    words = text.strip().lower()
    for form, meaning in _FORMS:
        found = form.fullmatch(words)
        if found is None:
            continue
        tags = [_whole(tag) for tag in found.groups()]
        if meaning in {"last", "before"}:
            return Span(None, tags[0], meaning == "before")
        if meaning == "first":
            return Span(tags[0])
        return Span(tags[0], tags[-1])
    return Span()


def tag_of(version: str, releases: Sequence[str]) -> str | None:
    """Return the release tag that a reported version means, or ``None`` for a commit or anything unclear.

    ``0.18`` is the newest known release of that line, as Cargo reads it.
    """
    found = _VERSION.fullmatch(version.strip().lstrip("^=~ "))
    if found is None:
        return MAIN if version == MAIN else None
    major, minor, patch, stage = found.groups()
    if patch is not None:
        tag = f"v{major}.{minor}.{patch}{stage or ''}"
        return tag if is_release(tag) else None
    line = [tag for tag in releases if tag.startswith(f"v{major}.{minor}.") and is_stable(tag)]
    return line[-1] if line else f"v{major}.{minor}.0"


def plain(tag: str) -> str:
    """Return a tag as people say it: ``0.18.0``."""
    return tag.removeprefix("v") if is_release(tag) else tag


def at_or_after(tag: str, other: str) -> bool:
    """Whether ``tag`` is the release ``other`` or a newer one; only ``main`` is newer than a bare commit."""
    if not is_release(other):
        return tag == MAIN
    return is_release(tag) and release_key(tag) >= release_key(other)


def _whole(tag: str) -> str:
    if tag == MAIN:
        return tag
    number, _, stage = tag.removeprefix("v").partition("-")
    return f"v{number if number.count('.') == 2 else number + '.0'}{'-' + stage if stage else ''}"
