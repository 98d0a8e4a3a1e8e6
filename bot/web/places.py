"""Where a record's error, or a site, stands in the source of each release, linked so that it never moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from bot.catalog.catalog import Catalog
from bot.catalog.commits import commit_of
from bot.catalog.model import Record, Site
from bot.catalog.shown_place import newest_release, shown_place
from bot.catalog.sites import line_in
from bot.catalog.versions import MAIN


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere."""

    text: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReleasePlaces:
    """A release and the places in it: the first few, and how many more there are."""

    release: str
    links: tuple[Link, ...]
    more: int


def place_link(site: Site, release: str, releases: tuple[str, ...], note: str = "") -> Link | None:
    """Link a site's line in a release, at its tag (``main`` at its commit); ``None`` where it isn't there."""
    line = line_in(site, release, releases)
    if line is None:
        return None
    still = commit_of(site.repo, release) or release if release == MAIN else release
    url = f"https://github.com/{site.repo}/blob/{quote(still)}/{quote(site.path)}#L{line}"
    return Link(f"{site.path}:{line}", url, note)


def newest_places(record: Record, catalog: Catalog) -> tuple[Link, ...]:
    """Link each place of a record in the newest release that has it; newest releases first."""
    placed = []
    for site in catalog.sites_of(record):
        tag, releases = newest_release(site, catalog), catalog.releases(site.repo)
        link = place_link(site, tag, releases, f"{site.function} · {tag}")
        if link is not None:
            placed.append((releases.index(tag), link))
    placed.sort(key=lambda place: (-place[0], place[1].text))
    links = tuple(dict.fromkeys(link for _, link in placed))
    if not links and (only := shown_place(record, catalog)) is not None:
        return (Link(only.path, only.url, only.tag[:10]),)
    return links


def places_by_release(
    sites: Iterable[Site], repo: str, catalog: Catalog, most: int
) -> tuple[ReleasePlaces, ...]:
    """For each release of ``repo``, newest first, at most ``most`` places and how many more it has."""
    ours = [site for site in sites if site.repo == repo]
    found = []
    for release in reversed(catalog.releases(repo)):
        links = places_in(ours, release, catalog)
        if links:
            found.append(ReleasePlaces(release, links[:most], max(0, len(links) - most)))
    return tuple(found)


def places_in(sites: Iterable[Site], release: str, catalog: Catalog) -> tuple[Link, ...]:
    """Every place in one release, once each, in the order of the sites; the note names the function."""
    links = (place_link(site, release, catalog.releases(site.repo), site.function) for site in sites)
    return tuple({link.url: link for link in links if link is not None}.values())
