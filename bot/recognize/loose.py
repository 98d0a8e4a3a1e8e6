"""Messages that stand outside of any panic: alone in a code block, in a sentence, in the title."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from bot.catalog.model import Record
from bot.recognize.candidates import Candidate
from bot.recognize.clean import Cleaned
from bot.recognize.context import Context, Surroundings
from bot.recognize.hits import begins_word, groups, undominated
from bot.recognize.index import Index
from bot.recognize.known import Hit, Known, block_start, find_known
from bot.recognize.likelihood import in_likelihood
from bot.recognize.located import Agreement
from bot.recognize.panics import Found
from bot.recognize.squeeze import Squeezed

_MOST = 48
# A text that names more known messages than this is a list of them, and tells of none.
_MOST_TOLD = 6
_LEAST_WEIGHT = 12
_LONGEST_VALUE = 600
_LONGEST_FIRST_VALUE = 80
# A value that a message begins with: a word, or one with its fields.
_FIRST_VALUE = re.compile(rb"(?:\w[^\s\"'`]*|\w+ ?\{[^{}\n]*\}|\[[^\[\]\n]*\])\s*$")
_AROUND = b" \t\n\x0b.`'\"*)]}"
_MOST_TRIES = 4
_OUTPUT = (Context.LOG, Context.ERROR, Context.LINE)


def loose_candidates(
    index: Index, cleaned: Cleaned, around: Surroundings, found: Iterable[Found]
) -> list[Candidate]:
    """Give what stands outside of the panics that were found, in the order of its weight."""
    text = Squeezed(cleaned.raw)
    known = [one for one in index.scan(text.data) if one.pattern.weight >= _LEAST_WEIGHT and not one.is_std]
    if not known:
        return []
    known.sort(key=lambda one: -one.pattern.weight)
    taken = [(text.from_raw(f.start), text.from_raw(f.message_end)) for f in found]
    hits = [hit for one in known[:_MOST] if (hit := _best_outside(one, text, taken, around)) is not None]
    grouped = groups(undominated(hits))
    out = [candidate for group in grouped for candidate in _candidates(index, around, text, group)]
    if len(grouped) > _MOST_TOLD and _origins(index, grouped) > _MOST_TOLD:
        out = [replace(candidate, context=Context.SOURCE) for candidate in out]
    return in_likelihood(cleaned.raw, out)


def _origins(index: Index, grouped: list[list[Hit]]) -> int:
    """Count the functions that messages come from: the lines of one summary are one."""
    out = set()
    for group in grouped:
        sites = [site for hit in group for site in hit.known.sites(index.catalog)]
        out.add(
            min(((site.crate, site.function) for site in sites), default=(group[0].known.pattern.text, ""))
        )
    return len(out)


def _best_outside(
    known: Known, text: Squeezed, taken: list[tuple[int, int]], around: Surroundings
) -> Hit | None:
    """Find a message outside of panics: as output of a program if it stands so anywhere, else the first."""
    at, first = 0, None
    for _ in range(_MOST_TRIES):
        hit = find_known(known, text.data, at, _LONGEST_VALUE)
        if hit is None:
            break
        begin = hit.span.start
        inside = next((end for start, end in taken if start <= begin < end), None)
        if inside is None and begins_word(text.raw, text.to_raw(begin), known):
            if _context(around, text, hit)[1] in _OUTPUT:
                return hit
            first = first or hit
        at = max(inside or 0, begin + 1)
    return first


def _context(around: Surroundings, text: Squeezed, hit: Hit) -> tuple[tuple[int, int], Context]:
    """Give where a message stands, with its block's head, and in what kind of text."""
    begin = block_start(text.data, hit.span.start) if hit.in_block else hit.span.start
    start, end = text.to_raw(begin), text.to_raw(hit.span.end - 1) + 1
    first = _FIRST_VALUE.search(text.raw, max(start - _LONGEST_FIRST_VALUE, 0), start)
    value = len(first[0]) if first and not hit.known.pattern.pieces[0] else 0
    context = around.context(start, end, value)
    if hit.span.share < 1 and context in _OUTPUT:
        context = Context.PROSE  # of a text that was cut, too little is there
    return (start, end), context


def _candidates(index: Index, around: Surroundings, text: Squeezed, group: list[Hit]) -> list[Candidate]:
    best = group[0]
    (start, end), context = _context(around, text, best)
    sites = tuple(site for hit in group for site in hit.known.sites(index.catalog))
    records: dict[str, Record] = {
        record.slug: record
        for hit in group
        for record in hit.known.records
        if record.slug not in hit.known.needing_place
    }
    if not records:
        records = {record.slug: record for hit in group for record in hit.known.family}
    if not records and not sites:
        return []
    site = sites[-1] if sites else None
    candidate = Candidate(
        best.known, None, site, context, Agreement.UNTOLD, start, end, best.span,
        rivals=max(len(records) - 1, 0), tail_fits=_tail_fits(text.raw, end, best),
    )  # fmt: skip
    return [replace(candidate, record=record) for record in records.values()] or [candidate]


def _tail_fits(raw: bytes, end: int, hit: Hit) -> bool:
    """Tell whether the line goes on behind the last words if, and only if, the message ends with a value."""
    if not hit.known.pattern.pieces[-1]:
        return bool(raw[end : end + _LONGEST_VALUE].strip(_AROUND))
    line = raw.find(b"\n", end)
    tail = raw[end : line if line >= 0 else len(raw)].strip(_AROUND)
    return not tail or tail.startswith(b":")
