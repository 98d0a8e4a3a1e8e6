"""The catalogue: all records and sites, found by slug, id, wording and place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from bot.catalog.lifetimes import lifetimes
from bot.catalog.lineage import Change, Lineage, load_lineage
from bot.catalog.model import Record, Site
from bot.catalog.record_sites import sites_of, sites_raising
from bot.catalog.related import Neighbours
from bot.catalog.sites import Sites
from bot.catalog.speech import Speech, prose_terms


class Catalog:
    """Everything that is known. Built once, never changed, shared by threads.

    ``records`` are in the order of their slugs. ``shadowed`` are imported records whose id a record of ours
    already has: ours is used, theirs is kept for export and explained by ``catalog check``.
    """

    def __init__(self, records: Iterable[Record], sites: Sites, shadowed: Iterable[Record] = ()) -> None:
        self.records = tuple(sorted(records, key=lambda record: record.slug))
        self.shadowed = tuple(shadowed)
        self.sites = sites
        self._slugs = {old: record for record in self.records for old in record.facts.old_slugs}
        self._slugs |= {record.slug: record for record in self.records}
        self._ids = {old: record for record in self.records for old in record.facts.old_ids}
        self._ids |= {record.facts.id: record for record in self.records}
        self._sites_of: dict[str, tuple[Site, ...]] = {}
        self._raising: dict[str, tuple[Site, ...]] = {}
        self._related: dict[tuple[str, int], tuple[Record, ...]] = {}

    def by_slug(self, slug: str) -> Record | None:
        """Find a record by its slug, or by one it had before."""
        return self._slugs.get(slug)

    def by_id(self, record_id: str) -> Record | None:
        """Find a record by its id (16 hex digits), or by one it had before."""
        return self._ids.get(record_id)

    def sites_of(self, record: Record) -> tuple[Site, ...]:
        """Give the sites of a record: those of its wordings, then those at its spots."""
        found = self._sites_of.get(record.slug)
        if found is None:
            found = self._sites_of[record.slug] = sites_of(record, self.sites)
        return found

    def releases(self, repo: str) -> tuple[str, ...]:
        """Give the releases known of ``tracel-ai/burn`` and so on, oldest first, ``main`` last."""
        return self.sites.releases(repo)

    def lifetimes(self, wording: str, repo: str | None = None) -> tuple[tuple[str, str], ...]:
        """Give the runs of releases (first, last) in which a wording stands word for word.

        Without ``repo`` the repository is that of the wording's first site; empty where no site has it.
        """
        sites = self.sites.for_wording(wording)
        if not sites:
            return ()
        repo = repo or sites[0].repo
        return lifetimes((site for site in sites if site.repo == repo), self.releases(repo))

    def record_lifetimes(self, record: Record) -> tuple[tuple[str, str], ...]:
        """Give the runs of releases in which a record's error can be raised; none where no site tells."""
        repo = record.facts.repo
        raising = (site for site in self._sites_raising(record) if site.repo == repo)
        return lifetimes(raising, self.releases(repo))

    def _sites_raising(self, record: Record) -> tuple[Site, ...]:
        found = self._raising.get(record.slug)
        if found is None:
            found = self._raising[record.slug] = sites_raising(record, self.sites)
        return found

    def still_raised(self, record: Record) -> bool | None:
        """Tell whether the newest source can still raise a record's error.

        ``None`` where the sites don't tell: outside texts, or a commit that no release known here holds.
        """
        if any(wording.external or wording.commit for wording in record.facts.wordings):
            return None
        last = [(site.repo, site.lines[-1].last) for site in self._sites_raising(record)]
        return any(release == self.releases(repo)[-1] for repo, release in last) if last else None

    def lineage(self, wording: str) -> tuple[Change, ...]:
        """Give the changes that lead to a wording or on from it (reworded, moved), oldest first."""
        return self._lineage.of(wording)

    def wording_family(self, wording: str) -> tuple[str, ...]:
        """Give a wording with all that it was before or became, oldest first."""
        return self._lineage.family(wording)

    @cached_property
    def _lineage(self) -> Lineage:
        return load_lineage()

    def related(self, record: Record, n: int = 5) -> tuple[Record, ...]:
        """Give at most ``n`` neighbours of a record, best first.

        Declared ones, and others that share more than a crate: a place, tags, words.
        The first call of all takes a while (all records are compared); later ones don't.
        """
        key = (record.slug, n)
        found = self._related.get(key)
        if found is None:
            found = self._related[key] = self._neighbours.of(record, n)
        return found

    @cached_property
    def _neighbours(self) -> Neighbours:
        proses = [prose_terms(record.prose) for record in self.records]
        return Neighbours(self.records, self.sites_of, self.wording_family, Speech(self.sites, proses))

    @cached_property
    def version(self) -> str:
        """Give the day of the newest change to a record (``2026-11-30``): the version of this data set."""
        days = [record.facts.revised or record.facts.written for record in self.records]
        return max((day for day in days if day), default="1970-01-01")
