"""What one file tells: its places of failure and all that other files need to know of it."""

from __future__ import annotations

from typing import NamedTuple

from bot.catalog.model import SiteKind
from bot.extract.syntax import GatedModule, Source


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
    """A reason that a function of ``TensorCheck`` registers, or (``calls`` set) another such function that
    it calls.

    ``operation`` is the label as ``=text``, or ``#n:name`` where it is the function's n-th parameter;
    ``where`` is the function with its ``impl``. ``tracked`` says that a failure is told at the caller
    (``#[track_caller]``).
    """

    function: str
    operation: str
    reason: str
    line: int
    calls: str | None = None
    arguments: tuple[str, ...] = ()
    where: str = ""
    tracked: bool = False


class CheckCall(NamedTuple):
    """A ``check!(TensorCheck::function(…))``: ``arguments`` are ``=text`` where literal, else expressions
    in braces.

    ``direct`` says that it is a plain call, whose failure is told here only where the function is
    ``tracked``.
    """

    function: str
    arguments: tuple[str, ...]
    place: Found
    direct: bool = False


class MacroUse(NamedTuple):
    """A use of a macro that isn't std's: a panic inside the macro is told at this place."""

    name: str
    place: Found


class FileFacts(NamedTuple):
    """All that is kept of a file."""

    places: tuple[Found, ...] = ()
    rules: tuple[CheckRule, ...] = ()
    calls: tuple[CheckCall, ...] = ()
    macros: tuple[MacroUse, ...] = ()
    gated_modules: tuple[GatedModule, ...] = ()
    symbols: tuple[str, ...] = ()


def place(source: Source, offset: int, kind: SiteKind, wording: str | None) -> Found | None:
    """Make a place of failure at ``offset``, or ``None`` where it is a comment, a string, or compiled
    for tests only.
    """
    if source.in_test(offset) or source.is_text(offset):
        return None
    around = source.context(offset)
    wording = wording or None  # expect("") says nothing of its own
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
