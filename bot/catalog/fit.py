"""Whether a record's analysis speaks of its own message.

An analysis is compared with the message it stands under, and the message with the analyses of all our
records: one that fits stands out from the others. An analysis of another error doesn't, however well it
is written.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from bot.catalog.model import Record, Site
from bot.catalog.record_sites import sites_of
from bot.catalog.sites import Sites
from bot.catalog.speech import Speech, Vector, alike, message_terms, prose_terms

# How far an analysis must stand out, in standard deviations of the others. Measured by giving each record the
# analyses of all others: see the test of this module.
_OWN = 2.7
_IMPORTED = 2.0
# A small catalogue says little about "the others": so many others are assumed, with this mean and deviation.
_ASSUMED, _MEAN, _DEVIATION = 20, 0.02, 0.025


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether an analysis fits, how far it stands out, and what each side alone speaks of."""

    fits: bool
    score: float
    analysis: tuple[str, ...]
    message: tuple[str, ...]

    @property
    def why(self) -> str:
        """Say in a sentence why an analysis doesn't fit."""
        return (
            f"the analysis speaks of {', '.join(self.analysis)}; "
            f"the message and its place speak of {', '.join(self.message)}"
        )


class Fit:
    """Judges records against the analyses of ours among ``records``. Built once; safe to share."""

    def __init__(self, records: Iterable[Record], sites: Sites) -> None:
        ours = [record for record in records if record.imported is None]
        self._sites = sites
        proses = {record.facts.id: prose_terms(record.prose) for record in ours}
        messages = [message_terms(record, sites_of(record, sites)) for record in ours]
        self._speech = Speech(sites, [*proses.values(), *messages])
        self._analyses = {key: self._speech.vector(found) for key, found in proses.items()}

    def judge(self, record: Record, sites: Iterable[Site] | None = None) -> Judgement:
        """Judge a record; ``sites`` are its sites where they are known already."""
        found = sites_of(record, self._sites) if sites is None else sites
        message = self._speech.vector(message_terms(record, found))
        analysis = self._speech.vector(prose_terms(record.prose))
        score = self._standing_out(message, analysis, record.facts.id)
        least = _OWN if record.imported is None else _IMPORTED
        return Judgement(score >= least, score, _telling(analysis, message), _telling(message, analysis))

    def _standing_out(self, message: Vector, analysis: Vector, own: str) -> float:
        others = [alike(message, other) for key, other in self._analyses.items() if key != own]
        count = len(others) + _ASSUMED
        mean = (sum(others) + _ASSUMED * _MEAN) / count
        spread = sum((other - mean) ** 2 for other in others) + _ASSUMED * _DEVIATION**2
        return (alike(message, analysis) - mean) / math.sqrt(spread / count)


def _telling(one: Vector, two: Vector, most: int = 6) -> tuple[str, ...]:
    """Give the most telling terms of one side that the other lacks."""
    return tuple(
        sorted((term for term in one if term not in two), key=lambda term: (-one[term], term))[:most]
    )
