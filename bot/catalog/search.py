"""Finding records by what a person types: words of the message, title, slug, function, crate or tag.

Slips are forgiven, the last word may be unfinished, and numbers of a message that stand in no record (a
tensor's id, a length) don't keep it from being found.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.catalog.search_words import indexed_words, words_of
from bot.catalog.vocabulary import Vocabulary
from bot.catalog.wording import literal

LONGEST_QUERY = 2000  # characters; the rest of a longer one is not looked at
_MOST_WORDS = 32
_COMPARED = 60  # records whose texts are compared as a whole
_NEAR = 0.55  # of the typed words' weight: what a record must have when none has all
_MOST_NEAR = 10
_MOST_FUNCTIONS = 40


class Search:
    """A catalogue's records by their words. Immutable, shared by threads."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._records = catalog.records
        self._texts = tuple(_whole(record) for record in self._records)
        self._postings: dict[str, dict[int, float]] = defaultdict(dict)
        for number, record in enumerate(self._records):
            for text, weight in _fields(record, catalog):
                for word in indexed_words(text):
                    under = self._postings[word]
                    under[number] = max(weight, under.get(number, 0.0))
        self._vocabulary = Vocabulary(self._postings)

    def find(self, query: str) -> tuple[Record, ...]:
        """Records for ``query``, best first: those with all its words, or if there are none, near ones."""
        query = query[:LONGEST_QUERY].strip()
        named = self._catalog.by_slug(query.casefold()) or self._catalog.by_id(query.casefold())
        found = self._by_words(query)
        return found if named is None else (named, *(record for record in found if record is not named))

    def _by_words(self, query: str) -> tuple[Record, ...]:
        typed = list(dict.fromkeys(words_of(query, self._vocabulary.__contains__)))[:_MOST_WORDS]
        gains: dict[int, float] = defaultdict(float)
        has: dict[int, float] = defaultdict(float)
        asked = 0.0
        for position, word in enumerate(typed):
            meant = self._vocabulary.meant(word, unfinished=position == len(typed) - 1)
            if not meant and not (word.isdigit() or len(typed) > 3):
                asked += self._rarity(1)  # a word that nothing has counts against all, in a short query
            if not meant:
                continue
            best = self._best(meant)
            rarity = self._rarity(len(best))
            asked += rarity
            for number, gain in best.items():
                gains[number] += gain * rarity
                has[number] += rarity
        whole = [number for number in gains if has[number] >= asked - 1e-9]
        near = [number for number in gains if has[number] >= asked * _NEAR] if not whole else []
        ranked = self._ranked(whole or near, gains, query)
        return tuple(self._records[number] for number in (ranked if whole else ranked[:_MOST_NEAR]))

    def _best(self, meant: dict[str, float]) -> dict[int, float]:
        """For each record that has any of these words, the most that one of them counts there."""
        best: dict[int, float] = {}
        for word, fit in meant.items():
            for number, weight in self._postings[word].items():
                best[number] = max(best.get(number, 0.0), weight * fit)
        return best

    def _rarity(self, records: int) -> float:
        return math.log(1 + len(self._records) / records)

    def _ranked(self, numbers: Iterable[int], gains: dict[int, float], query: str) -> list[int]:
        """Best first; of the best ones those whose title or message is closest to what was typed."""
        ordered = sorted(numbers, key=lambda number: (-gains[number], number))
        plain = " ".join(words_of(query))
        closest = {number: self._closeness(number, plain) for number in ordered[:_COMPARED]}
        head = sorted(closest, key=lambda number: (-gains[number] * closest[number], number))
        return head + ordered[_COMPARED:]

    def _closeness(self, number: int, plain: str) -> float:
        """From 1 (another text) to 3 (the very words in their order)."""
        texts = self._texts[number]
        if len(plain) >= 4 and any(plain in text for text in texts):
            return 3.0
        return 1.0 + max(fuzz.ratio(plain, text) for text in texts) / 100


def _whole(record: Record) -> tuple[str, ...]:
    """The texts that a query is compared with as a whole, as plain words."""
    texts = [record.facts.title, record.slug, *(literal(w.text) for w in record.facts.wordings[:24])]
    return tuple(" ".join(words_of(text)) for text in texts)


def _fields(record: Record, catalog: Catalog) -> Iterator[tuple[str, float]]:
    """The texts of a record with what a word of each counts."""
    facts = record.facts
    yield facts.title, 3.0
    yield record.slug, 2.5
    yield f"{facts.crate} {facts.id} {' '.join(facts.tags)}", 2.0
    for wording in facts.wordings:
        yield literal(wording.text), 2.5
    yield " ".join(facts.names), 1.5
    for spot in facts.sites:
        yield f"{spot.path} {spot.function or ''} {spot.message or ''}", 1.5
    functions = dict.fromkeys(site.function for site in catalog.sites_of(record))
    yield " ".join(list(functions)[:_MOST_FUNCTIONS]), 1.2
    yield record.prose.meaning, 0.6
