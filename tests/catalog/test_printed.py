"""What a site prints when it panics."""

from __future__ import annotations

import pytest

from bot.catalog.model import Lines, Site, SiteKind
from bot.catalog.printed import holds, prints


def raising(kind: SiteKind, wording: str | None) -> Site:
    """Make a site of a kind and a wording."""
    return Site(
        "a" * 16,
        "tracel-ai/burn",
        "burn-x",
        "src/x.rs",
        "f",
        kind,
        wording,
        True,
        (Lines("main", "main", 1),),
    )


@pytest.mark.parametrize(
    ("kind", "wording", "message"),
    [
        (SiteKind.PANIC, "no {x} in {:?}", 'no leaf in "tree"'),
        (SiteKind.PANIC, "no {x} in {:?}", "no leaf\n  in tree\nand a line below"),
        (SiteKind.EXPECT, "a tree", "a tree: Os { code: 2 }"),
        (SiteKind.TODO, "grow {}", "not yet implemented: grow roots"),
        (SiteKind.UNIMPLEMENTED, None, "not implemented"),
        (SiteKind.UNREACHABLE, "a stump", "internal error: entered unreachable code: a stump"),
        (SiteKind.UNWRAP, None, "called `Result::unwrap()` on an `Err` value: Felled"),
        (SiteKind.ASSERT, "too few", "too few"),
        (SiteKind.ASSERT, "too few", "assertion `left == right` failed: too few\n  left: 1\n right: 2"),
        (
            SiteKind.ASSERT,
            "too few",
            "assertion failed: `(left == right)`\n  left: `1`,\n right: `2`: too few",
        ),
        (SiteKind.ASSERT, None, "assertion `left != right` failed\n  left: 1\n right: 1"),
    ],
)
def test_text_of_a_site_is_known(kind: SiteKind, wording: str | None, message: str) -> None:
    """A site should print its wording behind what std puts before it, whatever stands in the holes."""
    assert prints(raising(kind, wording), message, whole=True)


@pytest.mark.parametrize(
    ("kind", "wording", "message"),
    [
        (SiteKind.PANIC, "grow {}", "not yet implemented: grow roots"),  # another macro
        (SiteKind.TODO, "grow {}", "grow roots"),  # without what std puts before it
        (SiteKind.TODO, "grow {}", "not implemented: grow roots"),
        (SiteKind.PANIC, "no {x} in {:?} at {}", "no leaf in tree"),  # the end is missing
        (SiteKind.PANIC, "no {x} in {:?}", "Error: no leaf in tree"),
        (SiteKind.ERROR, "a tree", "a tree"),  # makes a value, prints nothing
        (SiteKind.UNWRAP, None, "attempt to divide by zero"),
        (SiteKind.EXPECT, None, ""),
    ],
)
def test_other_text_is_not_the_sites(kind: SiteKind, wording: str | None, message: str) -> None:
    """A text of another macro, with another beginning or without its end should not be the site's."""
    assert not prints(raising(kind, wording), message, whole=True)


def test_cut_text_is_known_by_its_beginning() -> None:
    """A text that may be cut should be known by enough of its beginning, a whole one by all of it."""
    site = raising(SiteKind.PANIC, "no leaf was found on {tree}, look below it")
    for cut in ("no leaf was found on oak", "no leaf was found"):
        assert prints(site, cut, whole=False)
        assert not prints(site, cut, whole=True)
    assert not prints(site, "no lea", whole=False)
    assert not prints(site, "no twig was found on oak", whole=False)


def test_wording_within_a_message() -> None:
    """A wording should be found anywhere in a message, and one that isn't there should not."""
    told = 'called `Result::unwrap()` on an `Err` value: Felled("no leaf in oak")'
    assert holds("no {x} in {}", told, whole=True)
    assert not holds("no {x} at {}", told, whole=True)
