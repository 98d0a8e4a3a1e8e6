"""``burnerr catalog diff``: what a release of Burn changed, and which records want a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from bot.catalog.catalog import Catalog
from bot.catalog.lineage import load_lineage
from bot.catalog.load import load_catalog
from bot.catalog.model import Site
from bot.catalog.sites import load_sites
from bot.catalog.versions import REPOSITORIES
from bot.extract.compare import Difference, compare, touched, unwritten

_WIDTH = 150


@click.command()
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option(
    "--repo",
    default="burn",
    show_default=True,
    type=click.Choice(list(REPOSITORIES)),
    help="Which repository's releases.",
)
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder that `catalog build --out` wrote; without it, the catalogue's own data.",
)
@click.option(
    "--limit", default=25, show_default=True, help="How many lines of each list to show; 0 for all."
)
def diff(old: str | None, new: str | None, repo: str, data: Path | None, limit: int) -> None:
    """Compare two releases, OLD and NEW (v0.20.1 v0.21.0).

    Without NEW: main, or the newest release that was read. Without OLD: the release before that.
    """
    sites, lineage = load_sites(data), load_lineage(data)
    name = REPOSITORIES[repo]
    tags = sites.releases(name)
    if not tags:
        raise click.ClickException(f"no release of {name} was extracted; run `burnerr catalog build` first")
    try:
        change = compare(sites, lineage, name, old or tags[-2:][0], new or tags[-1])
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    for line in report(change, load_catalog(sites=sites), limit or 10**9):
        click.echo(line)


def report(change: Difference, catalog: Catalog, limit: int) -> Iterator[str]:
    """Give the lines of the report."""
    yield f"{change.repo}: {change.old} → {change.new}"
    yield from _counted(f"New messages: {len(change.added)}", Counter(site.crate for site in change.added))
    yield f"\nReworded: {len(change.reworded)}"
    for step in change.reworded[:limit]:
        yield f"  {step.new_crate} {step.function} ({step.tag})"
        yield f"    - {_short(step.old)}"
        yield f"    + {_short(step.new)}"
    yield from _more(change.reworded, limit)
    yield f"\nMoved: {len(change.moved)}"
    for moved in change.moved[:limit]:
        yield f"  {', '.join(moved.old)} → {', '.join(moved.new)}: {_short(moved.wording)}"
    yield from _more(change.moved, limit)
    yield from _counted(f"\nGone: {len(change.gone)}", Counter(site.crate for site in change.gone))
    came, went = (sum(pair[n] for pair in change.places.values()) for n in (0, 1))
    yield f"\nPlaces without a message (unwrap and the like): {came} came, {went} went"
    records = touched(catalog, change)
    yield f"\nRecords touched: {len(records)}"
    for hit in records[:limit]:
        yield f"  {hit.record.file or hit.record.slug}"
        yield from (f"    {_short(why)}" for why in hit.why[:3])
        yield from _more(hit.why, 3)
    yield from _more(records, limit)
    missing = unwritten(catalog, change)
    yield f"\nRecords to write, most exposed first: {len(missing)}"
    yield from (f"  {_placed(site)}" for site in missing[:limit])
    yield from _more(missing, limit)


def _counted(title: str, counts: Counter[str]) -> Iterator[str]:
    yield title
    for crate, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"  {count:4} {crate}"


def _more(items: Iterable[object], limit: int) -> Iterator[str]:
    left = len(list(items)) - limit
    if left > 0:
        yield f"  … and {left} more"


def _placed(site: Site) -> str:
    marks = [
        word
        for word, holds in (("documented", site.api), ("public", site.public), ("optional", site.optional))
        if holds
    ]
    told = f" ({', '.join(marks)})" if marks else ""
    return f"{site.crate} {site.function} [{site.kind.value}]{told}: {_short(site.wording or '')}"


def _short(text: str) -> str:
    """Give a text on one line, cut where a terminal would wrap it."""
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
