"""What recognition takes and gives: reports, panics, matches, verdicts. Plain immutable data."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.catalog.model import Record, Site


class Band(StrEnum):
    """How sure a match is. Bands change what the bot does; no number is shown to anyone."""

    EXACT = "exact"
    PROBABLE = "probable"
    WEAK = "weak"


class Role(StrEnum):
    """Whether a match is what went wrong first, or only follows another panic."""

    CAUSE = "cause"
    CASCADE = "cascade"


class Silence(StrEnum):
    """Why nothing is said."""

    NOTHING_FOUND = "nothing known was found"
    FOREIGN_PANIC = "the panic is in the reporter's own code, not in Burn's"
    GENERIC = "the text is too generic without a place in Burn's source"
    QUOTED = "the message is only quoted, nothing failed here"
    WEAK = "the match is too weak to speak"
    NO_RECORD = "the place is known, but no record is written for it yet"
    UNKNOWN_PANIC = "a panic at a place of Burn that the catalogue doesn't know"


@dataclass(frozen=True, slots=True)
class Report:
    """What a person wrote: an issue's title and body, or a comment (title empty)."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a source file as the report tells it; ``crate``, ``version``, ``commit`` where the path
    tells them.

    ``path`` is folded to ``src/…`` within its crate where the crate is known. ``line`` and ``column`` are
    0 when not told.
    """

    raw: str
    crate: str | None
    version: str | None
    commit: str | None
    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line of the report that a match rests on; ``line`` counts from 1, the title being line 0."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Panic:
    """One failure found in a report."""

    thread: str | None
    place: Place | None
    message: tuple[str, ...]
    first_line: int
    last_line: int
    form: str
    backtrace: tuple[Place, ...] = ()
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class BurnVersion:
    """The version of Burn a report tells, and what it was read from (``panic path``, ``lockfile`` …)."""

    value: str
    source: str


@dataclass(frozen=True, slots=True)
class Match:
    """A known error seen in a report. ``record`` is ``None`` where only a site is known; then it is never
    spoken.

    ``why`` gives the reasons of the band; ``quoted`` says that the text stands there as source code;
    ``missing_from`` is the release (a tag) that the report tells, if the text never was in it.
    """

    record: Record | None
    site: Site | None
    wording: str | None
    captures: dict[str, str]
    evidence: tuple[Evidence, ...]
    band: Band
    role: Role
    panic: Panic | None = None
    why: tuple[str, ...] = ()
    quoted: bool = False
    missing_from: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """All matches of a report, best first (causes before cascades), and whether to speak."""

    matches: tuple[Match, ...] = ()
    panics: tuple[Panic, ...] = ()
    speak: bool = False
    silence: Silence | None = Silence.NOTHING_FOUND
    burn_version: BurnVersion | None = None
    cause_missing: bool = field(default=False)
