"""Which of a record's solutions to give, and in which order, for a version and a backend."""

from __future__ import annotations

from dataclasses import dataclass

from bot.answer import backends, spans
from bot.catalog.model import Record
from bot.catalog.versions import release_key


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom the answer is for: the release of Burn they run (a tag, if known) and their backends."""

    tag: str | None = None
    backends: frozenset[str] = frozenset()


def choose(record: Record, reader: Reader) -> tuple[str, ...]:
    """Return the solutions (Markdown) for ``reader``, likeliest first.

    The record's own order, likeliest first, holds but for this: what ended before the reader's version is
    left out; the step to the release with the repair comes first while the reader hasn't got it; what is for
    another backend than the reader's comes after the rest; what else needs a newer release comes last and
    says so. When nothing would be left, all are given.
    """
    ranked: list[tuple[int, str]] = []
    for number, text in enumerate(record.prose.solutions, 1):
        span = _spans(record, number)
        if reader.tag and all(each.ended_before(reader.tag) for each in span):
            continue
        if _is_the_repair(record, text, reader):
            ranked.append((0, text))
        elif reader.tag and all(each.begins_after(reader.tag) for each in span):
            ranked.append((3, _from(text, span)))
        else:
            ranked.append((2 if _for_others(text, reader) else 1, text))
    ranked.sort(key=lambda pair: pair[0])
    return tuple(text for _, text in ranked) or record.prose.solutions


def _is_the_repair(record: Record, text: str, reader: Reader) -> bool:
    fixed_in = record.facts.fix.fixed_in if record.facts.fix else None
    if not fixed_in or not reader.tag or spans.at_or_after(reader.tag, fixed_in):
        return False
    return spans.names(text, fixed_in)


def _for_others(text: str, reader: Reader) -> bool:
    meant = backends.addressed(text)
    return bool(meant and reader.backends and meant not in reader.backends)


def _spans(record: Record, number: int) -> tuple[spans.Span, ...]:
    basis = next((basis for basis in record.facts.bases if basis.solution == number), None)
    return spans.read_spans(basis.releases) if basis else (spans.Span(),)


def _from(text: str, span: tuple[spans.Span, ...]) -> str:
    """Say from which release a solution works, unless its own words do."""
    first = min((each.first for each in span if each.first), key=release_key)
    return text if spans.names(text, first) else f"{text} *(from {spans.plain(first)})*"
