"""The catalogue made ready for recognition: all wordings in one RE2 set, records by place."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import re2

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Site, Spot
from bot.catalog.record_sites import crate_of
from bot.catalog.sites import local_path
from bot.recognize.wordings import Pattern, Span, compile_pattern, find_pattern

_SHORTEST_ANCHOR = 5
_SET_MEMORY = 64 << 20
_LABEL = b"operation:"
_AFTER_LABEL = b"reason:"


@dataclass(slots=True)
class Known:
    """One message as it may stand in a report, and all that raises it.

    Patterns that differ only in names of holes or white space are one. ``records`` are those that list it;
    of these the ones in ``needing_place`` match only where one of their sites is. ``external`` says whose text it
    is where it isn't Burn's.
    """

    pattern: Pattern
    records: list[Record] = field(default_factory=list)
    needing_place: set[str] = field(default_factory=set)
    external: str | None = None
    _sites: tuple[Site, ...] | None = None

    def sites(self, catalog: Catalog) -> tuple[Site, ...]:
        """Give the sites that raise this message, in any release."""
        if self._sites is None:
            self._sites = catalog.sites.for_wording(self.pattern.text)
        return self._sites


@dataclass(frozen=True, slots=True)
class Hit:
    """A known message found in a squeezed text. ``in_block``: with the head of a tensor check's block before it."""

    known: Known
    span: Span
    in_block: bool = False

    @property
    def weight(self) -> float:
        """How many letters and digits of the message's own text stand there."""
        return self.known.pattern.weight * self.span.share


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
        self.known: dict[tuple[bytes | None, tuple[bytes, ...]], Known] = {}
        self._spots: dict[tuple[str, str], list[StdSpot]] = defaultdict(list)
        self._record_places: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for record in catalog.records:
            self._add_record(record)
        for text in catalog.sites.wordings():
            self._add(text)
        self._short = {
            known.pattern.text: known
            for known in self.known.values()
            if len(known.pattern.anchor) < _SHORTEST_ANCHOR
        }
        self._by_anchor: list[list[Known]] = []
        self._set: Any = self._compile()
        self._beginnings = sorted(
            ((known.pattern.pieces[0], key) for key, known in self.known.items() if known.pattern.pieces[0]),
            key=lambda pair: pair[0],
        )

    def _add(self, text: str) -> Known | None:
        pattern = compile_pattern(text)
        if not pattern.weight:
            return None
        return self.known.setdefault((pattern.label, pattern.pieces), Known(pattern))

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
        for site in self.catalog.sites_of(record):
            self._record_places[record.slug].add((site.crate, local_path(site.path)))
        for spot in record.facts.sites:
            place = (crate_of(spot.path), local_path(spot.path))
            self._record_places[record.slug].add(place)
            self._spots[place].append(
                StdSpot(record, spot, compile_pattern(spot.message) if spot.message else None)
            )

    def _compile(self) -> Any:
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
        """Give every message whose anchor stands in squeezed ``data``; whether all of it does isn't said."""
        if not self._by_anchor:
            return []
        return [known for number in self._set.Match(data) or () for known in self._by_anchor[number]]

    def short(self, text: str) -> Known | None:
        """Give the message of a site's wording if it is too short to be searched for by ``scan``."""
        return self._short.get(text)

    def hits(self, data: bytes) -> list[Hit]:
        """Give every message that stands in squeezed ``data``, each at its first place."""
        found = (find_known(known, data) for known in self.scan(data))
        return [hit for hit in found if hit is not None]

    def begun(self, data: bytes, most: int = 8) -> list[Known]:
        """Give the messages that go on from squeezed ``data``, of which it is but the beginning."""
        at = bisect_left(self._beginnings, data, key=lambda pair: pair[0])
        out: list[Known] = []
        for piece, key in self._beginnings[at : at + most]:
            if not piece.startswith(data):
                break
            out.append(self.known[key])
        return out

    def spots_at(self, crate: str, path: str) -> tuple[StdSpot, ...]:
        """Give the places told by records in a file, ``path`` as within the crate."""
        return tuple(self._spots.get((crate, path), ()))

    def strikes_at(self, record: Record, crate: str, path: str) -> bool:
        """Tell whether a record has a site in this file."""
        return (crate, path) in self._record_places[record.slug]


def find_known(known: Known, data: bytes, start: int = 0, most: int = 6000) -> Hit | None:
    """Find a message in squeezed ``data``; that of a tensor check only under its own operation, if one is told."""
    span = find_pattern(known.pattern, data, start, most)
    if span is None:
        return None
    if known.pattern.label is None:
        return Hit(known, span)
    label = label_before(data, span.start)
    if known.pattern.label and label is not None and label != known.pattern.label:
        return None
    return Hit(known, span, label is not None)


def label_before(data: bytes, offset: int) -> bytes | None:
    """Give the squeezed label of the check's block that ``offset`` stands in, ``None`` where it's in none."""
    at = data.rfind(_LABEL, max(offset - 4000, 0), offset)
    if at < 0:
        return None
    end = data.find(_AFTER_LABEL, at, min(at + 80, offset))
    return data[at + len(_LABEL) : end] if end >= 0 else None
