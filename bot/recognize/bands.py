"""How sure a candidate is: from what speaks for it and against it to a band."""

from __future__ import annotations

from bot.recognize.candidates import Candidate
from bot.recognize.context import Context
from bot.recognize.located import Agreement
from bot.recognize.model import Band

# Letters and digits of literal text from which a message is exact or probable, by where it stands.
_AT_PLACE = {
    Agreement.LINE: (3, 1),
    Agreement.FILE: (6, 3),
    Agreement.CRATE: (16, 10),
    Agreement.OURS: (20, 14),
    Agreement.UNTOLD: (24, 18),
    Agreement.FOREIGN: (10_000, 30),
}
_IN_TEXT = {Context.LOG: (26, 20), Context.LINE: (10_000, 26)}
_NEVER = (10_000, 10_000)


def band(candidate: Candidate, speaks_of_us: bool, foreign_version: bool) -> tuple[Band, str]:
    """Give the band of a candidate, and why."""
    if candidate.known is None:
        return (
            (Band.EXACT, "std's text at this record's place")
            if candidate.std and not candidate.rivals
            else (Band.WEAK, "only the place is known")
        )
    if candidate.rivals:
        return Band.WEAK, "several records have this text"
    if candidate.known.external and candidate.context in (Context.PANIC, Context.LOG):
        if not speaks_of_us:
            return Band.WEAK, "the text is another project's, and nothing in the report is Burn's"
        return _by(candidate, (24, 16))
    if foreign_version:
        return Band.WEAK, "the place is in another project's crate"
    if candidate.context is Context.PANIC:
        return _by(candidate, _AT_PLACE[candidate.agreement])
    return _by(candidate, _IN_TEXT.get(candidate.context, _NEVER))


def _by(candidate: Candidate, limits: tuple[int, int]) -> tuple[Band, str]:
    told = f"{candidate.weight:.0f} letters of its own, {candidate.context.value}, place: {candidate.agreement.name.lower()}"
    weight = candidate.weight - min(candidate.lead, 12)
    whole = candidate.span is not None and candidate.span.share >= 1
    if weight >= limits[0] and whole:
        return Band.EXACT, told
    if weight >= limits[1]:
        return Band.PROBABLE, told
    return Band.WEAK, told
