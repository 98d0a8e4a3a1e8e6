"""Drafts of records: every fact that the catalogue knows filled in, the prose headed and empty."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from bot.catalog.catalog import Catalog
from bot.catalog.interchange import slugged
from bot.catalog.lifetimes import lifetimes
from bot.catalog.model import Site
from bot.catalog.shown_place import newest_release
from bot.catalog.sites import line_in
from bot.catalog.wording import covers, literal, weight

_MOST_NEIGHBOURS = 8
PROSE = """
## What it means

## When it happens

### Trigger

### Common situations

## Solutions

## Example fix

## Prevention
""".lstrip("\n")


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft: the file it belongs in, relative to the records, and its text."""

    file: str
    text: str


def find_sites(asked: str, catalog: Catalog) -> tuple[Site, ...]:
    """Find the sites of a site's id, of a wording, or of a message as it was printed; may be empty."""
    by_id = catalog.sites.by_id(asked)
    if by_id is not None:
        return catalog.sites.for_wording(by_id.wording) if by_id.wording else (by_id,)
    exact = catalog.sites.for_wording(asked)
    if exact:
        return exact
    able = [text for text in catalog.sites.wordings() if weight(text) >= 8 and covers(text, asked)]
    return catalog.sites.for_wording(max(able, key=weight)) if able else ()


def nearest(asked: str, catalog: Catalog) -> tuple[str, ...]:
    """Give the wordings most like a text, for a person to choose from."""
    found = process.extract(asked, catalog.sites.wordings(), scorer=fuzz.token_sort_ratio, limit=5)
    return tuple(text for text, _, _ in found)


def draft(
    sites: Sequence[Site], catalog: Catalog, record_id: str, day: str, samples: Sequence[str] = ()
) -> Draft:
    """Draft a record for sites (one at least) that share a wording or stand at one place.

    ``record_id`` is a new id (16 hex digits), ``day`` the day of writing (``2026-11-30``), ``samples`` are
    reports that it has to be found in.
    """
    newest = max(sites, key=lambda site: _age(site, catalog))
    wordings = _wordings(sites, catalog)
    every = {site.id: site for text in wordings for site in catalog.sites.for_wording(text)}
    every.update((site.id, site) for site in sites)
    front = [*_front(newest, wordings, list(every.values()), catalog), *sample_lines(samples)]
    lines = [f'id: "{record_id}"', *front, f"checked: {newest_release(newest, catalog)}", f'written: "{day}"']
    slug = slugged(literal(newest.wording or f"{newest.kind.value} in {newest.function}"))[:60].strip("-")
    taken = catalog.by_slug(slug) is not None
    slug = f"{slug}-{record_id[:4]}" if taken or not slug else slug
    text = "\n".join(["---", "draft: true", *lines, "---", PROSE])
    return Draft(f"{newest.crate}/{slug}.md", text)


def _age(site: Site, catalog: Catalog) -> int:
    return catalog.releases(site.repo).index(site.lines[-1].last)


def _wordings(sites: Iterable[Site], catalog: Catalog) -> list[str]:
    """Give the wordings of sites with all that they were before or became, newest first."""
    own = dict.fromkeys(site.wording for site in sites if site.wording)
    whole = dict.fromkeys(text for known in own for text in reversed(catalog.wording_family(known)))
    return [*own, *(text for text in whole if text not in own)]


def _front(newest: Site, wordings: list[str], sites: list[Site], catalog: Catalog) -> Iterator[str]:
    yield "title: ''  # what went wrong, in plain words; no version"
    yield f"repo: {newest.repo}"
    yield f"crate: {newest.crate}"
    yield "cause: ''  # user-bug, burn-bug, unsupported-by-backend, driver, version-mismatch, …"
    if wordings:
        yield "wordings:"
        for text in wordings:
            yield f"  - text: {json.dumps(text, ensure_ascii=False)}  # {_runs(text, catalog)}"
    if not newest.wording:
        yield "sites:"
        place = f"path: {newest.path}, function: {json.dumps(newest.function)}, kind: {newest.kind.value}"
        yield f"  - {{{place}, message: ''}}  # the text that std prints there"
    yield from (f"# {line}" for line in _places(sites, catalog))
    yield f"tags: [{slugged(newest.crate.removeprefix('burn-'))}]"
    neighbours = _neighbours(sites, catalog)
    yield "related: []" + (f"  # near: {', '.join(neighbours)}" if neighbours else "")
    yield "bases: []  # {solution: 1, basis: …, releases: all}, one for each solution"
    yield f"names: [{json.dumps(newest.api)}]" if newest.api else "names: []  # API names used below"


def sample_lines(samples: Sequence[str]) -> Iterator[str]:
    """Give the lines of front matter that hold ``samples``, each readable as it was printed."""
    if not samples:
        yield "samples: {match: [], no_match: []}"
        return
    yield "samples:"
    yield "  match:"
    for sample in samples:
        lines = sample.rstrip().split("\n")
        if all(line.isprintable() for line in lines) and lines[0] and not lines[0][0].isspace():
            yield "    - |"
            yield from (f"      {line}" for line in lines)
        else:
            yield f"    - {json.dumps(sample.rstrip())}"
    yield "  no_match: []"


def _runs(text: str, catalog: Catalog) -> str:
    runs = catalog.lifetimes(text)
    return ", ".join(first if first == last else f"{first} to {last}" for first, last in runs) or "no release"


def _places(sites: list[Site], catalog: Catalog) -> Iterator[str]:
    for site in sites:
        releases = catalog.releases(site.repo)
        tag = newest_release(site, catalog)
        runs = ", ".join(f"{first} to {last}" for first, last in lifetimes([site], releases))
        public = f", documented at {site.api}" if site.api else ""
        line = line_in(site, tag, releases)
        yield f"{site.kind.value} in {site.function} ({site.path}:{line} at {tag}; {runs}{public})"


def _neighbours(sites: list[Site], catalog: Catalog) -> list[str]:
    """Give the records that strike in the same functions, then in the same files."""
    functions = {(site.path, site.function) for site in sites}
    paths = {site.path for site in sites}
    near: dict[str, int] = {}
    for record in catalog.records:
        for other in catalog.sites_of(record):
            if (other.path, other.function) in functions:
                near[record.slug] = 2
            elif other.path in paths:
                near.setdefault(record.slug, 1)
    return sorted(near, key=lambda slug: (-near[slug], slug))[:_MOST_NEIGHBOURS]
