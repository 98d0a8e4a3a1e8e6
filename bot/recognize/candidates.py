"""From one panic to everything known that it may be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from bot.catalog.model import Record, Site, SiteKind
from bot.recognize.context import Context
from bot.recognize.fuzzy import like_any, longest_loss
from bot.recognize.index import SHORTEST_ANCHOR, Index
from bot.recognize.known import Hit, Known, find_known
from bot.recognize.located import Agreement, Neighbourhood, agreement, neighbourhood, spots_hit, std_kinds
from bot.recognize.panics import Found
from bot.recognize.squeeze import Squeezed
from bot.recognize.std_texts import is_std, without_envelope
from bot.recognize.wordings import LEAST_SHARE, Span, weight_of


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something known that a panic may be, with all that its weight is judged by.

    ``start`` and ``end`` are offsets in the cleaned text. ``lead`` counts the letters that stand before the message
    and that nothing explains. ``rivals`` counts the other records that may be meant as well. ``std`` is a record found
    by its place, where the text is std's. ``likeness`` is below 100 where the text is only alike.
    """

    known: Known | None
    record: Record | None
    site: Site | None
    context: Context
    agreement: Agreement
    start: int
    end: int
    span: Span | None = None
    found: Found | None = None
    lead: int = 0
    rivals: int = 0
    in_block: bool = False
    std: bool = False
    likeness: float = 100.0
    tail_fits: bool = True

    @property
    def weight(self) -> float:
        """How many letters and digits of the message's own text stand there."""
        if self.known is None:
            return 0.0
        share = self.span.share if self.span else max(self.likeness - 60, 0) / 40
        return self.known.pattern.weight * share

    @property
    def strength(self) -> float:
        """How much speaks for the text: its weight, less what stands before it unexplained and what it lacks."""
        lost = self.span.lost if self.span else 0
        return self.weight - min(self.lead, 40) / 2 - 2 * lost


