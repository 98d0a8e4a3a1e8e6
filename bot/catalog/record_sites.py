"""Which sites a record is about: those of its wordings, and those at its spots."""

from __future__ import annotations

from collections.abc import Iterator

from bot.catalog.model import Record, Site, Spot, Wording
from bot.catalog.printed import prints
from bot.catalog.sites import Sites
from bot.catalog.versions import former_paths
from bot.catalog.wording import covers, parts, weight

# A wording with fewer letters would cover half of the catalogue; it must be found as it stands.
_FAMILY_WEIGHT = 8


def sites_of(record: Record, sites: Sites) -> tuple[Site, ...]:
    """Give every site of a record, once each: its wordings' sites first, then those at its spots.

    A wording that ``needs_place`` brings only sites at the record's spots. An imported record tells a file
    alone: that stands for its wording's place there, not for all that can fail in the file.
    """
    at_spots = [site for spot in record.facts.sites for site in sites_at(spot, sites)]
    if record.imported is not None:
        texts = {wording.text for wording in record.facts.wordings}
        at_spots = [site for site in at_spots if site.wording in texts]
    found: dict[str, Site] = {}
    for wording in record.facts.wordings:
        if wording.external:
            continue
        of_wording = sites_saying(wording, sites)
        if wording.needs_place:
            near = {site.id for site in at_spots}
            of_wording = tuple(site for site in of_wording if site.id in near)
        found.update((site.id, site) for site in of_wording)
    found.update((site.id, site) for site in at_spots)
    return tuple(found.values())


def sites_raising(record: Record, sites: Sites) -> tuple[Site, ...]:
    """Give the sites that tell in which releases a record's error can be raised.

    Those that say a wording (one that needs its place: at a spot, wherever its file lay before), and those at
    a spot that print what is expected there. No site tells of std's checks of bounds and sums: what else can
    fail in that file says nothing about them.
    """
    spots, wordings = record.facts.sites, record.facts.wordings
    placed = [wording for wording in wordings if wording.needs_place or wording.external]
    near = {site.id for spot in spots for site in _at_spot_ever(spot, record.facts.repo, sites)}
    found: dict[str, Site] = {}
    for wording in wordings:
        for site in sites_saying(wording, sites):
            if wording not in placed or site.id in near:
                found[site.id] = site
    for spot in spots:
        for site in sites_at(spot, sites):
            beginning = parts(spot.message)[0] or "" if spot.message is not None else None
            if prints(site, beginning, whole=False) if beginning is not None else not placed:
                found[site.id] = site
    return tuple(found.values())


def _at_spot_ever(spot: Spot, repo: str, sites: Sites) -> Iterator[Site]:
    """Yield the sites at a spot, and those at the paths that its file had before."""
    for path in (spot.path, *former_paths(repo, spot.path)):
        yield from sites_at(spot.model_copy(update={"path": path}), sites)


def sites_saying(wording: Wording, sites: Sites) -> tuple[Site, ...]:
    """Give the sites that raise a wording; that of a family brings every narrower text that it covers."""
    exact = sites.for_wording(wording.text)
    if exact or weight(wording.text) < _FAMILY_WEIGHT:
        return exact
    return tuple(
        site for text in sites.wordings() if covers(wording.text, text) for site in sites.for_wording(text)
    )


def sites_at(spot: Spot, sites: Sites) -> Iterator[Site]:
    """Yield the sites at a spot: in its file, of its function and of its kind where it tells them.

    A spot with a std ``message`` is about places without a wording of their own.
    """
    for site in sites.at(crate_of(spot.path), spot.path):
        if spot.function is not None and not same_function(spot.function, site.function):
            continue
        if spot.kind is not None and site.kind is not spot.kind:
            continue
        yield site


def same_function(asked: str, function: str) -> bool:
    """Tell whether ``function`` is the one asked for; ``get`` means ``Container::get`` too."""
    return function == asked or function.endswith(f"::{asked}")


def crate_of(path: str) -> str:
    """Give the crate of a path in a repository: the directory above ``src``, or the one below ``crates``."""
    parts = path.split("/")
    if "src" in parts[1:]:
        return parts[parts.index("src", 1) - 1]
    return parts[1] if parts[0] == "crates" and len(parts) > 1 else parts[0]
