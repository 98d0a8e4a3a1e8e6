"""Finding records by words of their title, message, slug, place or tags."""

from __future__ import annotations

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record

LONGEST_QUERY = 2000  # characters; the rest of a longer one is not looked at


class Search:
    """A catalogue's records by their words. Immutable, shared by threads."""

    def __init__(self, catalog: Catalog) -> None:
        self._texts = tuple((record, _title_text(record), _text(record)) for record in catalog.records)

    def find(self, query: str) -> tuple[Record, ...]:
        """Every record that has all words of ``query``, in any case; those with all in the title first."""
        words = query[:LONGEST_QUERY].casefold().split()
        hits = [
            (all(word in title for word in words), record)
            for record, title, text in self._texts
            if all(word in text for word in words)
        ]
        hits.sort(key=lambda hit: not hit[0])  # stable: the catalogue's order stays within each part
        return tuple(record for _, record in hits)


def _title_text(record: Record) -> str:
    return f"{record.facts.title} {record.slug}".casefold()


def _text(record: Record) -> str:
    facts = record.facts
    parts = [facts.title, record.slug, facts.id, facts.crate, *facts.tags, *facts.names]
    parts += [wording.text for wording in facts.wordings]
    parts += [f"{spot.path} {spot.function or ''} {spot.message or ''}" for spot in facts.sites]
    return " ".join(parts).casefold()