class PanicReader:
    """Reads one panic against the catalogue."""

    def __init__(self, index: Index, raw: bytes, found: Found, try_likeness: bool = True) -> None:
        self._index = index
        self._found = found
        self._try_likeness = try_likeness
        self.compared = False
        self._message = Squeezed(raw[found.message_start : found.message_end])
        place = found.panic.place
        self._near = neighbourhood(index, place) if place else None

    def candidates(self) -> list[Candidate]:
        """Give all candidates, the likeliest first; at a place of ours there is always one."""
        data = self._message.data
        out = self._of_hits(self._index.hits(data) + self._short_hits())
        if not any(map(_is_clear, out)):
            out = self._of_hits([*self._index.hits(data), *self._hits_here(), *self._cut_hits()])
            if self._try_likeness and not any(map(_is_clear, out)):
                out += self._alike(strict=any(map(_is_whole_here, out)))
        if self._near is not None:
            out += self._of_place(self._near)
        ordered = sorted(filter(_says_something, out), key=likelihood, reverse=True)
        return innermost_first(self._message.data, ordered)

    def _of_hits(self, hits: list[Hit]) -> list[Candidate]:
        bounded = filter(self._is_bounded, hits)
        return [candidate for group in groups(undominated(bounded)) for candidate in self._of_group(group)]

    def _hits_here(self) -> list[Hit]:
        """Find the messages of the panic's file, also those that were cut in their weightiest words."""
        found = (find_known(known, self._message.data) for known in self._known_here)
        return [hit for hit in found if hit is not None]

    def _short_hits(self) -> list[Hit]:
        """Find messages too short to be searched for everywhere, by the sites of the panic's file."""
        if self._near is None:
            return []
        hits = []
        for known in self._known_here:
            if len(known.pattern.anchor) >= SHORTEST_ANCHOR:
                continue
            hit = find_known(known, self._message.data)
            if hit is not None and not lead_of(self._message.data, hit):
                hits.append(hit)
        return hits

    def _is_bounded(self, hit: Hit) -> bool:
        """Tell whether a short text isn't but a part of a longer word."""
        if hit.known.pattern.weight >= _LONG_ENOUGH:
            return True
        raw = self._message.raw
        first, last = self._message.to_raw(hit.span.start), self._message.to_raw(hit.span.end - 1)
        return not raw[max(first - 1, 0) : first].isalnum() and not raw[last + 1 : last + 2].isalnum()

    def _cut_hits(self) -> list[Hit]:
        """Find messages of which only the beginning is there, cut within their first words."""
        data = without_envelope(self._message.data).rstrip(b".")
        if is_std(data):
            return []
        if not 16 <= weight_of(data) <= 120:
            return []
        begin = self._message.data.find(data)
        return [
            Hit(known, Span(begin, begin + len(data), (), weight_of(data) / known.pattern.weight))
            for known in self._index.begun(data)
        ]

    def _of_group(self, group: list[Hit]) -> list[Candidate]:
        best = max(group, key=lambda hit: bool(hit.known.pattern.label))
        sites = tuple(site for hit in group for site in hit.known.sites(self._index.catalog))
        base = self._found.message_start
        candidate = Candidate(
            known=best.known,
            record=None,
            site=self._best_site(sites),
            context=Context.PANIC,
            agreement=agreement(self._index, self._near, sites, None),
            start=base + self._message.to_raw(best.span.start),
            end=base + self._message.to_raw(best.span.end - 1) + 1,
            span=best.span,
            found=self._found,
            lead=lead_of(self._message.data, best),
            in_block=best.in_block,
            tail_fits=self._tail_fits(best, sites),
        )
        records = self._records(group)
        if not records:
            return [candidate]
        agreed = [
            replace(candidate, record=record, agreement=agreement(self._index, self._near, sites, record))
            for record in records
        ]
        most = max(one.agreement for one in agreed)
        if most >= Agreement.FILE:  # the place chooses between records with one text
            agreed = [one for one in agreed if one.agreement == most]
        return [replace(one, rivals=len(agreed) - 1) for one in agreed]

    def _alike(self, strict: bool) -> list[Candidate]:
        """Find messages that are only alike: first those of the panic's file, then any.

        ``strict`` asks that no word be missing.
        """
        self.compared = True
        raw = self._message.raw
        here = like_any(raw, self._known_here)
        found = here or self._index.likenesses.like(raw)[:4]
        top = found[0][1] if found else 0.0
        out = []
        for known, likeness in found:
            if likeness < top - 3:
                break
            if strict and longest_loss(raw, known) > _SLIP:
                continue
            hit = Hit(known, Span(0, max(len(self._message.data), 1), ()), False)
            out += [replace(one, span=None, likeness=likeness, lead=0) for one in self._of_group([hit])]
        return out

    @cached_property
    def _known_here(self) -> list[Known]:
        if self._near is None:
            return []
        texts = {site.wording for site in self._near.sites if site.wording is not None}
        return [known for text in sorted(texts) if (known := self._index.of_text(text)) is not None]

    def _tail_fits(self, hit: Hit, sites: tuple[Site, ...]) -> bool:
        """Tell whether what stands behind the last words is as the pattern says: a value, an error's text, nothing."""
        tail = self._message.data[hit.span.end :].strip(b".")
        if hit.span.share < 1 or hit.in_block:
            return True
        if hit.known.pattern.pieces[-1] == b"":
            return bool(tail)
        if not tail:
            return True
        expects = not sites or any(site.kind is SiteKind.EXPECT for site in sites)
        return tail.startswith(b":") and expects or tail.startswith(b"left:")

    def _records(self, group: list[Hit]) -> list[Record]:
        """Give the records that a text may mean: those for this very operation before those for any."""
        named = [hit for hit in group if hit.known.pattern.label] if group[0].in_block else []
        for hits in (named, group):
            records = {
                record.slug: record
                for hit in hits
                for record in hit.known.records
                if record.slug not in hit.known.needing_place or self._strikes_here(record)
            }
            if records:
                return list(records.values())
        return []

    def _strikes_here(self, record: Record) -> bool:
        return agreement(self._index, self._near, (), record) >= Agreement.FILE

    def _best_site(self, sites: tuple[Site, ...]) -> Site | None:
        """Choose the site of a message that the panic's place points to, else the newest."""
        if self._near is not None:
            found = self._near.nearest(site for site in sites if site.id in self._near.ids)
            if found is not None:
                return found
        return sites[-1] if sites else None

    def _of_place(self, near: Neighbourhood) -> list[Candidate]:
        """Give what the place alone tells: records that strike here with std's text, the site, or just the place."""
        agree = agreement(self._index, near, near.sites, None)
        if agree <= Agreement.UNTOLD:
            return []
        start, end = self._found.message_start, self._found.message_end
        kinds = std_kinds(self._message.data)
        site = (
            near.nearest(site for site in near.on_line if not kinds or site.kind in kinds)
            or near.nearest(site for site in near.sites if site.kind in kinds)
            or near.nearest()
        )
        spots = {spot.record.slug: spot.record for spot in spots_hit(self._index, near, self._message.data)}
        out = [
            Candidate(
                None, record, site, Context.PANIC, Agreement.FILE, start, end,
                found=self._found, rivals=len(spots) - 1, std=True,
            )
            for record in spots.values()
        ]  # fmt: skip
        out.append(Candidate(None, None, site, Context.PANIC, agree, start, end, found=self._found))
        return out


