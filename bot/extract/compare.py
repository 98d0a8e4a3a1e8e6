"""What changed between two releases: new messages, reworded, moved, gone; and what that means for the
records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.catalog.catalog import Catalog
from bot.catalog.lineage import Change, Lineage
from bot.catalog.model import Record, Site, SiteKind
from bot.catalog.sites import Sites
from bot.catalog.versions import release_key
from bot.catalog.wording import weight

# A text with fewer letters says nothing by itself: no record can be written for it alone.
_MIN_WEIGHT = 6
# What a user's own code calls; the other crates are reached through these.
_CALLED = frozenset(
    {
        *(
            "burn",
            "burn-tensor",
            "burn-core",
            "burn-nn",
            "burn-optim",
            "burn-train",
            "burn-dataset",
            "burn-store",
        ),
        *("burn-import", "burn-onnx", "burn-vision", "burn-rl", "burn-derive", "burn-collective"),
        *("cubecl", "cubecl-core", "cubecl-std", "cubecl-macros"),
    }
)
_RARE = frozenset({SiteKind.DEBUG_ASSERT, SiteKind.UNREACHABLE, SiteKind.COMPILE_ERROR})


class Moved(NamedTuple):
    """A text that stands in other crates than before; ``repository:crate`` where it left the repository."""

    wording: str
    old: tuple[str, ...]
    new: tuple[str, ...]


class Difference(NamedTuple):
    """What changed in ``repo`` from release ``old`` to ``new``.

    ``added`` are the sites of texts that no site had before, the most exposed first; ``gone`` those of
    texts that no site has any more and that nothing took the place of; ``places`` counts places without a
    text by crate (``unwrap``), those that came and those that went.
    """

    repo: str
    old: str
    new: str
    added: tuple[Site, ...]
    reworded: tuple[Change, ...]
    moved: tuple[Moved, ...]
    gone: tuple[Site, ...]
    places: Mapping[str, tuple[int, int]]


class Touched(NamedTuple):
    """A record that needs a look, and why: texts of it that changed."""

    record: Record
    why: tuple[str, ...]


def compare(sites: Sites, lineage: Lineage, repo: str, old: str, new: str) -> Difference:
    """Compare two releases of a repository; raises ``ValueError`` where one of them wasn't extracted."""
    tags = sites.releases(repo)
    for tag in (old, new):
        if tag not in tags:
            raise ValueError(f"{repo} {tag} was not extracted; known are {tags[0]} to {tags[-1]}")
    ours = [site for site in sites.all() if site.repo == repo]
    before, after = _alive(ours, tags, old), _alive(ours, tags, new)
    said_before, said_after = _by_wording(before), _by_wording(after)
    fresh = said_after.keys() - said_before.keys()
    lost = said_before.keys() - said_after.keys()
    reworded = _reworded(lineage, repo, (old, new), lost, fresh)
    emigrated = _emigrated(sites, repo, {text: said_before[text] for text in lost})
    told = {change.old for change in reworded} | {change.new for change in reworded}
    told |= {moved.wording for moved in emigrated}
    return Difference(
        repo,
        old,
        new,
        tuple(_first(said_after[text]) for text in _exposed(fresh - told, said_after)),
        reworded,
        (*_moved(said_before, said_after), *emigrated),
        tuple(_first(said_before[text]) for text in sorted(lost - told)),
        _places(before, after),
    )


def _alive(sites: Iterable[Site], tags: tuple[str, ...], release: str) -> list[Site]:
    order = {tag: number for number, tag in enumerate(tags)}
    at = order[release]
    return [site for site in sites if any(order[r.first] <= at <= order[r.last] for r in site.lines)]


def _by_wording(sites: Iterable[Site]) -> dict[str, list[Site]]:
    found: dict[str, list[Site]] = {}
    for site in sites:
        if site.wording is not None and weight(site.wording) >= _MIN_WEIGHT:
            found.setdefault(site.wording, []).append(site)
    return found


def _first(sites: Iterable[Site]) -> Site:
    return min(sites, key=exposure)


