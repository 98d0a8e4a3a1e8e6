"""In which releases a wording lived."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.catalog.model import Site


def lifetimes(sites: Iterable[Site], releases: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Give the unbroken runs of releases (first, last, both included) in which any of ``sites`` stands."""
    order = {tag: number for number, tag in enumerate(releases)}
    alive: set[int] = set()
    for site in sites:
        for lines in site.lines:
            alive.update(range(order[lines.first], order[lines.last] + 1))
    runs: list[tuple[int, int]] = []
    for number in sorted(alive):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return tuple((releases[first], releases[last]) for first, last in runs)
