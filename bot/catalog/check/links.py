"""Rules for links between records: they lead somewhere, and related ones lead back."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz import process

from bot.catalog.catalog import Catalog
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile


def check(file: RecordFile, catalog: Catalog) -> Iterator[Problem]:
    """Find links of a record that lead nowhere, to itself, or only one way."""
    record = file.record
    for key, slugs in (("related", record.facts.related), ("cascade_of", record.facts.cascade_of)):
        for number, slug in enumerate(slugs):
            other = catalog.by_slug(slug)
            if other is None:
                found = process.extract(slug, [known.slug for known in catalog.records], limit=1)
                near = "".join(f"; nearest: {name}" for name, _, _ in found)
                yield file.problem(f"no record is called “{slug}”{near}", key, number)
            elif other.slug == record.slug:
                yield file.problem("a record isn't its own neighbour; drop it", key, number)
            elif other.slug != slug:
                yield file.problem(f"“{slug}” is now called “{other.slug}”; name it so", key, number)
            elif key == "related" and record.slug not in other.facts.related:
                say = f"“{slug}” doesn't name this record in turn; add `{record.slug}` to its `related`"
                yield file.problem(say, key, number)
            if slug in slugs[:number]:
                yield file.problem(f"“{slug}” is here twice", key, number)
