"""The catalogue made ready for recognition: all wordings in one RE2 set, records by place."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import re2

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Site, Spot
from bot.catalog.sites import local_path
from bot.recognize.wordings import Pattern, Span, compile_pattern, find_pattern

_SHORTEST_ANCHOR = 5
_SET_MEMORY = 64 << 20


@dataclass(slots=True)
class Known:
    """One message as it may stand in a report, and all that raises it.

    Patterns that differ only in names of holes or white space are one. ``records`` are those that list it;
    of these ``needing_place`` match only where one of their sites is.
    """

    pattern: Pattern
    records: list[Record] = field(default_factory=list)
    needing_place: set[str] = field(default_factory=set)
    external: str | None = None
    _sites: tuple[Site, ...] | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A known message found in a squeezed text."""

    known: Known
    span: Span


@dataclass(frozen=True, slots=True)
class StdSpot:
    """A place at which a record strikes with a text that isn't Burn's: the std text, if told, as a pattern."""

    record: Record
    spot: Spot
    message: Pattern | None


class Index:
    """What is looked up while a report is read. Built once from a catalogue; never changed."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.known: dict[tuple[bytes, ...], Known] = {}
        self._spots: dict[tuple[str, str], list[StdSpot]] = defaultdict(list)
        self._record_places: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for record in catalog.records:
            self._add_record(record)
        for text in catalog.sites.wordings():
            self._add(text)
        self._by_anchor: list[list[Known]] = []
        self._set = self._compile()

    def _add(self, text: str) -> Known | None:
        pattern = compile_pattern(text)
        if not pattern.weight:
            return None
        return self.known.setdefault(pattern.pieces, Known(pattern))

    def _add_record(self, record: Record) -> None:
        for wording in record.facts.wordings:
            known = self._add(wording.text)
            if known is None:
                continue
            if record not in known.records:
                known.records.append(record)
            if wording.needs_place:
                known.needing_place.add(record.slug)
            known.external = known.external or wording.external
            for site in self.catalog.sites.for_wording(wording.text):
                self._record_places[record.slug].add((site.crate, local_path(site.path)))
        for spot in record.facts.sites:
            place = (crate_of(spot.path), local_path(spot.path))
            self._record_places[record.slug].add(place)
            message = compile_pattern(spot.message) if spot.message else None
            self._spots[place].append(StdSpot(record, spot, message))

    def _compile(self) -> object:
        anchors: dict[bytes, list[Known]] = defaultdict(list)
        for known in self.known.values():
            if len(known.pattern.anchor) >= _SHORTEST_ANCHOR:
                anchors[known.pattern.anchor].append(known)
        options = re2.Options()
        options.max_mem = _SET_MEMORY
        options.encoding = re2.Options.Encoding.LATIN1
        options.log_errors = False
        found = re2.Set.SearchSet(options)
        for anchor, all_known in anchors.items():
            found.Add(re2.escape(anchor))
            self._by_anchor.append(all_known)
        found.Compile()
        return found

    def scan(self, data: bytes) -> list[Known]:
        """Give every message one of whose anchors stands in squeezed ``data``; whether all of it does isn't said."""
        if not self._by_anchor:
            return []
        ids = self._set.Match(data) or ()  # type: ignore[attr-defined]  # re2 has no types
        return [known for number in ids for known in self._by_anchor[number]]

    def hits(self, data: bytes) -> list[Hit]:
        """Give every message that stands in squeezed ``data``, each at its first place."""
        found = ((known, find_pattern(known.pattern, data)) for known in self.scan(data))
        return [Hit(known, span) for known, span in found if span is not None]

    def sites_of(self, known: Known) -> tuple[Site, ...]:
        """Give the sites that raise a message, in any release."""
        if known._sites is None:
            known._sites = self.catalog.sites.for_wording(known.pattern.text)
        return known._sites

    def spots_at(self, crate: str, path: str) -> tuple[StdSpot, ...]:
        """Give the places told by records in a file, ``path`` as within the crate."""
        return tuple(self._spots.get((crate, path), ()))

    def strikes_at(self, record: Record, crate: str, path: str) -> bool:
        """Tell whether a record has a site in this file."""
        return (crate, path) in self._record_places[record.slug]


def crate_of(path: str) -> str:
    """Give the crate of a repository path: ``crates/burn-ir/src/handle.rs`` -> ``burn-ir``."""
    before = path.split("/src/")[0].split("/tests/")[0].split("/build.rs")[0]
    return before.rsplit("/", 1)[-1]
