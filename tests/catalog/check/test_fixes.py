"""The rules for the fix block."""

from __future__ import annotations

import pytest

from bot.catalog.check import fixes
from bot.catalog.model import Lines, Site, SiteKind
from tests.catalog.example import RECORD
from tests.catalog.small import PATH, WORDING, catalog, file, site, sites


def told(fix: str, *found: Site, text: str = RECORD) -> str:
    """Check the small record with another fix block, by the sites given (raised from 0.14.0 to 0.20.1)."""
    record = file(text.replace("fix:\n  fixed_in: v0.15.0\n", f"fix:\n{fix}"))
    raised = found or (site(runs=(("v0.14.0", "v0.20.1", 9),)),)
    return "\n".join(str(problem) for problem in fixes.check(record, catalog(record, index=sites(*raised))))


@pytest.mark.parametrize(
    "fix",
    [
        "  since: v0.14.0\n  fixed_in: v0.21.0\n",
        "  since: v0.14.0\n",
        "  fixed_in: v0.21.0\n",
        "  note: nothing is known\n",
        "  fixed_in: 0123456789abcdef\n",  # a commit: nothing to compare
    ],
)
def test_block_that_agrees_with_the_sites_passes(fix: str) -> None:
    """Releases between which the sites raise the error, and what can't be compared, should pass."""
    assert told(fix) == ""


@pytest.mark.parametrize(
    ("fix", "what"),
    [
        (
            "  since: v0.13.0\n",
            ": fix.since: no site can raise this before v0.14.0; say since v0.14.0",
        ),
        (
            "  fixed_in: main\n",
            ": fix.fixed_in: the error can't be raised after v0.20.1; say fixed in v0.21.0",
        ),
        ("  since: v0.15.0\n", "its text stands in v0.14.0 already; say in `note`"),
        ("  fixed_in: v0.20.1\n", "its text still stands in v0.20.1; name the change"),
        ("  fixed_in: v0.13.0\n", "the error can't be raised before v0.14.0"),
        ("  fixed_in: v0.14.7\n", "v0.14.7 is no release of Burn"),
        ("  since: v0.15.0\n  fixed_in: v0.15.0\n  note: see burn#1\n", "v0.15.0 isn't after v0.15.0"),
    ],
)
def test_block_that_the_sites_contradict_is_told(fix: str, what: str) -> None:
    """A release too early, too late or none at all should be refused, with what the sites tell."""
    assert what in told(fix)


def test_late_repair_is_told() -> None:
    """Who says that an error was repaired in a later release than the one in which it was gone misleads."""
    gone = site(runs=(("v0.13.0", "v0.14.0", 9),))
    assert "can't be raised after v0.14.0; say fixed in v0.15.0" in told("  fixed_in: v0.21.0\n", gone)


@pytest.mark.parametrize(
    "ground",
    [
        "  note: tracel-ai/burn#4242 mended the case of one node\n",
        "  note: v0.20.0 and v0.20.1 compared\n",
    ],
)
def test_ground_speaks_for_a_repair_that_the_text_outlived(ground: str) -> None:
    """A change or a comparison that is named should do where the text lives on, or was there before."""
    assert told(f"  since: v0.15.0\n  fixed_in: v0.20.1\n{ground}") == ""


def test_ground_may_stand_beside_a_solution_or_upstream() -> None:
    """The change may be named as a solution's basis, or upstream."""
    fix = "  fixed_in: v0.20.1\n"
    assert (
        told(fix, text=RECORD.replace("basis: source reading, releases: all", "basis: burn#7, releases: all"))
        == ""
    )
    upstream = "upstream:\n  - {ref: tracel-ai/burn#7, note: mended it}\nbases:"
    assert told(fix, text=RECORD.replace("bases:", upstream)) == ""


def test_outside_text_tells_nothing() -> None:
    """Of another project's text no site tells: nothing should be compared."""
    outside = RECORD.replace(f'text: "{WORDING}"', f'text: "{WORDING}"\n    external: tch\n    source: x')
    assert told("  since: v0.13.0\n  fixed_in: v0.14.0\n", text=outside) == ""


def test_neighbours_at_a_spot_tell_nothing() -> None:
    """What else can fail in a file should say nothing about std's check there."""
    spot = f"sites:\n  - {{path: {PATH}, message: attempt to divide by zero}}\n"
    other = Site(
        "d" * 16,
        "tracel-ai/burn",
        "burn-autodiff",
        PATH,
        "f",
        SiteKind.PANIC,
        "x",
        True,
        (Lines("v0.13.0", "v0.13.0", 1),),
    )
    text = RECORD.replace(f'wordings:\n  - text: "{WORDING}"\n', spot)
    assert told("  fixed_in: v0.21.0\n", other, text=text) == ""
