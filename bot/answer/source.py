"""Links to the line of source that raises an error, in the release the report runs where that is known."""

from __future__ import annotations

from bot.answer import links, spans
from bot.answer.escape import code_span
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.commits import commit_of
from bot.catalog.model import Site
from bot.catalog.sites import line_in
from bot.catalog.versions import MAIN
from bot.recognize.model import Match

_AROUND = 3  # lines shown above and below


def link(match: Match, catalog: Catalog) -> str:
    """Return a link by path and function to the place of a match, or nothing."""
    site = match.site
    if site is None:
        return ""
    release, line = _spot(match, site, catalog)
    url = links.to_source(site.repo, commit_of(site.repo, release) or release, site.path, line)
    inside = f" ({code_span(site.function)})" if site.function else ""
    return f"[{code_span(site.path)}]({url}){inside}"


def permalink(match: Match, catalog: Catalog, where: Where) -> str:
    """Return the bare permalink where the issue is in the source's own repository: it shows the lines.

    GitHub does so only for a link to a commit; without one there is nothing to gain, and the result is empty.
    """
    site = match.site
    if site is None or site.repo != where.repo:
        return ""
    release, line = _spot(match, site, catalog)
    commit = commit_of(site.repo, release)
    return links.to_source(site.repo, commit, site.path, line, _AROUND) if commit and line else ""


def _spot(match: Match, site: Site, catalog: Catalog) -> tuple[str, int | None]:
    """Return the release to show a site in, and its line: the report's own, else the newest tagged one."""
    releases = catalog.releases(site.repo)
    place = match.panic.place if match.panic else None
    if place and place.version and place.crate == site.crate:
        own = spans.tag_of(place.version, site.repo)
        line = line_in(site, own, releases) if own else None
        if own and line:
            return own, line
    for tag in reversed([tag for tag in releases if tag != MAIN]):
        line = line_in(site, tag, releases)
        if line:
            return tag, line
    return MAIN, line_in(site, MAIN, releases)
