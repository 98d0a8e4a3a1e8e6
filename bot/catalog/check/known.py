"""Whether a claimed name exists: in the source of a release, in std, or in another project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from bot.catalog.check.claims import Claim
from bot.catalog.check.reach import defined_in
from bot.catalog.symbols import Definition, Symbols

# Derived for almost every type, so that no source spells them out.
_DERIVED = frozenset(
    ("default", "new", "clone", "from", "into", "fmt", "eq", "cmp", "hash", "try_from", "from_str")
)
_USERS_OWN = re.compile(r"My\w*|Your\w*|Self|self|super|crate|[A-Z]\d?")


def definitions(claim: Claim, symbols: Symbols) -> tuple[Definition, ...]:
    """Give what may be meant by a claimed name; empty where no release defines it."""
    if claim.owner is None or _USERS_OWN.fullmatch(claim.owner):
        return symbols.definitions(claim.name)
    if claim.name in _DERIVED:
        return symbols.definitions(claim.owner)
    return symbols.definitions(claim.text)


def near(claim: Claim, symbols: Symbols) -> str:
    """Say which names are most like a claimed one."""
    found = symbols.nearest(claim.text)
    return f"; nearest: {', '.join(found)}" if found else ""


def elsewhere(claim: Claim) -> bool:
    """Tell whether a name is another project's (``elsewhere.txt``) or the reader's own (``MyModel``)."""
    return claim.name in _others() or bool(_USERS_OWN.fullmatch(claim.name))


@lru_cache(maxsize=1)
def _others() -> frozenset[str]:
    text = files("bot.catalog.check").joinpath("elsewhere.txt").read_text(encoding="utf-8")
    lines = [line.partition(":")[2] for line in text.split("\n") if line and not line.startswith("#")]
    return frozenset(name for line in lines for name in line.split())


def lacking(claims: Iterable[Claim], releases: Sequence[str], symbols: Symbols) -> Iterator[Claim]:
    """Yield the claimed names that are defined somewhere, but in none of these releases of Burn."""
    for claim in claims:
        if elsewhere(claim):
            continue
        found = definitions(claim, symbols)
        if found and not any(defined_in(one, tag) for one in found for tag in releases):
            yield claim
