"""Words of prose, messages, functions and paths, made comparable: parts of identifiers, lower case, stems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_RUN = re.compile(r"[A-Za-z0-9_]+")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_ENDINGS = (
    *("ations", "ation", "ingly", "ings", "ing", "edly", "ments", "ment", "ness"),
    *("ies", "ers", "er", "ed", "es", "s", "ly"),
)
# Words that say nothing about which error is spoken of; parts of every path among them.
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        """a about above after again all along already also although always an and another any are as at
        away back be because been before being below between both but by can cannot come could did do
        does doing don down during each either else even ever every few for from further get give go
        goes got had has have having here how however if in instead into is isn it its itself just keep
        kept know last least less let like made make many may might more most much must need needs
        neither never next no nor not nothing now of off on once one only onto or other otherwise our
        out over own part per put rather same say says see seen several shall should since so some
        something still such take takes than that the their them then there these they thing this those
        though through thus to together too two under until up upon us use used uses using very was way
        we well were what when where whether which while who whose why will with within without won
        would yet you your src rs crates crate burn mod lib tracel ai""",
    )
)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Cut a lower-case word to a stem that its inflected forms share (crude, English)."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    return word.rstrip("e") if len(word) > 4 else word


@lru_cache(maxsize=65536)
def _terms(run: str) -> tuple[str, ...]:
    parts = [part.lower() for part in _PART.findall(run)]
    kept = [stem(part) for part in parts if len(part) > 1 and part not in _EMPTY and not part.isdigit()]
    # An identifier of several parts counts as a whole too: sharing it says more than sharing its parts.
    whole = [run.lower().strip("_")] if len(parts) > 1 else []
    return (*kept, *whole)


def terms(text: str) -> Iterator[str]:
    """Yield the terms of a text in order: stems of telling words, and identifiers whole and in parts."""
    for run in _RUN.findall(text):
        yield from _terms(run)


def content(text: str) -> set[str]:
    """Give the stems of the telling words of a text, identifiers in parts only."""
    return {
        stem(part.lower())
        for run in _RUN.findall(text)
        for part in _PART.findall(run)
        if len(part) > 1 and part.lower() not in _EMPTY and not part.isdigit()
    }
