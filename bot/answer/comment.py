"""The one comment of an issue: which known error it is, what it means, how to get past it."""

from __future__ import annotations

from bot.answer import links, quote
from bot.answer.known import Known
from bot.answer.where import Where
from bot.catalog.model import Record
from bot.recognize.model import Band, Match, Verdict

__all__ = ["LONGEST", "Where", "render"]

LONGEST = 60_000  # characters; GitHub refuses more than 65,536


def render(verdict: Verdict, catalog: Known, where: Where, *, changed: bool = False) -> str:
    """Return the comment's Markdown, without its marker.

    ``changed`` says at the top that this answer took the place of another. Raises ``ValueError`` when the
    verdict has nothing that may be spoken of: ask its ``speak`` first.
    """
    spoken = [
        m for m in verdict.matches if m.record is not None and m.record.spoken and m.band is not Band.WEAK
    ]
    if not spoken:
        raise ValueError("this verdict has nothing to say")
    first = spoken[0]
    assert first.record is not None  # noqa: S101 - chosen so above
    parts = [_title(first, first.record, where), quote.block(e.text for e in first.evidence)]
    parts.append(first.record.prose.meaning)
    parts.append("\n".join(f"{n}. {text}" for n, text in enumerate(first.record.prose.solutions, 1)))
    related = catalog.related(first.record, where.related)
    if related:
        parts.append("**Related:** " + " · ".join(links.to_record(each, where) for each in related))
    parts.append(f"<sub>[This record]({links.page(first.record, where)}) · AI-assisted</sub>")
    if changed:
        parts.insert(0, "_The report changed, and with it this answer._")
    return "\n\n".join(parts)


def _title(match: Match, record: Record, where: Where) -> str:
    lead = "Known Burn error" if match.band is Band.EXACT else "This looks like a known Burn error"
    return f"**{lead}** · {links.to_record(record, where)}"
