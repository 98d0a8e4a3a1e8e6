"""From one panic, or one line of a log, to everything known that it may be."""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog.model import Record, Site
from bot.recognize.context import Context
from bot.recognize.index import Hit, Index, Known
from bot.recognize.located import Agreement, Neighbourhood, agreement, neighbourhood, spots_hit, std_kinds
from bot.recognize.panics import Found
from bot.recognize.squeeze import Squeezed
from bot.recognize.wordings import Span

# What std puts before a message, squeezed.
_ENVELOPES = (
    b"notimplemented:",
    b"notyetimplemented:",
    b"internalerror:enteredunreachablecode:",
    b"assertionleft==rightfailed:",
    b"assertionleft!=rightfailed:",
    b"calledresult::unwrap()onanerrvalue:",
    b"error:",
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something known that a panic may be, with all that its weight is judged by.

    ``start`` and ``end`` are offsets in the cleaned text. ``lead`` counts the letters that stand before the message
    and that nothing explains. ``rivals`` counts the other records that list the same text.
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
    std: bool = False

    @property
    def weight(self) -> float:
        """How many letters and digits of the message's own text stand there."""
        return self.known.pattern.weight * self.span.share if self.known and self.span else 0.0


def of_panic(index: Index, raw: bytes, found: Found) -> list[Candidate]:
    """Give all candidates of a panic, the likeliest first; at a place of ours there is always one."""
    message = Squeezed(raw[found.message_start : found.message_end])
    place = found.panic.place
    near = neighbourhood(index, place) if place else None
    candidates: list[Candidate] = []
    for hit in undominated(index.hits(message.data)):
        candidates += _of_hit(index, found, message, near, hit)
    if near is not None and near.sites is not None:
        candidates += _of_place(index, found, message, near)
    return sorted(candidates, key=_likelihood)


def _likelihood(candidate: Candidate) -> tuple[bool, bool, int, float]:
    begins = candidate.lead == 0
    return (
        candidate.known is None and not candidate.std,
        not begins,
        -int(candidate.agreement >= Agreement.FILE) if candidate.weight < 24 else 0,
        -candidate.weight,
    )


def undominated(hits: list[Hit]) -> list[Hit]:
    """Drop hits whose text is but a part of another's literal text."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda h: -h.known.pattern.weight * h.span.share):
        if not any(_dominates(other.span, hit.span) for other in kept):
            kept.append(hit)
    return kept


def _dominates(big: Span, small: Span) -> bool:
    if not (big.start <= small.start and small.end <= big.end):
        return False
    return not any(a <= small.start and small.end <= b for a, b in big.holes if a >= 0 and b >= 0)


def lead_of(data: bytes, start: int) -> int:
    """Count what stands before ``start`` and isn't one of std's envelopes or the head of a check's block."""
    before = data[:start]
    for envelope in _ENVELOPES:
        if before.startswith(envelope):
            before = before[len(envelope) :]
    if before.startswith(b"===tensoroperationerror===") or before.endswith(
        tuple(b"%d." % n for n in range(1, 10))
    ):
        return 0
    return sum(chr(byte).isalnum() for byte in before[:400])


def _of_hit(
    index: Index, found: Found, message: Squeezed, near: Neighbourhood | None, hit: Hit
) -> list[Candidate]:
    known = hit.known
    sites = index.sites_of(known)
    start = found.message_start + message.to_raw(hit.span.start)
    end = found.message_start + message.to_raw(hit.span.end - 1) + 1
    lead = lead_of(message.data, hit.span.start)
    choices: list[Record | None] = [
        record
        for record in known.records
        if record.slug not in known.needing_place or agreement(index, near, (), record) >= Agreement.FILE
    ]
    if not choices:
        choices = [None] if sites else []
    out = []
    for record in choices:
        agree = agreement(index, near, sites, record)
        site = _best_site(near, sites)
        out.append(
            Candidate(
                known, record, site, Context.PANIC, agree, start, end, hit.span, found, lead, len(choices) - 1
            )
        )
    return out


def _best_site(near: Neighbourhood | None, sites: tuple[Site, ...]) -> Site | None:
    """Choose the site of a message that the panic's place points to, else its newest."""
    if near is not None:
        ids = {site.id for site in near.sites}
        here = tuple(site for site in sites if site.id in ids)
        if here:
            return Neighbourhood(near.place, near.release, here).nearest()[0] or here[0]
    return sites[-1] if sites else None


def _of_place(index: Index, found: Found, message: Squeezed, near: Neighbourhood) -> list[Candidate]:
    """Give what the place alone tells: records that strike here with std's text, the nearest site, or nothing known."""
    out: list[Candidate] = []
    agree = agreement(index, near, near.sites, None)
    if agree <= Agreement.UNTOLD:
        return out
    span = (found.message_start, max(found.message_end, found.message_start))
    kinds = std_kinds(message.data)
    site, _ = near.nearest(kinds)
    if site is None:
        site, _ = near.nearest()
    spots = spots_hit(index, near, message.data)
    for spot in spots:
        out.append(
            Candidate(
                None, spot.record, site, Context.PANIC, Agreement.FILE, *span,
                found=found, rivals=len(spots) - 1, std=True,
            )
        )  # fmt: skip
    out.append(Candidate(None, None, site, Context.PANIC, agree, *span, found=found))
    return out