def exposure(site: Site) -> tuple[bool | str, ...]:
    """Give a key that sorts sites by how likely a user meets them, the likeliest first.

    In release builds before debug ones, in crates that users call before those below, tensor checks, then
    panics that the documentation announces, then public functions, in default features before optional ones.
    """
    return (
        not site.in_release,
        site.kind in _RARE,
        site.crate not in _CALLED,
        site.kind is not SiteKind.CHECK,
        site.api is None,
        not site.public,
        site.optional,
        site.crate,
        site.path,
        site.function,
    )


def _exposed(wordings: Iterable[str], sites: Mapping[str, list[Site]]) -> list[str]:
    return sorted(wordings, key=lambda text: (exposure(_first(sites[text])), text))


def _reworded(
    lineage: Lineage, repo: str, span: tuple[str, str], lost: Iterable[str], fresh: Iterable[str]
) -> tuple[Change, ...]:
    """Give the texts that took another's place, however many steps it took between the two releases."""
    wanted = set(fresh)
    first, last = map(release_key, span)
    found: list[Change] = []
    for start in sorted(lost):
        text, seen = start, {start}
        while True:
            steps = [
                change
                for change in lineage.after(text)
                if change.repo == repo
                and change.kind == "reworded"
                and first < release_key(change.tag) <= last
                and change.new not in seen
            ]
            if not steps:
                break
            text = steps[-1].new
            seen.add(text)
            if text in wanted:
                found.append(Change(*_as_one(steps[-1], start)))
                break
    return tuple(sorted(found, key=lambda change: (change.new_crate, change.old)))


def _as_one(last: Change, start: str) -> tuple[str, str, str, str, str, str, str, str]:
    return (last.kind, last.repo, last.tag, last.crate, last.new_crate, last.function, start, last.new)


def _moved(before: Mapping[str, list[Site]], after: Mapping[str, list[Site]]) -> Iterable[Moved]:
    for text in sorted(before.keys() & after.keys()):
        old = {site.crate for site in before[text]}
        new = {site.crate for site in after[text]}
        if old - new and new - old:
            yield Moved(text, tuple(sorted(old - new)), tuple(sorted(new - old)))


def _emigrated(sites: Sites, repo: str, lost: Mapping[str, list[Site]]) -> list[Moved]:
    """Give the lost texts that stand in another of the repositories, as onnx-ir's do since it has its own."""
    found: list[Moved] = []
    for text in sorted(lost):
        others = {
            f"{s.repo}:{s.crate}" for s in sites.for_wording(text) if s.repo != repo and s.wording == text
        }
        if others:
            found.append(Moved(text, tuple(sorted({s.crate for s in lost[text]})), tuple(sorted(others))))
    return found


def _places(before: Iterable[Site], after: Iterable[Site]) -> dict[str, tuple[int, int]]:
    old = {site.id: site.crate for site in before if site.wording is None}
    new = {site.id: site.crate for site in after if site.wording is None}
    came = [crate for ident, crate in new.items() if ident not in old]
    went = [crate for ident, crate in old.items() if ident not in new]
    return {crate: (came.count(crate), went.count(crate)) for crate in sorted({*came, *went})}


def touched(catalog: Catalog, change: Difference) -> list[Touched]:
    """Give the records whose texts or places changed, by slug."""
    why: dict[str, str] = {site.wording or "": "gone" for site in change.gone}
    why |= {moved.wording: f"moved to {', '.join(moved.new)}" for moved in change.moved}
    why |= {step.old: f"reworded in {step.tag}: {step.new}" for step in change.reworded}
    found: list[Touched] = []
    for record in catalog.records:
        texts = dict.fromkeys(site.wording for site in catalog.sites_of(record) if site.repo == change.repo)
        changed = tuple(f"{text} — {why[text]}" for text in texts if text is not None and text in why)
        if changed:
            found.append(Touched(record, changed))
    return found


def unwritten(catalog: Catalog, change: Difference) -> list[Site]:
    """Give the new texts that no record holds yet, the most exposed first."""
    held = {site.id for record in catalog.records for site in catalog.sites_of(record)}
    texts = {site.wording for site in catalog.sites.all() if site.id in held}
    return [site for site in change.added if site.id not in held and site.wording not in texts]
