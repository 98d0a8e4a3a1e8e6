"""What the catalogue knows about a place: its sites, the nearest one, and the records that strike there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import cached_property

from bot.catalog.model import Record, Site, SiteKind
from bot.catalog.record_sites import crate_of, same_function
from bot.catalog.sites import local_path
from bot.catalog.versions import current_path, homes, is_release, release_key
from bot.recognize.index import Index, StdSpot
from bot.recognize.model import Place
from bot.recognize.places import is_ours
from bot.recognize.wordings import find_pattern


class Agreement(IntEnum):
    """How well the place of a panic agrees with where a message is known to come from."""

    FOREIGN = 0  # in another project's crate
    USER = 1  # in the reporter's own code
    UNTOLD = 2  # no place, or one in std
    OURS = 3  # some crate of ours
    CRATE = 4
    FILE = 5
    LINE = 6  # the very line of that release


# What std says, squeezed, and the kinds of site that make it say so.
_STD_KINDS: tuple[tuple[bytes, frozenset[SiteKind]], ...] = (
    (b"calledoption::unwrap()onanonevalue", frozenset({SiteKind.UNWRAP})),
    (b"calledresult::unwrap()onanerrvalue", frozenset({SiteKind.UNWRAP})),
    (b"notimplemented", frozenset({SiteKind.UNIMPLEMENTED})),
    (b"notyetimplemented", frozenset({SiteKind.TODO})),
    (b"internalerror:enteredunreachablecode", frozenset({SiteKind.UNREACHABLE})),
    (b"assertion", frozenset({SiteKind.ASSERT, SiteKind.DEBUG_ASSERT})),
    (b"explicitpanic", frozenset({SiteKind.PANIC})),
)


# What people put for the part of a path that they left out.
_CUT = re.compile(r"^(?:\.{2,}|…|<[^<>]{0,40}>|\[\.*…*\]|~|\*+)[/\\]*")
_STD_PATHS = ("library/", "/rustc/", "src/libcore", "src/libstd", "src/liballoc")


def std_kinds(message: bytes) -> frozenset[SiteKind]:
    """Give the kinds of site that a squeezed std message comes from; empty where it isn't such a message."""
    return next((kinds for head, kinds in _STD_KINDS if message.startswith(head)), frozenset())


def site_line(site: Site, release: str | None) -> int | None:
    """Give the line of ``site`` in ``release`` (without one, its last); ``None`` where it isn't there."""
    if not site.lines:
        return None
    if release is None:
        return site.lines[-1].line
    key = release_key(release)
    for run in site.lines:
        if release_key(run.first) <= key <= release_key(run.last):
            return run.line
    return None


class Neighbourhood:
    """The sites of a panic's file, and the release told by its path, ``None`` where none is."""

    def __init__(self, place: Place, release: str | None, sites: tuple[Site, ...]) -> None:
        self.place = place
        self.release = release
        self.sites = sites
        self.ids = frozenset(site.id for site in sites)

    @cached_property
    def files(self) -> frozenset[tuple[str, str]]:
        """The panic's file as crate and path within it, as told and as it is called in the newest source."""
        crate = self.place.crate or ""
        told = [site.path for site in self.sites[:1]] or [
            f"{home.folder}/{self.place.path}" for home in homes(crate)
        ]
        repo = self.sites[0].repo if self.sites else next((home.repo for home in homes(crate)), "")
        newest = {current_path(repo, path) for path in told}
        return frozenset({(crate, self.place.path)} | {(crate_of(path), local_path(path)) for path in newest})

    @cached_property
    def on_line(self) -> tuple[Site, ...]:
        """The sites that stand on the panic's very line: in its release, or in any where none is told."""
        line = self.place.line
        if not line:
            return ()
        if self.release is None:
            return tuple(site for site in self.sites if any(run.line == line for run in site.lines))
        return tuple(site for site in self.sites if site_line(site, self.release) == line)

    def nearest(self, among: Iterable[Site] | None = None) -> Site | None:
        """Give the site nearest to the panic's line, of those in its release if there are any."""
        sites = self.sites if among is None else tuple(among)
        best: tuple[int, Site] | None = None
        for site in sites:
            line = site_line(site, self.release)
            away = abs(line - self.place.line) if line is not None else 1 << 20
            if best is None or away < best[0]:
                best = (away, site)
        return best[1] if best else None

    def functions(self) -> frozenset[str]:
        """Give the functions that the line may be in: those of the sites on it, else those around it."""
        if self.on_line and self.release is not None:
            return frozenset(site.function for site in self.on_line)
        before: tuple[int, str] | None = None
        after: tuple[int, str] | None = None
        for site in self.sites:
            line = site_line(site, self.release)
            if line is None:
                continue
            if line <= self.place.line and (before is None or line > before[0]):
                before = (line, site.function)
            if line >= self.place.line and (after is None or line < after[0]):
                after = (line, site.function)
        return frozenset(side[1] for side in (before, after) if side is not None)