def _is_clear(candidate: Candidate) -> bool:
    """Tell whether a text is found so plainly that none that is only alike need be looked for."""
    if candidate.span is None or candidate.span.share < LEAST_SHARE or not candidate.tail_fits:
        return False
    return candidate.strength >= (10 if candidate.agreement >= Agreement.FILE else 18)


def _is_whole_here(candidate: Candidate) -> bool:
    """Tell whether a text of this file stands there whole, though something follows that it doesn't explain."""
    whole = candidate.span is not None and candidate.span.share >= 1 and not candidate.lead
    return whole and candidate.agreement >= Agreement.FILE and candidate.strength >= _WHOLE_STRENGTH


def _says_something(candidate: Candidate) -> bool:
    """Tell whether a candidate is more than a word that many messages have."""
    if candidate.known is None or candidate.agreement >= Agreement.FILE:
        return True
    return not (candidate.known.is_std and candidate.record is None) and candidate.strength >= _LEAST_STRENGTH


# What a place that agrees adds to a text's strength when candidates of one panic are put in order.
_FOR_PLACE = {Agreement.LINE: 30, Agreement.FILE: 14, Agreement.CRATE: 4}
_STD_AT_PLACE = 20.0
_BARE_PLACE = 8.0
_LEAST_STRENGTH = 10.0
_CAUSES = (b"causedby:", b"err(")
_NEAR_CAUSE = 24
_LEAST_CAUSE = 18.0
_WHOLE_STRENGTH = 16.0
# A text of so many letters isn't found within another word by chance.
_LONG_ENOUGH = 12
# So many letters in a row may be lost to a slip.
_SLIP = 3


def likelihood(candidate: Candidate) -> float:
    """Give the order of candidates of one panic: text and place together."""
    if candidate.std:
        return _STD_AT_PLACE
    if candidate.known is None:
        return _BARE_PLACE
    signs = sum(map(len, candidate.known.pattern.pieces)) / 20
    return (
        candidate.strength
        + signs
        + _FOR_PLACE.get(candidate.agreement, 0)
        - (0 if candidate.tail_fits else 6)
    )


def innermost_first(data: bytes, ordered: list[Candidate]) -> list[Candidate]:
    """Put what stands behind "Caused by:" or within ``Err(..)`` before what it caused, if a record knows it.

    ``data`` is the squeezed text that the candidates' spans are in.
    """
    lead = ordered[0] if ordered else None
    if lead is None or lead.span is None:
        return ordered
    for candidate in ordered[1:]:
        span = candidate.span
        if candidate.record is None or span is None or candidate.weight < _LEAST_CAUSE:
            continue
        before = data[max(lead.span.start, span.start - _NEAR_CAUSE) : span.start]
        if span.start > lead.span.start and any(mark in before for mark in _CAUSES):
            return [candidate, *(other for other in ordered if other is not candidate)]
    return ordered


def undominated(hits: Iterable[Hit]) -> list[Hit]:
    """Drop hits whose text is but a part of another's literal text; the weightiest come first."""
    kept: list[Hit] = []
    for hit in sorted(
        hits, key=lambda hit: (-hit.weight + (8 if hit.span.share < 1 else 0), -len(hit.known.pattern.text))
    ):
        if not any(_dominates(other, hit) for other in kept):
            kept.append(hit)
    return kept


def _dominates(big: Hit, small: Hit) -> bool:
    if big.span.start > small.span.start or small.span.end > big.span.end:
        return False
    if big.weight <= small.weight or (big.span.share < 1 <= small.span.share):
        return False  # one reason under several labels, wordings that differ in signs alone, one that isn't all there
    return not any(
        a <= small.span.start and small.span.end <= b for a, b in big.span.holes if a >= 0 and b >= 0
    )


def groups(hits: Iterable[Hit]) -> list[list[Hit]]:
    """Put hits of one text together: a tensor check's reason stands under many operations."""
    out: dict[tuple[bytes, ...], list[Hit]] = {}
    for hit in hits:
        out.setdefault(hit.known.pattern.pieces, []).append(hit)
    return list(out.values())


def lead_of(data: bytes, hit: Hit) -> int:
    """Count what stands before a text and isn't std's envelope, the head of a check's block, or the text's own value."""
    before = without_envelope(without_envelope(data[: hit.span.start]))
    if before.startswith(b"===tensoroperationerror==="):
        return 0
    if hit.known.pattern.pieces[0] == b"":
        return weight_of(before[:400]) // 4
    return weight_of(before[:400])
