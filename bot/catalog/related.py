"""Which records are neighbours: declared ones, and those that share a place, a cause, tags or words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.catalog.model import Record, Site
from bot.catalog.record_sites import crate_of
from bot.catalog.speech import Speech, Vector, prose_terms
from bot.catalog.wording import literal
from bot.catalog.words import terms

# What each tie counts. A common crate alone is no tie: it only orders those that have one.
_DECLARED, _CASCADE, _LINEAGE, _FUNCTION, _FILE, _MODULE = 4, 3, 2, 1, 0.6, 0.2
_TAGS, _WORDS, _CAUSE, _CRATE = 1, 1.5, 0.1, 0.05
_LEAST = 0.3
# A function that hundreds of messages stand in (a macro, a generated match) ties nothing.
_MOST_PLACES = 12
# Nor does a word that hundreds of records say; looking at it would take most of the time.
_MOST_SPEAKERS = 250


@dataclass(frozen=True, slots=True)
class _Known:
    """What ties one record to others."""

    record: Record
    functions: frozenset[tuple[str, str]]
    files: frozenset[str]
    modules: frozenset[str]
    wordings: frozenset[str]
    tags: frozenset[str]
    speech: Vector


class Neighbours:
    """Finds the neighbours of records. Built once; safe to share."""

    def __init__(
        self,
        records: Sequence[Record],
        sites_of: Callable[[Record], tuple[Site, ...]],
        family: Callable[[str], tuple[str, ...]],
        speech: Speech,
    ) -> None:
        """Learn of ``records``; ``family`` gives a wording with all that it was before or became."""
        self._known = {record.slug: _known(record, sites_of(record), family, speech) for record in records}
        self._tags = Counter(tag for record in records for tag in record.facts.tags)
        self._speakers: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for slug, known in self._known.items():
            for term, value in known.speech.items():
                self._speakers[term].append((slug, value))

    def of(self, record: Record, most: int) -> tuple[Record, ...]:
        """Give at most ``most`` neighbours of a record, best first; only such as share more than a crate."""
        one = self._known[record.slug]
        words = self._words_shared(one)
        ties = [
            (self._tie(one, two, words.get(slug, 0.0)), two.record)
            for slug, two in self._known.items()
            if two is not one
        ]
        near = sorted(
            ((tie, other) for tie, other in ties if tie >= _LEAST), key=lambda x: (-x[0], x[1].slug)
        )
        return tuple(other for _, other in near[:most])

    def _words_shared(self, one: _Known) -> dict[str, float]:
        """Give how much each record's words are alike to these, from 0 to 1; all at once is quicker."""
        shared: dict[str, float] = defaultdict(float)
        for term, value in one.speech.items():
            speakers = self._speakers[term]
            for slug, other in speakers if len(speakers) <= _MOST_SPEAKERS else ():
                shared[slug] += value * other
        return shared

    def _tie(self, one: _Known, two: _Known, words: float) -> float:
        a, b = one.record.facts, two.record.facts
        tie = 0.0
        if two.record.slug in a.related or one.record.slug in b.related:
            tie += _DECLARED
        if two.record.slug in a.cascade_of or one.record.slug in b.cascade_of:
            tie += _CASCADE
        if one.wordings & two.wordings:
            tie += _LINEAGE
        if one.functions & two.functions:
            tie += _FUNCTION
        elif one.files & two.files:
            tie += _FILE
        elif one.modules & two.modules:
            tie += _MODULE
        tie += _TAGS * self._shared_tags(one.tags, two.tags) + _WORDS * words
        if tie >= _LEAST:
            tie += _CAUSE * (a.cause is b.cause) + _CRATE * (a.crate == b.crate)
        return tie

    def _shared_tags(self, one: frozenset[str], two: frozenset[str]) -> float:
        """Tell how much two lists of tags share; a rare tag counts more than one that many records have."""
        if one.isdisjoint(two):
            return 0.0
        shared = sum(1 / self._tags[tag] for tag in one & two)
        whole = sum(1 / self._tags[tag] for tag in one | two)
        return shared / whole if whole else 0.0


def _known(
    record: Record, sites: tuple[Site, ...], family: Callable[[str], tuple[str, ...]], speech: Speech
) -> _Known:
    functions = {(site.path, site.function) for site in sites}
    files = {site.path for site in sites} | {spot.path for spot in record.facts.sites}
    spoken = prose_terms(record.prose)
    spoken.update(term for wording in record.facts.wordings for term in terms(literal(wording.text)))
    for term in terms(record.facts.crate):
        del spoken[term]  # to speak of one's crate is no more than to be of it
    return _Known(
        record,
        frozenset(functions) if len(functions) <= _MOST_PLACES else frozenset(),
        frozenset(files) if len(files) <= _MOST_PLACES else frozenset(),
        frozenset(_module(path) for path in files) if len(files) <= _MOST_PLACES else frozenset(),
        frozenset(text for wording in record.facts.wordings for text in family(wording.text)),
        frozenset(record.facts.tags),
        speech.vector(spoken),
    )


def _module(path: str) -> str:
    """Give the directory of a file; the root of a crate is no module of its own."""
    folder = path.rpartition("/")[0]
    return path if folder.endswith(("/src", crate_of(path))) else folder
