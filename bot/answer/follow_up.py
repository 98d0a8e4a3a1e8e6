"""What to say where a report shows only a panic that follows another: where the cause is, or to send it."""

from __future__ import annotations

from bot.answer import links, quote
from bot.answer.speech import panic_before
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.recognize.model import Match, Verdict

_MISSING = (
    "This panic only follows another one, and that one isn't in the report. **Please add the part of the log "
    "above it, from the first `panicked at` on**: edit the issue, and this answer is brought up to date."
)


def usual_causes(record: Record, catalog: Catalog) -> list[Record]:
    """Return the records that this one mostly follows, at most three."""
    found = [catalog.by_slug(slug) for slug in record.facts.cascade_of]
    return [cause for cause in found if cause and cause.spoken][:3]


def pointer(match: Match, record: Record, verdict: Verdict, catalog: Catalog, where: Where) -> str:
    """Return the sentences that point away from a follow-up panic to what went wrong first."""
    first = None if verdict.cause_missing else panic_before(match, verdict)
    if first is None:
        names = ", ".join(links.to_record(each, where) for each in usual_causes(record, catalog))
        return f"{_MISSING} Usual causes: {names}." if names else _MISSING
    text = next((text for text in first.message if text.strip()), "")
    said = f", {quote.value(text, 120)}," if text else ""
    return f"This panic only follows the first one in the report{said} for which no answer is known."
