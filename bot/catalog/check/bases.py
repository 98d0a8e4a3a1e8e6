"""Rules for the releases that solutions hold for: they can raise the error, and have what is named there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.catalog import Catalog
from bot.catalog.check.claims import in_prose
from bot.catalog.check.known import lacking
from bot.catalog.check.reach import BURN, life, reached
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.symbols import Symbols
from bot.catalog.versions import in_order, release_key, releases

_MOVE = re.compile(r"\b(?:move|moving|update|upgrade|newer|later)\b", re.IGNORECASE)


def check(file: RecordFile, catalog: Catalog, symbols: Symbols) -> Iterator[Problem]:
    """Find solutions whose releases can't raise the error, or don't have a name of the solution."""
    raised = in_order(life(file.record, catalog))
    pairs = zip(file.record.prose.solutions, file.record.facts.bases, strict=False)
    for number, (text, basis) in enumerate(pairs):
        tags = reached(basis.releases)
        if not tags:
            continue  # another rule tells what can't be read
        for claim in lacking(in_prose(text), tags, symbols):
            say = f"`{claim.text}` is in none of its releases ({basis.releases})"
            yield file.problem(say, "solutions", number)
        if raised and basis.releases != "all" and (say := _apart(tags, raised, text)):
            yield file.problem(say, "bases", number, "releases")


def _apart(tags: tuple[str, ...], raised: tuple[str, ...], text: str) -> str:
    """Say how the releases of a solution don't go with those that raise the error; empty where they do."""
    if set(raised).isdisjoint(tags):
        # A solution that leads there is told for them, though they are spared the error.
        return "" if _MOVE.search(text) else f"none of these can raise this ({raised[0]} to {raised[-1]} can)"
    if tags[0] != releases(BURN)[0] and _stable(tags[0]) < _stable(raised[0]):
        return f"begins with {tags[0]}, but this is raised since {raised[0]}"
    return ""


def _stable(tag: str) -> tuple[int, ...]:
    """Give the key of a release; a pre-release counts as what it became."""
    return release_key(tag.partition("-")[0])
