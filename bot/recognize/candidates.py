"""Something known that a panic may be, and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog.model import Record, Site
from bot.recognize.context import Context
from bot.recognize.known import Known
from bot.recognize.located import Agreement
from bot.recognize.panics import Found
from bot.recognize.wordings import LEAST_SHARE, Span

_LEAST_STRENGTH = 10.0
_CLEAR_STRENGTH = 18.0
_CLEAR_STRENGTH_HERE = 10.0
_WHOLE_STRENGTH = 16.0
_MISFIT = 4.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something known that a panic may be, with all that its weight is judged by.

    ``start`` and ``end`` are offsets in the cleaned text. ``lead`` counts the letters that stand before
    the message and that nothing explains; ``tail_fits`` says whether what stands behind it is as its kind
    has it. ``rivals`` counts the other records that may be meant as well. ``std`` is a record found by
    its place, where the text is std's; it is ``sure`` where the line is in no other function.
    ``likeness`` is below 100 where the text is only alike; then there is no ``span``, and ``slip`` counts
    the letters in a row that are missing.
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
    tail_fits: bool = True
    rivals: int = 0
    std: bool = False
    sure: bool = True
    likeness: float = 100.0
    slip: int = 0

    @property
    def weight(self) -> float:
        """How many letters and digits of the message's own text stand there."""
        if self.known is None:
            return 0.0
        share = self.span.share if self.span else max(self.likeness - 60, 0) / 40
        return self.known.pattern.weight * share

    @property
    def strength(self) -> float:
        """How much speaks for the text: its weight, less what is there unexplained and what it lacks."""
        lost = self.span.lost if self.span else 0
        return self.weight - min(self.lead, 40) / 2 - 2 * lost - (0 if self.tail_fits else _MISFIT)

    @property
    def is_clear(self) -> bool:
        """Whether the text is found so plainly that none that is only alike need be looked for."""
        if self.span is None or self.span.share < LEAST_SHARE or not self.tail_fits:
            return False
        here = self.agreement >= Agreement.FILE
        return self.strength >= (_CLEAR_STRENGTH_HERE if here else _CLEAR_STRENGTH)

    @property
    def is_whole(self) -> bool:
        """Whether the text is there whole, maybe with something behind it that it doesn't explain."""
        return self.span is not None and self.span.share >= 1 and self.strength >= _WHOLE_STRENGTH

    @property
    def is_whole_here(self) -> bool:
        """Whether a text of this file is there whole and nothing before it."""
        return self.is_whole and not self.lead and self.agreement >= Agreement.FILE

    @property
    def says_something(self) -> bool:
        """Whether it is more than a word that many messages have."""
        if self.known is None or self.agreement >= Agreement.FILE:
            return True
        return not (self.known.is_std and self.record is None) and self.strength >= _LEAST_STRENGTH
