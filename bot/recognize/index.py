"""The catalogue made ready for recognition: all wordings in one RE2 set, records by place."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import re2

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Spot, Wording
from bot.catalog.record_sites import crate_of, sites_saying
from bot.catalog.sites import local_path
from bot.recognize.fuzzy import Likenesses
from bot.recognize.known import Hit, Known, find_known
from bot.recognize.std_texts import is_std
from bot.recognize.wordings import Pattern, compile_pattern

SHORTEST_ANCHOR = 5
_SET_MEMORY = 64 << 20


@dataclass(frozen=True, slots=True)
class StdSpot:
    """A place at which a record strikes with a text that isn't Burn's: std's, if told, as a pattern."""

    record: Record
    spot: Spot
    message: Pattern | None


class Index:
    """What is looked up while a report is read. Built once from a catalogue; never changed."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._of_text: dict[str, Known] = {}
        self.known: dict[tuple[bytes | None, tuple[bytes, ...]], Known] = {}
        self._spots: dict[tuple[str, str], list[StdSpot]] = defaultdict(list)
        self._record_places: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for record in catalog.records:
            self._add_record(record)
        for text in catalog.sites.wordings():
            self._add(text)
        self._by_anchor: list[list[Known]] = []
        self._set: Any = self._compile()
        self._beginnings = sorted(
            ((known.pattern.pieces[0], key) for key, known in self.known.items() if known.pattern.pieces[0]),
            key=lambda pair: pair[0],
        )
        self.likenesses = Likenesses(self.known.values())

    def _add(self, text: str) -> Known | None:
        pattern = compile_pattern(text)
        if not pattern.weight:
            return None
        key = (pattern.label, pattern.pieces)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = Known(pattern, is_std=is_std(b"".join(pattern.pieces)))
        self._of_text[text] = known
        return known

    def _add_record(self, record: Record) -> None:
        for wording in record.facts.wordings:
            known = self._add(wording.text)
            if known is None:
                continue
            if record not in known.records:
                known.records.append(record)
            if wording.needs_place or known.is_std:
                known.needing_place.add(record.slug)
            known.external = known.external or wording.external
            if not wording.external and not wording.needs_place:
                self._add_family(record, wording)
        for site in self.catalog.sites_of(record):
            self._record_places[record.slug].add((site.crate, local_path(site.path)))
        for spot in record.facts.sites:
            place = (crate_of(spot.path), local_path(spot.path))
            self._record_places[record.slug].add(place)
            self._spots[place].append(
                StdSpot(record, spot, compile_pattern(spot.message) if spot.message else None)
            )

    def _add_family(self, record: Record, wording: Wording) -> None:
        """Let a wording that no site has as it stands cover the narrower ones that sites have."""
        texts = {site.wording for site in sites_saying(wording, self.catalog.sites)} - {wording.text, None}
        for text in texts:
            known = self._add(text) if text is not None else None
            if known is not None and record not in known.records:
                known.family.append(record)

    def _compile(self) -> Any:
        anchors: dict[bytes, list[Known]] = defaultdict(list)
        for known in self.known.values():
            if len(known.pattern.anchor) >= SHORTEST_ANCHOR:
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

    def of_text(self, text: str) -> Known | None:
        """Give the message that a site's wording makes; ``None`` where it is nothing but values."""
        return self._of_text.get(text)

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

    def strikes_in(self, record: Record, files: Iterable[tuple[str, str]]) -> bool:
        """Tell whether a record has a site in one of these files (crate, path within it)."""
        return not self._record_places[record.slug].isdisjoint(files)
