"""Which of a record's solutions to give, and in which order, for a version and a backend."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.answer import backends, spans
from bot.catalog.model import Record


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom the answer is for: the release of Burn they run (a tag, if known) and their backends."""

    tag: str | None = None
    backends: frozenset[str] = frozenset()


def choose(record: Record, reader: Reader) -> tuple[str, ...]:
    """Return the solutions (Markdown) for ``reader``, likeliest first.

    The record's own order, likeliest first, holds but for this: what ended before the reader's version is
    left out; a repair by updating comes first while the reader hasn't got it; what is for another backend
    than the reader's comes after the rest; what needs a newer release comes last and says so. When nothing
    would be left, all are given.
    """
    ranked: list[tuple[int, str]] = []
    for number, text in enumerate(record.prose.solutions, 1):
        span = _span(record, number)
        if reader.tag and span.ended_before(reader.tag):
            continue
        needs = reader.tag and span.begins_after(reader.tag)
        ranked.append((_rank(record, text, span, reader), _from(text, span) if needs else text))
    ranked.sort(key=lambda pair: pair[0])
    return tuple(text for _, text in ranked) or record.prose.solutions


def _rank(record: Record, text: str, span: spans.Span, reader: Reader) -> int:
    if reader.tag and span.begins_after(reader.tag):
        return 3
    fixed_in = record.facts.fix.fixed_in if record.facts.fix else None
    if fixed_in and reader.tag and span.last and not spans.at_or_after(reader.tag, fixed_in):
        return 0
    meant = backends.addressed(text)
    return 2 if meant and reader.backends and meant not in reader.backends else 1


def _span(record: Record, number: int) -> spans.Span:
    basis = next((basis for basis in record.facts.bases if basis.solution == number), None)
    return spans.read_span(basis.releases) if basis else spans.Span()


def _from(text: str, span: spans.Span) -> str:
    """Say from which release a solution works, unless its own words do."""
    first = spans.plain(span.first or "")
    named = re.search(rf"\b{re.escape(first.removesuffix('.0'))}(?!\d)", text)
    return text if named else f"{text} *(from {first})*"
