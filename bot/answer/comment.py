"""The one comment of an issue: which known error it is, what it means, how to get past it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.answer import backends, links, sections, source, versions
from bot.answer.folds import also
from bot.answer.follow_up import pointer, usual_causes
from bot.answer.length import UNFOLDED, split_after, unfolded
from bot.answer.solutions import Reader, choose
from bot.answer.speech import Speech, speech_of
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.recognize.model import Verdict

__all__ = ["LONGEST", "Where", "render"]

LONGEST = 60_000  # characters; GitHub refuses more than 65,536

CHANGED = "**Updated:** the report changed, and with it this answer."


@dataclass(frozen=True, slots=True)
class _Room:
    """How much is said unfolded: sentences of the meaning, solutions, neighbours; whether there are folds."""

    sentences: int
    solutions: int
    related: int
    folds: bool = True


# From generous to scant; the first that fits is taken.
_ROOMS = (
    _Room(5, 4, 5),
    _Room(4, 4, 3),
    _Room(4, 3, 2),
    _Room(3, 3, 2),
    _Room(3, 3, 1),
    _Room(2, 3, 1),
    _Room(2, 2, 1),
    _Room(2, 2, 0),
    _Room(2, 1, 0),
    _Room(1, 1, 0),
)


def render(verdict: Verdict, catalog: Catalog, where: Where, *, changed: bool = False) -> str:
    """Return the comment's Markdown, without its marker.

    ``changed`` says at the top that this answer took the place of another. Raises ``ValueError`` when the
    verdict has nothing that may be spoken of.
    """
    speech = speech_of(verdict)
    if speech is None:
        raise ValueError("this verdict has nothing that may be spoken of")
    comment = _Comment(verdict, speech, catalog, where, changed)
    text = ""
    for room in _ROOMS:
        text = comment.text(room)
        if unfolded(text) <= UNFOLDED:
            break
    if len(text) > LONGEST:
        text = comment.text(replace(_ROOMS[-1], folds=False))
    return text if len(text) <= LONGEST else comment.bare()


@dataclass(frozen=True, slots=True)
class _Comment:
    verdict: Verdict
    speech: Speech
    catalog: Catalog
    where: Where
    changed: bool

    def text(self, room: _Room) -> str:
        """Return the whole comment, as much of it unfolded as there is room for."""
        match, record = self.speech.first.match, self.speech.first.record
        meaning, more = split_after(sections.meaning(match, record), room.sentences)
        ways = self._solutions()
        shown = 0 if self.speech.only_follows else room.solutions
        parts = [*self._head(), meaning, sections.numbered(ways[:shown])]
        if room.folds:
            parts += [self._fold_of_ways(ways, shown), self._fold_of_background(more)]
            parts += also(self.speech, self.where)
        parts += self._tail(room)
        return "\n\n".join(part for part in parts if part)

    def bare(self) -> str:
        """Return what fits always: what it is, the quoted lines, and where to read on."""
        parts = [*self._head()[:3], sections.foot(self.speech.first.record, self.where)]
        return "\n\n".join(part for part in parts if part)

    def _head(self) -> list[str]:
        match, record = self.speech.first.match, self.speech.first.record
        follows = self.speech.only_follows
        return [
            CHANGED if self.changed else "",
            sections.title(match, record, self.where, follows=follows),
            sections.evidence(match),
            pointer(match, record, self.verdict, self.catalog, self.where) if follows else "",
        ]

    def _solutions(self) -> tuple[str, ...]:
        match, record = self.speech.first.match, self.speech.first.record
        known = backends.of_report(self.verdict) or backends.of_site(match)
        reader = Reader(versions.reader_tag(match, self.verdict), known)
        return tuple(sections.markdown(record, text) for text in choose(record, reader))

    def _fold_of_ways(self, ways: tuple[str, ...], shown: int) -> str:
        example = sections.example(self.speech.first.record)
        names = ["Solutions" if shown == 0 else "More solutions"] if ways[shown:] else []
        names += ["example fix" if names else "Example fix"] if example else []
        return sections.folded(", ".join(names), [sections.numbered(ways[shown:], shown + 1), example])

    def _fold_of_background(self, more: str) -> str:
        match, record = self.speech.first.match, self.speech.first.record
        when = sections.when(record, source.link(match, self.catalog))
        parts = [more, when, sections.prevention(record), sections.upstream(record)]
        return sections.folded("When it happens, how to prevent it", parts)

    def _tail(self, room: _Room) -> list[str]:
        match, record = self.speech.first.match, self.speech.first.record
        wanted = min(room.related, self.where.related)
        told = {each.record.slug for each in (*self.speech.followers, *self.speech.others)}
        if self.speech.only_follows:
            told |= {cause.slug for cause in usual_causes(record, self.catalog)}
        near = [
            each
            for each in links.neighbours(record, self.catalog, wanted + len(told))
            if each.slug not in told
        ]
        return [
            sections.follows_from(self.speech.followers, self.where),
            versions.line(match, record, self.verdict, self.catalog),
            source.permalink(match, self.catalog, self.where),
            sections.related(near[:wanted], self.where),
            sections.foot(record, self.where),
        ]
