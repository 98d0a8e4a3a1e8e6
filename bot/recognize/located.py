"""What the catalogue knows about a place: its sites, the nearest one, and the records that strike there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from bot.catalog.model import Record, Site, SiteKind
from bot.catalog.versions import is_release, release_key
from bot.recognize.index import Index, StdSpot
from bot.recognize.model import Place
from bot.recognize.places import is_ours
from bot.recognize.wordings import find_pattern


class Agreement(IntEnum):
    """How well the place of a panic agrees with where a message is known to come from."""

    FOREIGN = 0  # the place is in a crate that isn't ours
    UNTOLD = 1  # no place
    OURS = 2  # some crate of ours
    CRATE = 3
    FILE = 4
    LINE = 5  # the very line of that release


# What std says, squeezed, and the kinds of site that make it say so.
_STD_KINDS: tuple[tuple[bytes, frozenset[SiteKind]], ...] = (
    (b"calledoption::unwrap()onanonevalue", frozenset({SiteKind.UNWRAP})),
    (b"calledresult::unwrap()onanerrvalue", frozenset({SiteKind.UNWRAP})),
    (b"calledresult::unwrap_err()onan", frozenset({SiteKind.UNWRAP, SiteKind.EXPECT})),
    (b"notimplemented", frozenset({SiteKind.UNIMPLEMENTED})),
    (b"notyetimplemented", frozenset({SiteKind.TODO})),
    (b"internalerror:enteredunreachablecode", frozenset({SiteKind.UNREACHABLE})),
    (b"assertion", frozenset({SiteKind.ASSERT, SiteKind.DEBUG_ASSERT})),
    (b"explicitpanic", frozenset({SiteKind.PANIC})),
)


def std_kinds(message: bytes) -> frozenset[SiteKind]:
    """Give the kinds of site that a squeezed std message comes from; empty where it isn't such a message."""
    return next((kinds for head, kinds in _STD_KINDS if message.startswith(head)), frozenset())


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The sites of a panic's file, and the release told by its path (``None`` where it isn't)."""

    place: Place
    release: str | None
    sites: tuple[Site, ...]

    def line_of(self, site: Site) -> int | None:
        """Give the line of a site in this release, or its latest one where no release is told."""
        return site_line(site, self.release)

    def nearest(self, kinds: frozenset[SiteKind] = frozenset()) -> tuple[Site | None, int]:
        """Give the site nearest to the panic's line, of these kinds if any are told, and how far it is."""
        best: tuple[int, Site | None] = (1 << 30, None)
        for site in self.sites:
            if kinds and site.kind not in kinds:
                continue
            line = self.line_of(site)
            if line is None:
                continue
            away = abs(line - self.place.line)
            if away < best[0]:
                best = (away, site)
        return best[1], best[0]

    def functions(self) -> frozenset[str]:
        """Give the functions that the panic's line may be in: those of the sites on it, or around it."""
        before: tuple[int, str] | None = None
        after: tuple[int, str] | None = None
        for site in self.sites:
            line = self.line_of(site)
            if line is None:
                continue
            if line <= self.place.line and (before is None or line > before[0]):
                before = (line, site.function)
            if line >= self.place.line and (after is None or line < after[0]):
                after = (line, site.function)
        return frozenset(side[1] for side in (before, after) if side is not None)


def site_line(site: Site, release: str | None) -> int | None:
    """Give the line of ``site`` in ``release``; without one, its last known line; ``None`` where it isn't there."""
    if not site.lines:
        return None
    if release is None or not is_release(release):
        return site.lines[-1].line
    key = release_key(release)
    for run in site.lines:
        if release_key(run.first) <= key <= release_key(run.last):
            return run.line
    return None


def neighbourhood(index: Index, place: Place) -> Neighbourhood:
    """Look a place up in the catalogue; a place of no crate of ours has no sites."""
    if not is_ours(place.crate) or place.crate is None:
        return Neighbourhood(place, None, ())
    release = f"v{place.version}" if place.version else None
    return Neighbourhood(place, release, index.catalog.sites.at(place.crate, place.path))


def agreement(
    index: Index, near: Neighbourhood | None, sites: tuple[Site, ...], record: Record | None
) -> Agreement:
    """Say how well a panic's place agrees with the sites of a message and of its record."""
    if near is None:
        return Agreement.UNTOLD
    place = near.place
    if not is_ours(place.crate) or place.crate is None:
        return Agreement.FOREIGN if place.crate or place.path else Agreement.UNTOLD
    ids = {site.id for site in near.sites}
    here = [site for site in sites if site.id in ids]
    if place.line and any(near.release and near.line_of(site) == place.line for site in here):
        return Agreement.LINE
    if here or (record is not None and index.strikes_at(record, place.crate, place.path)):
        return Agreement.FILE
    if any(site.crate == place.crate for site in sites):
        return Agreement.CRATE
    return Agreement.OURS


def spots_hit(index: Index, near: Neighbourhood, message: bytes) -> list[StdSpot]:
    """Give the records' places that fit: same file, the std text they expect, a function the line may be in."""
    if near.place.crate is None:
        return []
    fitting = [spot for spot in index.spots_at(near.place.crate, near.place.path) if _says(spot, message)]
    functions = near.functions()
    inside = [spot for spot in fitting if spot.spot.function is None or _in(spot.spot.function, functions)]
    return inside


def _says(spot: StdSpot, message: bytes) -> bool:
    if spot.message is not None:
        found = find_pattern(spot.message, message)
        return found is not None and found.share == 1 and found.start <= 4
    kinds = std_kinds(message)
    return spot.spot.kind is None or spot.spot.kind in kinds


def _in(function: str, functions: frozenset[str]) -> bool:
    """Tell whether a function may be one of those around the line; where none is known, it may."""
    short = function.rsplit("::", 1)[-1]
    return not functions or any(short == other.rsplit("::", 1)[-1] for other in functions)
