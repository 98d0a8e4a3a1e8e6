"""Rules for wordings and spots: they stand in the source, or say where else, and no two records claim one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz, process

from bot.catalog.catalog import Catalog
from bot.catalog.check.facts import GENERIC
from bot.catalog.model import Record, Wording
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.record_sites import sites_at, sites_saying
from bot.catalog.sites import fold
from bot.catalog.wording import covers, is_std, weight


def check(file: RecordFile, catalog: Catalog) -> Iterator[Problem]:
    """Find what is wrong with a record's wordings and spots."""
    facts = file.record.facts
    seen: set[str] = set()
    for number, wording in enumerate(facts.wordings):
        if fold(wording.text) in seen:
            yield file.problem("is here twice (placeholder names don't count); drop one", "wordings", number)
        seen.add(fold(wording.text))
        for say in _wrong(wording, file.record, catalog):
            yield file.problem(say, "wordings", number, "text")
    for number, spot in enumerate(facts.sites):
        resting = any(wording.commit for wording in facts.wordings)
        if not resting and not any(sites_at(spot, catalog.sites)):
            yield file.problem(_no_spot(spot.path, catalog), "sites", number)


def _wrong(wording: Wording, record: Record, catalog: Catalog) -> Iterator[str]:
    if (wording.external or wording.commit) and not wording.source:
        yield "is of an outside text or a commit of its own: say in `source` where it was read"
    if is_std(wording.text) and not wording.needs_place:
        yield "is std's text, which any program may print; give its place under `sites`, as `message`"
    if wording.external:
        return
    sites = sites_saying(wording, catalog.sites)
    if wording.commit:
        if sites:
            yield "stands in a release after all; drop `commit`"
        return
    if not sites:
        near = _nearest(wording.text, catalog)
        yield f"is raised in no known release{near}; mend it, or mark it `external`"
    elif wording.needs_place and not any(site in catalog.sites_of(record) for site in sites):
        yield "needs its place, but no site of this record raises it; name the place under `sites`"
    elif not wording.needs_place and weight(wording.text) < GENERIC:
        yield "says nothing without its place; add `needs_place: true` and the place under `sites`"


def _nearest(text: str, catalog: Catalog) -> str:
    found = process.extract(text, catalog.sites.wordings(), scorer=fuzz.ratio, limit=2, score_cutoff=60)
    return "; nearest: " + " | ".join(f"“{near}”" for near, _, _ in found) if found else ""


def _no_spot(path: str, catalog: Catalog) -> str:
    paths = {site.path for site in catalog.sites.all()}
    if path in paths:
        return "no known site of this file has this function and kind; mend them"
    found = process.extract(path, paths, scorer=fuzz.ratio, limit=2)
    return f"{path} has no known site; nearest: " + ", ".join(near for near, _, _ in found)


def check_claims(files: Sequence[RecordFile]) -> Iterator[Problem]:
    """Find wordings that two records claim without saying how they are related."""
    by_wording: dict[str, list[RecordFile]] = defaultdict(list)
    for file in files:
        for key in {fold(w.text) for w in file.record.facts.wordings if not w.needs_place}:
            by_wording[key].append(file)
    families = [key for key in by_wording if "{}" in key and weight(key) >= GENERIC]
    for key, holders in by_wording.items():
        wider = [
            other
            for family in families
            if family != key and covers(family, key)
            for other in by_wording[family]
        ]
        for number, file in enumerate(holders):
            for other in (*holders[:number], *wider):
                if not related(file.record, other.record):
                    say = f"“{key}” is claimed by {other.record.file} too; join, or name it under `related`"
                    yield file.problem(say, "wordings")


def related(one: Record, two: Record) -> bool:
    """Tell whether one of two records names the other as related or as its cause."""
    return one is two or any(
        b.slug in (*a.facts.related, *a.facts.cascade_of) for a, b in ((one, two), (two, one))
    )
