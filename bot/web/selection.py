"""Which records a page or a list shows: those of a crate, cause, release, tag and search, page by page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from bot.catalog.catalog import Catalog
from bot.catalog.model import CauseClass, Record
from bot.catalog.versions import cubecl_of

BURN = "tracel-ai/burn"
CUBECL = "tracel-ai/cubecl"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to choose by; empty means all. ``release`` is one of Burn's (``v0.18.0``)."""

    crate: str = ""
    cause: str = ""
    release: str = ""
    tag: str = ""

    def __bool__(self) -> bool:
        return bool(self.crate or self.cause or self.release or self.tag)


@dataclass(frozen=True, slots=True)
class Facet:
    """One value that records can be chosen by, how it reads, and how many have it."""

    value: str
    words: str
    count: int


class Selection:
    """Chooses among a catalogue's records. What is asked again is remembered; safe to share."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._alive: dict[str, frozenset[str]] = {}

    @cached_property
    def by_crate(self) -> tuple[Record, ...]:
        """All records by crate, then by title."""
        return tuple(
            sorted(self._catalog.records, key=lambda record: (record.facts.crate, record.facts.title))
        )

    def choose(self, records: tuple[Record, ...], wanted: Wanted) -> tuple[Record, ...]:
        """Those of ``records`` that fit, in their order."""
        if not wanted:
            return records
        alive = self._raised_in(wanted.release) if wanted.release else None
        return tuple(record for record in records if _fits(record, wanted, alive))

    @cached_property
    def crates(self) -> tuple[Facet, ...]:
        """Every crate that has records."""
        count = Counter(record.facts.crate for record in self._catalog.records)
        return tuple(Facet(crate, crate, count[crate]) for crate in sorted(count))

    @cached_property
    def causes(self) -> tuple[Facet, ...]:
        """Every class of causes that has records, most first."""
        count = Counter(record.facts.cause for record in self._catalog.records)
        return tuple(Facet(cause.value, SHORT_CAUSES[cause], number) for cause, number in count.most_common())

    @cached_property
    def releases(self) -> tuple[Facet, ...]:
        """Every release of Burn, newest first, with the records that it can raise."""
        tags = reversed(self._catalog.releases(BURN))
        facets = (Facet(tag, tag, len(self._raised_in(tag))) for tag in tags)
        return tuple(facet for facet in facets if facet.count)

    @cached_property
    def tags(self) -> tuple[Facet, ...]:
        """The tags that most records have, by name."""
        count = Counter(tag for record in self._catalog.records for tag in record.facts.tags)
        shown = sorted(tag for tag, number in count.most_common(_MOST_TAGS) if number > 1)
        return tuple(Facet(tag, tag, count[tag]) for tag in shown)

    def _raised_in(self, release: str) -> frozenset[str]:
        """The slugs of the records that a release of Burn can raise, with the CubeCL it stands on.

        Errors of other makers (drivers, the standard library) belong to no release and aren't among them.
        """
        found = self._alive.get(release)
        if found is None and release not in self._catalog.releases(BURN):
            return frozenset()
        if found is None:
            found = frozenset(record.slug for record in self._catalog.records if self._is_in(record, release))
            self._alive[release] = found
        return found

    def _is_in(self, record: Record, release: str) -> bool:
        repo = record.facts.repo
        tag = cubecl_of(release) if repo == CUBECL else release
        order = {name: number for number, name in enumerate(self._catalog.releases(repo))}
        if tag is None or tag not in order:
            return False
        runs = self._catalog.record_lifetimes(record)
        return any(order[first] <= order[tag] <= order[last] for first, last in runs)


SHORT_CAUSES = {
    CauseClass.USER_BUG: "mistake in one's own program",
    CauseClass.BURN_BUG: "bug of Burn",
    CauseClass.UNSUPPORTED: "not supported by a backend",
    CauseClass.DRIVER: "driver or device",
    CauseClass.VERSION_MISMATCH: "versions that don't fit",
    CauseClass.OUT_OF_MEMORY: "out of memory",
    CauseClass.CONFIGURATION: "features or settings",
    CauseClass.UNKNOWN: "not classed",
}
_MOST_TAGS = 100


def _fits(record: Record, wanted: Wanted, alive: frozenset[str] | None) -> bool:
    facts = record.facts
    return (
        (not wanted.crate or facts.crate == wanted.crate)
        and (not wanted.cause or facts.cause == wanted.cause)
        and (not wanted.tag or wanted.tag in facts.tags)
        and (alive is None or record.slug in alive)
    )
