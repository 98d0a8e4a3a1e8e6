"""Further causes in the same report: up to three folded below the first, the rest as links."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answer import links, sections
from bot.answer.speech import Told
from bot.answer.where import Where
from bot.recognize.model import Band

MOST = 3


def also(others: Sequence[Told], where: Where) -> list[str]:
    """Return a folded answer for each further cause, and one line for those beyond ``MOST``."""
    parts = [_answer(each, where) for each in others[:MOST]]
    if len(others) > MOST:
        rest = ", ".join(links.to_record(each.record, where) for each in others[MOST:])
        parts.append(f"Also in this report: {rest}")
    return parts


def _answer(told: Told, where: Where) -> str:
    match, record = told.match, told.record
    lead = "Also in this report" if match.band is Band.EXACT else "This may be in the report too"
    url = links.page(record, where)
    ways = [sections.markdown(record, text) for text in record.prose.solutions]
    return sections.folded(
        f"<b>{lead}:</b> {links.html_title(record)}",
        [
            sections.evidence(match),
            sections.meaning(match, record),
            sections.numbered(ways),
            f"[About this record]({url})" if url else "",
        ],
    )
