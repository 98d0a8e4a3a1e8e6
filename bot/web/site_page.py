"""A place in the source without a record: what is known of it all the same, as a page of facts."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from bot.catalog.catalog import Catalog
from bot.catalog.lifetimes import lifetimes
from bot.catalog.model import Record, Site, SiteKind
from bot.web.places import Link, place_link
from bot.web.timeline import Bar, timeline
from bot.web.wording_rows import span

KINDS = {
    SiteKind.PANIC: "panics with this message",
    SiteKind.UNIMPLEMENTED: "isn't implemented and panics",
    SiteKind.TODO: "isn't written yet and panics",
    SiteKind.UNREACHABLE: "was thought never to be reached, and panics",
    SiteKind.ASSERT: "checks a condition and panics where it doesn't hold",
    SiteKind.DEBUG_ASSERT: "checks a condition in debug builds and panics where it doesn't hold",
    SiteKind.EXPECT: "expects a value and panics with this message where there is none",
    SiteKind.UNWRAP: "unwraps a value and panics with the standard library's message where there is none",
    SiteKind.ERROR: "returns this error",
    SiteKind.CHECK: "checks its arguments and panics with this message",
    SiteKind.COMPILE_ERROR: "stops the compiler with this message",
}
_MOST_NEAR = 8


@dataclass(frozen=True, slots=True)
class SitePage:
    """All that ``templates/site.html`` shows."""

    site: Site
    does: str
    lived: tuple[str, ...]
    picture: Markup
    places: tuple[tuple[str, Link], ...]
    records: tuple[Record, ...]
    near_records: tuple[Record, ...]
    near_sites: tuple[Site, ...]


class SitePages:
    """Makes the pages of a catalogue's sites."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def page(self, site: Site) -> SitePage:
        """The facts of ``site``, the records about it, and those about its file."""
        catalog = self._catalog
        releases = catalog.releases(site.repo)
        runs = lifetimes([site], releases)
        placed = [(tag, place_link(site, tag, releases)) for tag in reversed(releases)]
        here = catalog.sites.at(site.crate, site.path)
        beside = [other for other in here if other.function == site.function and other is not site]
        records = self._about.get(site.id, ())
        near = {r.slug: r for other in (*beside, *here) for r in self._about.get(other.id, ())}
        return SitePage(
            site=site,
            does=KINDS[site.kind],
            lived=tuple(span(*run) for run in runs),
            picture=timeline(
                releases, [Bar(site.wording or site.function, runs)], "Releases with this place"
            ),
            places=tuple((tag, link) for tag, link in placed if link is not None),
            records=records,
            near_records=tuple(r for r in near.values() if r not in records)[:_MOST_NEAR],
            near_sites=tuple(beside[:_MOST_NEAR]),
        )

    @cached_property
    def _about(self) -> dict[str, tuple[Record, ...]]:
        """The records of each site, by its id."""
        found: dict[str, list[Record]] = defaultdict(list)
        for record in self._catalog.records:
            for site in self._catalog.sites_of(record):
                found[site.id].append(record)
        return {site_id: tuple(records) for site_id, records in found.items()}
