"""Whether a message existed in the release that a report tells."""

from __future__ import annotations

from bot.catalog.model import Site
from bot.catalog.versions import MAIN, is_release, release_key
from bot.recognize.index import Index
from bot.recognize.model import BurnVersion, Place
from bot.recognize.places import is_ours

_BURN = "tracel-ai/burn"


def missing_from(
    index: Index, sites: tuple[Site, ...], place: Place | None, version: BurnVersion | None
) -> str | None:
    """Give the release (a tag) that is told and in which none of ``sites`` is; ``None`` where that can't
    be said.

    A panic's own path is trusted before anything else; a version of Burn tells nothing about other
    repositories.
    """
    if not sites:
        return None
    repo = sites[0].repo
    told = _of_place(place) or (version.value if version and repo == _BURN else None)
    tags = _tags(index.catalog.releases(repo), told)
    if not tags or any(_lives(site, tag) for site in sites if site.repo == repo for tag in tags):
        return None
    return tags[-1]


def _of_place(place: Place | None) -> str | None:
    return place.version if place is not None and is_ours(place.crate) else None


def _tags(releases: tuple[str, ...], told: str | None) -> list[str]:
    """Give the known releases that ``0.18.0``, ``0.18`` or ``main`` may mean."""
    if told is None:
        return []
    if told in ("main", "master"):
        return [MAIN]
    tag = f"v{told}"
    if tag in releases:
        return [tag]
    if told.count(".") == 1 and is_release(f"{tag}.0"):
        return [release for release in releases if release.startswith(f"{tag}.")]
    return []


def _lives(site: Site, tag: str) -> bool:
    key = release_key(tag)
    return any(release_key(run.first) <= key <= release_key(run.last) for run in site.lines)
