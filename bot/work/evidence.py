"""What a verdict rests on, as plain data to be kept and shown."""

from __future__ import annotations

from typing import Any, Final

from bot.recognize.model import Band, Match, Verdict

MOST: Final = 20
LONGEST: Final = 300  # characters of a line


def evidence(verdict: Verdict) -> tuple[dict[str, Any], ...]:
    """One entry a line: ``record`` (slug or ``None``), ``title``, ``band``, ``role``, ``line``, ``text``."""
    # What is too weak to be spoken of only matters where nothing better was found.
    sure = [match for match in verdict.matches if match.band is not Band.WEAK]
    lines = [
        {**_told(match), "line": line.line, "text": line.text[:LONGEST]}
        for match in sure or verdict.matches
        for line in match.evidence
    ]
    return tuple(lines[:MOST])


def _told(match: Match) -> dict[str, Any]:
    record = match.record
    return {
        "record": record.slug if record else None,
        "title": record.facts.title if record else match.wording,
        "band": match.band.value,
        "role": match.role.value,
    }
