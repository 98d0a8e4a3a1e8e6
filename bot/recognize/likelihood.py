"""The order of what one panic, or one text, may be."""

from __future__ import annotations

from collections.abc import Iterable

from bot.recognize.candidates import Candidate
from bot.recognize.located import Agreement
from bot.recognize.squeeze import squeeze

# What a place that agrees adds to a text's strength, in letters.
_FOR_PLACE = {Agreement.LINE: 30, Agreement.FILE: 14, Agreement.CRATE: 4}
_STD_AT_PLACE = 20.0
_BARE_PLACE = 8.0
# What is taken off, in letters: a tail that doesn't fit, a message that isn't all there, an empty hole.
_MISFIT, _CUT, _EMPTY = 2, 8, 2
_SIGNS_A_LETTER = 20
_CAUSES = (b"causedby:", b"err(")
_NEAR_CAUSE = 60
_INDENT = b" \t>|-"
_LEAST_CAUSE = 18.0
_MUCH_MORE = 2.5


def likelihood(candidate: Candidate) -> float:
    """Give the measure by which candidates are put in order: text and place together."""
    if candidate.known is None:
        return _STD_AT_PLACE if candidate.std else _BARE_PLACE
    # of texts that are equal but for their signs, the one with more of them says more
    signs = sum(map(len, candidate.known.pattern.pieces)) / _SIGNS_A_LETTER
    return candidate.strength + signs + _FOR_PLACE.get(candidate.agreement, 0) - _lacks(candidate)


def _lacks(candidate: Candidate) -> float:
    lacks = 0 if candidate.tail_fits else _MISFIT
    span = candidate.span
    if span is not None:
        lacks += _CUT if span.share < 1 else 0
        lacks += _EMPTY * sum(1 for start, end in span.holes if start == end)
    return lacks


def in_likelihood(raw: bytes, candidates: Iterable[Candidate]) -> list[Candidate]:
    """Put candidates in order, likeliest first; ``raw`` is the cleaned text that they stand in.

    An inner cause that a record knows comes before what it caused: what stands behind "Caused by:",
    within ``Err(..)``, on a line of its own in a value of a message of several lines, or says much more
    than the words around it.
    """
    ordered = sorted(candidates, key=likelihood, reverse=True)
    lead = ordered[0] if ordered else None
    if lead is None or lead.span is None or lead.known is None:
        return ordered
    several_lines = "\n" in lead.known.pattern.text
    for candidate in ordered[1:]:
        if candidate.record is None or candidate.span is None or candidate.weight < _LEAST_CAUSE:
            continue
        if candidate.start <= lead.start:
            continue
        before = raw[max(lead.start, candidate.start - _NEAR_CAUSE) : candidate.start]
        begins_line = before.rstrip(_INDENT).endswith((b"\n", b"\x0b"))
        caused = any(mark in squeeze(before) for mark in _CAUSES)
        if caused or (several_lines and begins_line) or candidate.weight >= _MUCH_MORE * lead.weight:
            return [candidate, *(other for other in ordered if other is not candidate)]
    return ordered