def neighbourhood(index: Index, place: Place) -> Neighbourhood:
    """Look a place up in the catalogue; a place of no crate of ours has no sites."""
    if place.crate is None or not is_ours(place.crate):
        return Neighbourhood(place, None, ())
    release = f"v{place.version}" if place.version else None
    if release is not None and not is_release(release):
        release = None
    return Neighbourhood(place, release, index.catalog.sites.at(place.crate, place.path))


def agreement(
    index: Index, near: Neighbourhood | None, sites: Iterable[Site], record: Record | None
) -> Agreement:
    """Say how well a panic's place agrees with the sites of a message and of its record."""
    if near is None:
        return Agreement.UNTOLD
    place = near.place
    sites = tuple(sites)
    if place.crate is None or not is_ours(place.crate):
        return Agreement.FILE if _is_end_of_one(place, sites) else _elsewhere(place)
    among = {site.id for site in sites if site.id in near.ids}
    if among and any(site.id in among for site in near.on_line):
        return Agreement.LINE
    if among or (record is not None and index.strikes_in(record, near.files)):
        return Agreement.FILE
    if any(site.crate == place.crate for site in sites):
        return Agreement.CRATE if place.path else Agreement.FILE
    return Agreement.OURS


def _is_end_of_one(place: Place, sites: tuple[Site, ...]) -> bool:
    """Tell whether a path without its beginning is the end of a path of one of ``sites``."""
    if place.version or place.commit:
        return False
    end = _CUT.sub("", place.raw.replace("\\", "/").rpartition(".rs")[0]) + ".rs"
    return end.count("/") >= 1 and any(site.path.endswith(f"/{end}") for site in sites)


def _elsewhere(place: Place) -> Agreement:
    if place.raw.replace("\\", "/").startswith(_STD_PATHS) or "/rustlib/src/" in place.raw:
        return Agreement.UNTOLD
    if _CUT.match(place.raw):
        return Agreement.UNTOLD
    return Agreement.FOREIGN if place.version or place.commit else Agreement.USER


def spots_hit(index: Index, near: Neighbourhood, message: bytes) -> dict[str, tuple[Record, bool]]:
    """Give the records whose places fit, by slug: same file, the std text they expect, a function the
    line may be in.

    With each stands whether the line can be in no other function than the one asked for.
    """
    spots = [
        spot for crate, path in near.files for spot in index.spots_at(crate, path) if _says(spot, message)
    ]
    if not spots:
        return {}
    functions = near.functions()
    out: dict[str, tuple[Record, bool]] = {}
    for spot in spots:
        asked = spot.spot.function
        inside = [asked is None or same_function(asked, function) for function in functions]
        if any(inside) or not inside:
            sure = asked is None or (bool(inside) and all(inside))
            known = out.get(spot.record.slug)
            out[spot.record.slug] = (spot.record, sure or (known is not None and known[1]))
    return out


def _says(spot: StdSpot, message: bytes) -> bool:
    """Tell whether a message is what a spot expects; a spot without std's text is a wording's place."""
    if spot.message is not None:
        found = find_pattern(spot.message, message)
        return found is not None and found.share == 1 and found.start <= 2
    return spot.spot.kind is not None and spot.spot.kind in std_kinds(message)
