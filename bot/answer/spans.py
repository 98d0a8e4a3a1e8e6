"""Releases as answers speak of them: spans that a solution holds for, and the one a report runs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.catalog import versions
from bot.catalog.versions import MAIN, is_release, release_key

_TAG = r"v?\d+\.\d+(?:\.\d+)?(?:-[0-9A-Za-z.]+)?|main"
_FORMS = (
    (re.compile(rf"(?:up to|until|<=|≤) ?({_TAG})"), "last"),
    (re.compile(rf"(?:before|<) ?({_TAG})"), "before"),
    (re.compile(rf"(?:since|after|from|>=|≥) ?({_TAG})(?: on)?"), "first"),
    (re.compile(rf"({_TAG}) (?:and|or) (?:later|newer|up)"), "first"),
    (re.compile(rf"({_TAG}) (?:and|or) (?:earlier|older)"), "last"),
    (re.compile(rf"(?:from )?({_TAG}) ?(?:to|-|–|\.\.) ?({_TAG})"), "both"),
    (re.compile(rf"({_TAG})"), "only"),
)
_COMMA = re.compile(r", ?(?:and )?")


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


def read_spans(text: str) -> tuple[Span, ...]:
    """Read a record's words for releases (``all``, ``up to v0.16.1``, ``v0.18.0, and v0.21.0 and later``…).

    Words that aren't understood bound nothing: a solution is shown rather than lost.
    """
    return tuple(_read(part) for part in _COMMA.split(text.strip().lower()))


def _read(words: str) -> Span:
    for form, meaning in _FORMS:
        found = form.fullmatch(words)
        if found is None:
            continue
        tags = [_complete(tag) for tag in found.groups()]
        if meaning in {"last", "before"}:
            return Span(None, tags[0], meaning == "before")
        if meaning == "first":
            return Span(tags[0])
        return Span(tags[0], tags[-1])
    return Span()


def _complete(tag: str) -> str:
    if tag == MAIN:
        return tag
    number, _, stage = tag.removeprefix("v").partition("-")
    return f"v{number if number.count('.') == 2 else number + '.0'}{'-' + stage if stage else ''}"


def tag_of(version: str, repo: str = "tracel-ai/burn") -> str | None:
    """Return the release tag that a reported version means, or ``None`` for a commit or anything unclear.

    ``0.18`` is the newest known release of that line; a release that the catalogue doesn't know yet is taken
    as it is.
    """
    if version == MAIN:
        return MAIN
    known = versions.tag_of(version, repo)
    unknown = f"v{version.strip().removeprefix('v')}"
    return known or (unknown if is_release(unknown) else None)


def plain(tag: str) -> str:
    """Return a tag as people say it: ``0.18.0``."""
    return tag.removeprefix("v") if is_release(tag) else tag


def names(text: str, tag: str) -> bool:
    """Whether ``text`` speaks of a release: ``0.20`` and ``v0.20.0`` both name ``v0.20.0``."""
    number, patch = re.escape(plain(tag).removesuffix(".0")), r"(?:\.0)?" if tag.endswith(".0") else ""
    return re.search(rf"(?<![\d.]){number}{patch}(?!\.?\d|-\w)", text) is not None


def at_or_after(tag: str, other: str) -> bool:
    """Whether ``tag`` is the release ``other`` or a newer one; only ``main`` is newer than a bare commit."""
    if not is_release(other):
        return tag == MAIN
    return is_release(tag) and release_key(tag) >= release_key(other)
