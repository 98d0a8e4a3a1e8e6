"""Further causes in the same report: up to three folded below the first, the rest as links."""

from __future__ import annotations

from bot.answer import links, sections
from bot.answer.speech import Speech, Told
from bot.answer.where import Where
from bot.recognize.model import Band, Match

MOST = 3


def also(speech: Speech, where: Where) -> list[str]:
    """Return a folded answer for each further cause, and one line for those beyond ``MOST``."""
    others = speech.others
    parts = [_answer(each, _lead(each.match, speech.first.match), where) for each in others[:MOST]]
    if len(others) > MOST:
        rest = ", ".join(links.to_record(each.record, where) for each in others[MOST:])
        parts.append(f"Also in this report: {rest}")
    return parts


def _lead(match: Match, first: Match) -> str:
    """Return the words before a title; a second reading of the very lines of the first is an alternative."""
    sure = match.band is Band.EXACT
    if {each.line for each in match.evidence} & {each.line for each in first.evidence}:
        return "Or it is" if sure else "Or it may be"
    return "Also in this report" if sure else "This may be in the report too"


def _answer(told: Told, lead: str, where: Where) -> str:
    match, record = told.match, told.record
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
