"""Rules for the places that samples show: that release writes that text on that line.

Reading a sample is recognition's work, a floor above: who checks reads it there and hands on what it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from bot.catalog.catalog import Catalog
from bot.catalog.check.reach import BURN, CUBECL
from bot.catalog.model import Record, Site, SiteKind
from bot.catalog.printed import holds, prints
from bot.catalog.record_sites import sites_saying
from bot.catalog.sites import line_in
from bot.catalog.versions import burn_of, cubecl_of, homes, release_key
from bot.catalog.wording import is_std

# From `check!(` down to the line of what it registers.
_CHECK_HEIGHT = 3


@dataclass(frozen=True, slots=True)
class Shown:
    """A panic that a sample shows: the place in a crate of one version, and the message (its lines joined).

    ``path`` is as within the crate (``src/handle.rs``). ``whole`` says that all of the message is there.
    """

    crate: str
    version: str
    path: str
    line: int
    message: str
    whole: bool

    @property
    def release(self) -> str:
        """Give the tag of the version."""
        return f"v{self.version}"


def check_shown(shown: Shown, record: Record, catalog: Catalog) -> Iterator[str]:
    """Say what can't be so in a panic of a sample: its release, its line, or its text.

    Places of crates that aren't ours pass, and lines of what no site tells (std's bounds checks).
    """
    lived = homes(shown.crate)
    if not lived:
        return
    named, release = f"{shown.crate} {shown.version}", shown.release
    repos = [home.repo for home in lived if release in catalog.releases(home.repo)]
    if not repos and release in catalog.releases(BURN):
        return  # burn-onnx follows Burn's numbers; not all of its releases have a tag
    if not repos:
        yield f"shows {named}, but there is no such release"
    elif not any(_between(release, home.first, home.last) for home in lived if home.repo in repos):
        yield f"shows {named}, but {release} has no such crate"
    else:
        yield from _place(shown, record, catalog)
        yield from _text(shown, repos[0], record, catalog)


def _place(shown: Shown, record: Record, catalog: Catalog) -> Iterator[str]:
    """Compare a panic with the sites of its file in its release."""
    here = _lines(catalog.sites.at(shown.crate, shown.path), shown, catalog)
    if any(line == shown.line and _prints(site, shown) for site, line in here):
        return
    named = f"{shown.crate} {shown.version}"
    right = [(site, line) for site, line in here if _prints(site, shown)]
    if right and not any(_at_other_line(site, line, shown) for site, line in right):
        lines = " or ".join(f":{line}" for line in sorted({line for _, line in right})[:4])
        yield f"{named} writes this message at {shown.path}{lines}, the sample says :{shown.line}"
    elif not right and not _untold(shown, record):
        elsewhere = _lines(catalog.sites_of(record), shown, catalog)
        if any(_at_other_line(site, line, shown) for site, line in elsewhere if _prints(site, shown)):
            return
        yield f"{named} has no known site that writes this message at {shown.path}:{shown.line}"


def _lines(sites: Iterable[Site], shown: Shown, catalog: Catalog) -> list[tuple[Site, int]]:
    """Give sites with their lines in the release shown, those that it has."""
    told = ((site, line_in(site, shown.release, catalog.releases(site.repo))) for site in sites)
    return [(site, line) for site, line in told if line is not None]


def _prints(site: Site, shown: Shown) -> bool:
    return prints(site, shown.message, whole=shown.whole)


def _at_other_line(site: Site, line: int, shown: Shown) -> bool:
    """Tell whether what a site raises may be told at another line than the one it is known by.

    The line of a macro's use, of a caller (``callers.txt``), or of the `check!(` around a site.
    """
    if site.function.endswith("!") or shows_caller(site):
        return True
    return site.kind is SiteKind.CHECK and 0 <= line - shown.line <= _CHECK_HEIGHT


def _untold(shown: Shown, record: Record) -> bool:
    """Tell whether sites don't tell of a message: one of std's checks of bounds and sums, an outside text."""
    message = " ".join(shown.message.split())
    if is_std(message) and any(spot.message for spot in record.facts.sites):
        return True
    return any(
        wording.external and holds(wording.text, message, whole=shown.whole)
        for wording in record.facts.wordings
    )


def _text(shown: Shown, repo: str, record: Record, catalog: Catalog) -> Iterator[str]:
    """Find a text of the record's that the release shown doesn't have."""
    gone: list[str] = []
    for wording in record.facts.wordings:
        if wording.external or wording.commit or not holds(wording.text, shown.message, whole=shown.whole):
            continue
        sites = sites_saying(wording, catalog.sites)
        if not sites or any(_may_be_in(site, repo, shown.release, catalog) for site in sites):
            return
        gone.append(wording.text)
    if gone:
        yield f"{shown.crate} {shown.version} doesn't have the text “{gone[0]}”"


def _may_be_in(site: Site, repo: str, release: str, catalog: Catalog) -> bool:
    """Tell whether a site is in what goes with a release of ``repo``, or nobody knows what goes with it."""
    if site.repo == repo:
        beside: Sequence[str] = (release,)
    elif (site.repo, repo) == (CUBECL, BURN):
        below = cubecl_of(release)
        beside = (below,) if below is not None else ()
    else:
        beside = burn_of(release) if (site.repo, repo) == (BURN, CUBECL) else ()
    tags = catalog.releases(site.repo)
    return not beside or any(line_in(site, one, tags) is not None for one in beside)


def _between(release: str, first: str, last: str) -> bool:
    return release_key(first) <= release_key(release) <= release_key(last)


def shows_caller(site: Site) -> bool:
    """Tell whether what a site raises is told at its caller's line (``callers.txt``)."""
    return (site.crate, site.function.rpartition("::")[2]) in _callers()


@lru_cache(maxsize=1)
def _callers() -> frozenset[tuple[str, str]]:
    text = files("bot.catalog.check").joinpath("callers.txt").read_text(encoding="utf-8")
    rows = [line.partition(":") for line in text.split("\n") if line and not line.startswith("#")]
    return frozenset((crate, name) for crate, _, names in rows for name in names.split())
