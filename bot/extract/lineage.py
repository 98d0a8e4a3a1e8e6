"""Tying a wording to the one that took its place: reworded where it stood, or moved to another crate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz

from bot.catalog.sites import fold
from bot.extract.history import SiteHistory
from bot.extract.release import SiteKey
from bot.extract.renames import Rename
from bot.extract.write import escape, write_rows

# Texts less alike than this are two messages, not one reworded (checked by eye on all of Burn's changes).
_SAME_FUNCTION = 62.0
_SAME_FILE = 80.0
_SAME_NAME = 90.0
_MIN_LETTERS = 6
_BLOCK_HEAD = "=== Tensor Operation Error ==="


class Change(NamedTuple):
    """A wording's end in favour of another (``reworded``), or of itself in another crate (``moved``),
    with ``tag``.
    """

    kind: str
    tag: str
    crate: str
    new_crate: str
    function: str
    old: str
    new: str


def changes(tags: Sequence[str], histories: Iterable[SiteHistory], renames: Iterable[Rename]) -> list[Change]:
    """Give all changes of wordings, by release."""
    ends: dict[str, list[SiteKey]] = defaultdict(list)
    begins: dict[str, list[SiteKey]] = defaultdict(list)
    alive: dict[str, set[str]] = defaultdict(set)
    for history in histories:
        if history.key.wording is None or _letters(history.key.wording) < _MIN_LETTERS:
            continue
        for tag in history.lines:
            alive[tag].add(history.key.wording)
        for before, now in pairwise(tags):
            if (before in history.lines) is not (now in history.lines):
                (ends if before in history.lines else begins)[now].append(history.key)
    moves: dict[str, dict[str, str]] = defaultdict(dict)
    for move in renames:
        moves[move.tag][move.old] = move.new
    found: set[Change] = set()
    for before, tag in pairwise(tags):
        found.update(_at(tag, ends[tag], begins[tag], moves[tag], (alive[before], alive[tag])))
    order = {tag: number for number, tag in enumerate(tags)}
    return sorted(found, key=lambda change: (order[change.tag], change))


def _letters(wording: str) -> int:
    return sum(c.isalpha() for c in fold(wording))


def _at(
    tag: str,
    ended: Sequence[SiteKey],
    begun: Sequence[SiteKey],
    moves: Mapping[str, str],
    alive: tuple[set[str], set[str]],
) -> Iterator[Change]:
    by_wording: dict[str | None, list[SiteKey]] = defaultdict(list)
    for key in begun:
        by_wording[key.wording].append(key)
    for old in ended:
        home = _new_home(old, by_wording[old.wording], moves)
        if home is not None:
            text = old.wording or ""
            yield Change("moved", tag, old.crate, home.crate, old.function, text, text)
    # Only a text that is nowhere left, and one that is nowhere before, can be one another's successor.
    gone = [key for key in ended if key.wording not in alive[1]]
    new = [key for key in begun if key.wording not in alive[0]]
    yield from _reworded(tag, gone, new, moves)


def _new_home(old: SiteKey, begun: Sequence[SiteKey], moves: Mapping[str, str]) -> SiteKey | None:
    """Give the place in another crate that a text moved to: with its file, or to a function or file of
    that name.
    """
    if any(key.crate == old.crate for key in begun):
        return None
    marked = [
        (
            key.path == moves.get(old.path),
            _last(key.function) == _last(old.function),
            key.path.rsplit("/", 1)[-1] == old.path.rsplit("/", 1)[-1],
            key,
        )
        for key in begun
    ]
    likely = [mark for mark in marked if any(mark[:3])]
    return max(likely, key=lambda mark: (mark[:3], repr(mark[3])))[3] if likely else None


def _reworded(
    tag: str, gone: Sequence[SiteKey], new: Sequence[SiteKey], moves: Mapping[str, str]
) -> Iterator[Change]:
    """Pair texts that ended with texts that began, the most alike first, each once in a place."""
    pairs: list[tuple[float, SiteKey, SiteKey]] = []
    for old in gone:
        at = moves.get(old.path, old.path)
        for young in new:
            score = _likeness(old, young, same_file=young.path == at)
            if score:
                pairs.append((-score, old, young))
    taken: set[SiteKey] = set()
    for _, old, young in sorted(pairs, key=lambda pair: (pair[0], repr(pair[1]), repr(pair[2]))):
        if old not in taken and young not in taken:
            taken |= {old, young}
            yield Change(
                "reworded",
                tag,
                old.crate,
                young.crate,
                young.function,
                old.wording or "",
                young.wording or "",
            )


def _likeness(old: SiteKey, young: SiteKey, *, same_file: bool) -> float:
    """Give how alike two texts are in percent, 0 where that isn't enough for how near their places are."""
    same_function = _last(old.function) == _last(young.function)
    if same_file and same_function:
        least = _SAME_FUNCTION
    elif same_file:
        least = _SAME_FILE
    elif same_function:
        least = _SAME_NAME
    else:
        return 0.0
    return fuzz.ratio(_said(old), _said(young), score_cutoff=least)


def _last(function: str) -> str:
    return function.rsplit("::", 1)[-1]


def _said(key: SiteKey) -> str:
    """Give what is compared: the text, of a tensor check's block only what is its own."""
    text = fold(key.wording or "")
    return text.removeprefix(_BLOCK_HEAD).replace("Operation:", "").replace("Reason: {}.", "")


def write(file: Path, found: Iterable[Change]) -> None:
    """Write a line a change."""
    write_rows(file, ("\t".join((*change[:5], escape(change.old), escape(change.new))) for change in found))
