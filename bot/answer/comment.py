"""The one comment of an issue: which known error it is, what it means, how to get past it."""

from __future__ import annotations

from bot.answer import backends, links, sections, source, versions
from bot.answer.folds import also
from bot.answer.follow_up import pointer, usual_causes
from bot.answer.layout import ROOMS, Parts, lay_out
from bot.answer.solutions import Reader, choose
from bot.answer.speech import Speech, speech_of
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.recognize.model import Verdict

__all__ = ["Where", "render"]

CHANGED = "**Updated:** the report changed, and with it this answer."
_MOST_NEAR = max(room.related for room in ROOMS)


def render(verdict: Verdict, catalog: Catalog, where: Where, *, changed: bool = False) -> str:
    """Return the comment's Markdown, without its marker.

    ``changed`` says at the top that this answer took the place of another. Raises ``ValueError`` when the
    verdict has nothing that may be spoken of.
    """
    speech = speech_of(verdict)
    if speech is None:
        raise ValueError("this verdict has nothing that may be spoken of")
    match, record, follows = speech.first.match, speech.first.record, speech.only_follows
    parts = Parts(
        head=(
            CHANGED if changed else "",
            sections.title(match, record, where, follows=follows),
            sections.evidence(match),
            pointer(match, record, verdict, catalog, where) if follows else "",
        ),
        meaning=sections.meaning(match, record),
        ways=_ways(speech, verdict),
        ways_folded=follows,
        example=sections.example(record),
        background=(
            sections.when(record, source.link(match, catalog)),
            sections.prevention(record),
            sections.upstream(record),
        ),
        also=tuple(also(speech, where)),
        tail=(
            sections.follows_from(speech.followers, where),
            versions.line(match, record, verdict, catalog),
            source.permalink(match, catalog, where),
        ),
        near=_near(speech, catalog),
        foot=sections.foot(record, where),
    )
    return lay_out(parts, where)


def _ways(speech: Speech, verdict: Verdict) -> tuple[str, ...]:
    match, record = speech.first.match, speech.first.record
    known = backends.of_report(verdict) or backends.of_site(match)
    reader = Reader(versions.reader_tag(match, verdict), known)
    return tuple(sections.markdown(record, text) for text in choose(record, reader))


def _near(speech: Speech, catalog: Catalog) -> tuple[Record, ...]:
    """Return neighbours that the comment doesn't name anyway."""
    record = speech.first.record
    told = {each.record.slug for each in (*speech.followers, *speech.others)}
    if speech.only_follows:
        told |= {cause.slug for cause in usual_causes(record, catalog)}
    near = links.neighbours(record, catalog, _MOST_NEAR + len(told))
    return tuple(each for each in near if each.slug not in told)
