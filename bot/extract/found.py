"""What one file tells: its places of failure and all that other files need to know of it."""

from __future__ import annotations

from typing import NamedTuple

from bot.catalog.model import SiteKind
from bot.extract.syntax import Source, TestModule


class Found(NamedTuple):
    """One place of failure in a file. ``features`` are the crate features it needs."""

    line: int
    kind: SiteKind
    function: str
    wording: str | None
    in_release: bool
    api: str | None
    public: bool
    features: tuple[str, ...] = ()


class CheckRule(NamedTuple):
    """A reason that a function of ``TensorCheck`` registers, or (``calls`` set) another such function that it calls.

    ``operation`` is the label's text, or ``#n`` where it is the function's n-th parameter.
    """

    function: str
    operation: str
    reason: str
    line: int
    calls: str | None = None
    arguments: tuple[str, ...] = ()


class CheckCall(NamedTuple):
    """A ``check!(TensorCheck::function(…))``: ``arguments`` are texts where literal, else expressions in braces."""

    function: str
    arguments: tuple[str, ...]
    place: Found


class FileFacts(NamedTuple):
    """All that is kept of a file."""

    places: tuple[Found, ...] = ()
    rules: tuple[CheckRule, ...] = ()
    calls: tuple[CheckCall, ...] = ()
    test_modules: tuple[TestModule, ...] = ()
    symbols: tuple[str, ...] = ()


def place(source: Source, offset: int, kind: SiteKind, wording: str | None) -> Found | None:
    """Make a place of failure at ``offset``, or ``None`` where it is a comment, a string, or compiled for tests only."""
    if source.in_test(offset) or source.is_text(offset):
        return None
    around = source.context(offset)
    return Found(
        source.line(offset),
        kind,
        around.function,
        wording,
        kind is not SiteKind.DEBUG_ASSERT and not source.in_debug_only(offset),
        around.api,
        around.public,
        source.features(offset),
    )
