"""Rules for the values that samples show: they break what failed, and structs print the fields they have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.check.reach import BURN, CUBECL, defined_in
from bot.catalog.check.shown import Shown
from bot.catalog.symbols import Symbols
from bot.catalog.versions import burn_of, homes, releases

_OPERANDS = re.compile(r"left (==|!=) right.*?\bleft: (.+?),? right: (.+?)(?:: .*)?$")
_BOUNDS = re.compile(r"the len is (\d{1,18}) but the index is (\d{1,18})")
_STRUCT = re.compile(r"\b([A-Z]\w*) \{ ([a-z_]\w*): ")


def check_values(shown: Shown, symbols: Symbols) -> Iterator[str]:
    """Say which values of a sample's panic can't be so."""
    message = " ".join(shown.message.split())
    operands = _OPERANDS.search(message)
    if operands and shown.whole and (operands[2] == operands[3]) is (operands[1] == "=="):
        says, left, right = operands.groups()
        yield f"shows left {left} and right {right}, which don't break `left {says} right`"
    bounds = _BOUNDS.search(message)
    if bounds and int(bounds[2]) < int(bounds[1]):
        yield f"shows index {bounds[2]} of {bounds[1]} elements, which is none out of bounds"
    for name, field in dict.fromkeys(_STRUCT.findall(message)):
        if not _has_field(name, field, shown, symbols):
            yield f"prints `{name} {{ {field}: .. }}`, but `{name}` of {shown.release} has no such field"


def _has_field(name: str, field: str, shown: Shown, symbols: Symbols) -> bool:
    """Tell whether a struct of the release shown has a field, or nobody knows such a field."""
    found = [
        one
        for one in symbols.definitions(f"{name}::{field}")
        if one.kind == "field" and one.name == f"{name}::{field}"
    ]
    ours = any(home.repo == CUBECL for home in homes(shown.crate))
    tags = burn_of(shown.release) if ours else (shown.release,)
    known = [tag for tag in tags if tag in releases(BURN)]
    return not found or not known or any(defined_in(one, tag) for one in found for tag in known)
