"""Reports of std's messages at places in Burn's source, from the sites that have no wording of their own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from bot.catalog.catalog import Catalog
from bot.catalog.model import Site, SiteKind
from bot.catalog.sites import local_path
from bot.recognize.model import Report, Verdict

from .forms import UNDAMAGED, Failure

_SAYS = {
    SiteKind.UNWRAP: (
        "called `Option::unwrap()` on a `None` value",
        'called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound, message: "None" }',
    ),
    SiteKind.UNIMPLEMENTED: ("not implemented",),
    SiteKind.TODO: ("not yet implemented",),
    SiteKind.UNREACHABLE: ("internal error: entered unreachable code",),
    SiteKind.ASSERT: ("assertion `left == right` failed\n  left: 3\n right: 4", "assertion failed: a < b"),
    SiteKind.DEBUG_ASSERT: ("assertion failed: self.is_valid()",),
    SiteKind.PANIC: ("explicit panic",),
}
FORMS = ("two_line", "one_line", "logger", "windows", "place_only")


@dataclass(frozen=True)
class Placed:
    """A report of a std message, and the site that raised it; ``exact`` where the line didn't drift."""

    site: Site
    report: Report
    exact: bool


def placed(catalog: Catalog, seed: int, every: int, drift: int) -> Iterator[Placed]:
    """Make a report of each n-th site that has only std's text; the line is off by at most ``drift``."""
    for number, site in enumerate(catalog.sites.all()):
        if site.wording is not None or number % every or site.kind not in _SAYS:
            continue
        rng = random.Random(f"{seed} {number}")
        told = [run for run in site.lines if run.first != "main"]
        if not told:
            continue
        run = rng.choice(told)
        off = rng.randint(-drift, drift) if drift else 0
        failure = Failure(
            rng.choice(_SAYS[site.kind]),
            site.crate,
            run.first.removeprefix("v"),
            local_path(site.path),
            max(run.line + off, 1),
        )
        text = UNDAMAGED[rng.choice(FORMS)](failure, rng)
        yield Placed(site, Report("Crash", text), off == 0)


def finds(verdict: Verdict, case: Placed) -> bool:
    """Tell whether the best match is this site or, with drift, one of its kind in its function."""
    lead = verdict.matches[0] if verdict.matches else None
    if lead is None or lead.site is None or lead.site.path != case.site.path:
        return False
    if lead.record is not None or lead.site.id == case.site.id:
        return True
    same_line = {(run.first, run.line) for run in lead.site.lines} & {
        (run.first, run.line) for run in case.site.lines
    }
    if case.exact:
        return bool(same_line)
    return lead.site.kind is case.site.kind and lead.site.function == case.site.function
