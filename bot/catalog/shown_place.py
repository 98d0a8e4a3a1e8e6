"""The one place that stands for a record where only one can be shown, with its permalink."""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog.catalog import Catalog
from bot.catalog.commits import commit_of
from bot.catalog.model import Record, Site
from bot.catalog.sites import line_in


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place in a release (``tag``; a commit where no release holds it); ``line`` may not be known."""

    repo: str
    path: str
    line: int | None
    tag: str

    @property
    def url(self) -> str:
        """Give the permalink on GitHub, pinned to the commit where known: GitHub shows its source then."""
        anchor = f"#L{self.line}" if self.line else ""
        commit = commit_of(self.repo, self.tag) or self.tag
        return f"https://github.com/{self.repo}/blob/{commit}/{self.path}{anchor}"


def shown_place(record: Record, catalog: Catalog) -> ShownPlace | None:
    """Give the place of a record's first site, in the newest tagged release that has it (else ``main``).

    A record that rests on a commit is shown at its spot there. ``None`` where no place is known.
    """
    facts = record.facts
    commit = next((wording.commit for wording in facts.wordings if wording.commit), None)
    if commit and facts.sites:
        return ShownPlace(facts.repo, facts.sites[0].path, None, commit)
    placed = [(site, newest_release(site, catalog)) for site in catalog.sites_of(record)]
    if not placed:
        return None
    order = {tag: number for number, tag in enumerate(catalog.releases(facts.repo)[:-1])}
    site, tag = max(placed, key=lambda pair: order.get(pair[1], -1))
    return ShownPlace(site.repo, site.path, line_in(site, tag, catalog.releases(site.repo)), tag)


def newest_release(site: Site, catalog: Catalog) -> str:
    """Give the newest tagged release that has a site; ``main`` where only that has it."""
    releases = catalog.releases(site.repo)
    order = {tag: number for number, tag in enumerate(releases)}
    for lines in reversed(site.lines):
        last = min(order[lines.last], len(releases) - 2)
        if last >= order[lines.first]:
            return releases[last]
    return releases[-1]
