"""Which releases a record speaks of: those that can raise its error, and those that a text names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Site
from bot.catalog.record_sites import sites_raising
from bot.catalog.symbols import Definition
from bot.catalog.versions import (
    burn_of,
    cubecl_of,
    in_order,
    is_release,
    is_stable,
    release_key,
    releases,
)

BURN, CUBECL = "tracel-ai/burn", "tracel-ai/cubecl"
# burn-onnx takes over Burn's numbers where it left Burn's repository.
_ONNX_SINCE = "v0.21.0-pre.1"
_TAG = r"v\d+\.\d+(?:\.\d+)?(?:-[0-9A-Za-z.]*\w)?|main"
_PART = re.compile(
    rf"(?P<since>{_TAG}) and later|(?P<until>{_TAG}) and earlier|(?P<first>{_TAG}) to (?P<last>{_TAG})"
    rf"|up to (?P<upto>{_TAG})|before (?P<before>{_TAG})|since (?P<from>{_TAG})|after (?P<after>{_TAG})"
    rf"|(?P<only>{_TAG})"
)


def life(record: Record, catalog: Catalog) -> frozenset[str]:
    """Give the releases of Burn in which a record's error can be raised.

    A release of CubeCL stands for those of Burn that are built on it. Empty where no site tells, and where
    outside texts or a commit tell more than the sites.
    """
    if any(wording.external or wording.commit for wording in record.facts.wordings):
        return frozenset()
    return frozenset(tag for site in sites_raising(record, catalog.sites) for tag in _burn_tags(site))


def _burn_tags(site: Site) -> Iterator[str]:
    known = releases(site.repo)
    for lines in site.lines:
        for tag in known[known.index(lines.first) : known.index(lines.last) + 1]:
            if site.repo == CUBECL:
                yield from burn_of(tag)
            elif site.repo == BURN:
                yield tag
            else:
                yield from (burn for burn in releases(BURN) if _onnx_stands_for(burn))


def _onnx_stands_for(release: str) -> bool:
    return release_key(release) >= release_key(_ONNX_SINCE)


def defined_in(one: Definition, release: str) -> bool:
    """Tell whether a release of Burn, or what it is built on, has a definition."""
    asked: str | None = release
    if one.repo == CUBECL:
        asked = cubecl_of(release)
    elif one.repo != BURN:
        return _onnx_stands_for(release)
    if asked is None or not is_release(asked):
        return asked is not None  # built on a commit of CubeCL that nobody read
    return release_key(one.first) <= release_key(asked) <= release_key(one.last)


def named(version: str, repo: str = BURN) -> tuple[str, ...]:
    """Give the releases that people mean by ``0.21``, ``v0.21`` or ``0.21.0``.

    The stable ones, where there are any; none where there is no such release.
    """
    wanted = "v" + version.lstrip("v")
    if wanted in releases(repo):
        return (wanted,)
    fitting = [tag for tag in releases(repo) if tag.startswith((f"{wanted}.", f"{wanted}-"))]
    return tuple([tag for tag in fitting if is_stable(tag)] or fitting)


def reached(told: str) -> tuple[str, ...]:
    """Give the releases of Burn for which a solution is said to hold (``v0.18.0 and later``, ``all`` …)."""
    known = releases(BURN)
    if told == "all":
        return known
    found = {tag for part in re.split(r", (?:and )?", told) for tag in _part(part, known)}
    return in_order(found)


def _part(told: str, known: tuple[str, ...]) -> Iterator[str]:
    part = _PART.fullmatch(told)
    if part is None:
        return
    keys = {name: release_key(tag) for name, tag in part.groupdict().items() if tag and is_release(tag)}
    since = keys.get("since") or keys.get("from") or keys.get("first")
    until = keys.get("until") or keys.get("upto") or keys.get("last")
    for tag in known:
        key = release_key(tag)
        if "only" in keys:
            inside = key == keys["only"]
        elif "before" in keys:
            inside = key < keys["before"]
        elif "after" in keys:
            inside = key > keys["after"]
        else:
            inside = (since is None or since <= key) and (until is None or key <= until) and bool(keys)
        if inside:
            yield tag
