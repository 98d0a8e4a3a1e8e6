"""Finding the uses of the project's own macros: what panics inside one is told where the macro is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from bot.catalog.model import SiteKind
from bot.extract.found import Found, MacroUse, place
from bot.extract.syntax import Source

_USE = re.compile(rb"\b([a-z_]\w*)!\s*[({\[]")
_STD = frozenset(
    b"""assert assert_eq assert_ne cfg compile_error concat dbg debug_assert debug_assert_eq debug_assert_ne
    env eprint eprintln format format_args include include_bytes include_str line macro_rules matches
    module_path option_env panic print println stringify thread_local todo unimplemented unreachable vec
    write writeln quote quote_spanned parse_quote anyhow bail ensure info warn error debug trace comptime
    check seq format_ident column file smallvec paste cfg_if json terminate""".split()
)
_TOLD = frozenset(
    {
        SiteKind.PANIC,
        SiteKind.UNIMPLEMENTED,
        SiteKind.UNREACHABLE,
        SiteKind.TODO,
        SiteKind.EXPECT,
        SiteKind.ASSERT,
    }
)
_DEPTH = 3


def find(source: Source) -> Iterator[MacroUse]:
    """Give the uses of macros that aren't std's, tests left out."""
    for head in _USE.finditer(source.text):
        if head[1] not in _STD:
            found = place(source, head.start(), SiteKind.PANIC, None)
            if found is not None:
                yield MacroUse(head[1].decode(), found)


def inside(places: Iterable[Found]) -> dict[str, set[Found]]:
    """Give the failures with a text of their own that stand in macros, by the macro's name."""
    by_macro: dict[str, set[Found]] = {}
    for found in places:
        name = found.function.rsplit("::", 1)[-1]
        if name.endswith("!") and found.kind in _TOLD and found.wording and _says_something(found.wording):
            by_macro.setdefault(name[:-1], set()).add(found)
    return by_macro


def _says_something(wording: str) -> bool:
    return any(c.isalpha() for c in re.sub(r"\{[^{}]*\}", "", wording))


def spread(macros: Mapping[str, set[Found]], uses: Iterable[MacroUse]) -> dict[str, set[Found]]:
    """Add to each macro what the macros used in it raise."""
    spread_out = {name: set(found) for name, found in macros.items()}
    nested = [use for use in uses if use.place.function.endswith("!")]
    for _ in range(_DEPTH):
        for use in nested:
            outer = use.place.function.rsplit("::", 1)[-1][:-1]
            if use.name in spread_out and outer != use.name:
                spread_out.setdefault(outer, set()).update(spread_out[use.name])
    return spread_out


def told(macros: Mapping[str, set[Found]], uses: Iterable[MacroUse]) -> Iterator[Found]:
    """Give the failures at the places where macros are used."""
    for use in uses:
        if not use.place.function.endswith("!"):
            for found in macros.get(use.name, ()):
                yield use.place._replace(
                    kind=found.kind,
                    wording=found.wording,
                    in_release=use.place.in_release and found.in_release,
                )
