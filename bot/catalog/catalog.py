"""The catalogue: all records and sites, found by slug, id, wording and place."""

from __future__ import annotations

from collections.abc import Iterable

from bot.catalog.model import Record
from bot.catalog.sites import Sites


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

    def by_slug(self, slug: str) -> Record | None:
        """Find a record by its slug, or by one it had before."""
        return self._slugs.get(slug)

    def by_id(self, record_id: str) -> Record | None:
        """Find a record by its id (16 hex digits), or by one it had before."""
        return self._ids.get(record_id)
