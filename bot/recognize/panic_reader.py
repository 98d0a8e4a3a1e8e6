"""From one panic to everything known that it may be."""

from __future__ import annotations

from dataclasses import replace

from bot.catalog.model import Record, Site, SiteKind
from bot.recognize.candidates import Candidate
from bot.recognize.context import Context
from bot.recognize.fuzzy import MOST_SLIPPED, like_any, longest_loss
from bot.recognize.hits import MessageHits, groups, lead_of
from bot.recognize.index import Index
from bot.recognize.known import Hit
from bot.recognize.likelihood import in_likelihood
from bot.recognize.located import Agreement, Neighbourhood, agreement, neighbourhood, spots_hit, std_kinds
from bot.recognize.panics import Found
from bot.recognize.squeeze import Squeezed
from bot.recognize.std_texts import is_std
from bot.recognize.wordings import Span

_MOST_ALIKE = 4
_CLOSE = 3.0
# What closes a sentence, or the value of an error that a text stands in: `Other("…")`, `E { reason: "…" }`.
_CLOSERS = b".)]}"


class PanicReader:
    """Reads one panic against the catalogue.

    ``try_likeness`` allows the search for texts that are only alike; ``compared`` tells whether it was made.
    """

    def __init__(self, index: Index, raw: bytes, found: Found, try_likeness: bool = True) -> None:
        self.compared = False
        self._index = index
        self._raw = raw
        self._found = found
        self._message = Squeezed(raw[found.message_start : found.message_end])
        # a text of std's is like many, and says nothing
        self._try_likeness = try_likeness and not is_std(self._message.data)
        place = found.panic.place
        self._near = neighbourhood(index, place) if place else None
        self._hits = MessageHits(index, self._message, self._near)

    def candidates(self) -> list[Candidate]:
        """Give all candidates, the likeliest first; at a place of ours there is always one."""
        out = self._of_hits(self._hits.plain)
        if not any(one.is_clear for one in out):
            out = self._of_hits(self._hits.thorough)
            if self._try_likeness and not any(one.is_clear for one in out):
                plain = {one.record.slug for one in out if one.record is not None and one.is_whole}
                alike = self._alike(strict=any(one.is_whole_here for one in out))
                out += [one for one in alike if one.record is None or one.record.slug not in plain]
        if self._near is not None:
            out = self._joined(out, self._of_place(self._near))
        return in_likelihood(self._raw, (one for one in out if one.says_something))

    def _joined(self, by_text: list[Candidate], by_place: list[Candidate]) -> list[Candidate]:
        """Put what the text and what the place tells together: what both tell of is one candidate."""
        struck = {one.record.slug: one for one in by_place if one.record is not None and not one.rivals}
        out = [
            replace(one, std=True, sure=struck[one.record.slug].sure)
            if one.record is not None and one.record.slug in struck
            else one
            for one in by_text
        ]
        told = {one.record.slug for one in out if one.record is not None}
        covered = {site.id for one in out if one.record is not None for site in self._sites_of(one)}
        for one in by_place:
            known = one.record.slug in told if one.record else one.site is not None and one.site.id in covered
            if not known:
                out.append(one)
        return out

    def _sites_of(self, candidate: Candidate) -> tuple[Site, ...]:
        catalog = self._index.catalog
        named = catalog.sites_of(candidate.record) if candidate.record is not None else ()
        return named + (candidate.known.sites(catalog) if candidate.known is not None else ())

    def _of_hits(self, hits: list[Hit]) -> list[Candidate]:
        return [candidate for group in groups(hits) for candidate in self._of_group(group)]

    def _of_group(self, group: list[Hit]) -> list[Candidate]:
        """Give a candidate for each record that the text of some hits may mean, or one without."""
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
            lead=lead_of(self._message, best),
            tail_fits=self._tail_fits(best, sites),
        )
        agreed = [
            replace(candidate, record=record, agreement=agreement(self._index, self._near, sites, record))
            for record in self._records(group)
        ]
        most = max((one.agreement for one in agreed), default=Agreement.UNTOLD)
        if most >= Agreement.FILE:  # the place chooses between records with one text
            agreed = [one for one in agreed if one.agreement == most]
        return [replace(one, rivals=len(agreed) - 1) for one in agreed] or [candidate]

    def _records(self, group: list[Hit]) -> list[Record]:
        """Give the records that a text may mean: those for this very operation before those for any."""
        named = [hit for hit in group if hit.known.pattern.label] if group[0].in_block else []
        for hits in (named, group):
            listed = [(hit.known, record) for hit in hits for record in hit.known.records]
            bound = {
                r.slug: r for known, r in listed if r.slug in known.needing_place and self._strikes_here(r)
            }
            free = {r.slug: r for known, r in listed if r.slug not in known.needing_place}
            if bound or free:
                return list((bound or free).values())  # one that is bound to this place knows more of it
        return list({record.slug: record for hit in group for record in hit.known.family}.values())

    def _strikes_here(self, record: Record) -> bool:
        return agreement(self._index, self._near, (), record) >= Agreement.FILE

    def _best_site(self, sites: tuple[Site, ...]) -> Site | None:
        """Choose the site of a message that the panic's place points to, else the newest."""
        if self._near is not None:
            found = self._near.nearest(site for site in sites if site.id in self._near.ids)
            if found is not None:
                return found
        return sites[-1] if sites else None

    def _tail_fits(self, hit: Hit, sites: tuple[Site, ...]) -> bool:
        """Tell whether behind the last words stands what should: a value, an error's text, nothing."""
        tail = self._message.data[hit.span.end :].strip(_CLOSERS)
        if hit.span.share < 1 or hit.in_block:
            return True
        if not hit.known.pattern.pieces[-1]:
            return bool(tail)
        if not tail:
            return True
        expects = not sites or any(site.kind is SiteKind.EXPECT for site in sites)
        return (tail.startswith(b":") and expects) or tail.startswith(b"left:")

    def _alike(self, strict: bool) -> list[Candidate]:
        """Find messages that are only alike: first those of the panic's file, then any.

        ``strict`` asks that no word be missing.
        """
        self.compared = True
        raw = self._message.raw
        found = like_any(raw, self._hits.known_here) or self._index.likenesses.like(raw)
        out: list[Candidate] = []
        for known, likeness in found[:_MOST_ALIKE]:
            if likeness < found[0][1] - _CLOSE:
                break
            slip = longest_loss(raw, known)
            if strict and slip > MOST_SLIPPED:
                continue
            whole = Hit(known, Span(0, max(len(self._message.data), 1), ()))
            out += [
                replace(one, span=None, likeness=likeness, slip=slip, lead=0, tail_fits=True)
                for one in self._of_group([whole])
            ]
        return out

    def _of_place(self, near: Neighbourhood) -> list[Candidate]:
        """Give what the place alone tells: records that strike here with std's text, the site, the place."""
        agree = agreement(self._index, near, near.sites, None)
        if agree <= Agreement.UNTOLD:
            return []
        bare = Candidate(
            None, None, self._site_here(near), Context.PANIC, agree,
            self._found.message_start, self._found.message_end, found=self._found,
        )  # fmt: skip
        spots = spots_hit(self._index, near, self._message.data)
        struck = replace(bare, agreement=Agreement.FILE, rivals=len(spots) - 1, std=True)
        return [*(replace(struck, record=record, sure=sure) for record, sure in spots.values()), bare]

    def _site_here(self, near: Neighbourhood) -> Site | None:
        """Choose the site that failed by line and kind: on the very line, else the nearest of its kind."""
        kinds = std_kinds(self._message.data)
        return (
            near.nearest(site for site in near.on_line if not kinds or site.kind in kinds)
            or near.nearest(site for site in near.sites if site.kind in kinds)
            or near.nearest()
        )
