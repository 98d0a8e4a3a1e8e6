"""The rules for places and texts that samples show."""

from __future__ import annotations

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.check.shown import Shown, check_shown
from bot.catalog.model import Lines, Record, Site, SiteKind
from bot.catalog.sites import Sites
from tests.catalog.example import RECORD
from tests.catalog.small import PATH, RELEASES, WORDING, catalog, file, site, sites

TEXT = "Node 7 is needed but never checkpointed"
LOCAL = "src/checkpoint/builder.rs"


def at(line: int, version: str = "0.14.0", text: str = TEXT, path: str = LOCAL) -> Shown:
    """Make a panic as a sample shows it, none of its text cut."""
    return Shown("burn-autodiff", version, path, line, text, whole=True)


def told(shown: Shown, *found: Site, record: Record | None = None) -> str:
    """Check a panic of the small record, by the sites given (its own without any)."""
    made = catalog(index=sites(*found))
    return "\n".join(check_shown(shown, record or file().record, made))


def kind(of: SiteKind, wording: str | None, function: str = "Builder::build", path: str = PATH) -> Site:
    """Make a site of a kind on line 50."""
    crate, lines = path.split("/")[1], (Lines("v0.13.0", "main", 50),)
    return Site("b" * 16, "tracel-ai/burn", crate, path, function, of, wording, True, lines)


@pytest.mark.parametrize(
    ("line", "version"), [(99, "0.13.0"), (99, "0.14.0"), (101, "0.15.0"), (101, "0.21.0")]
)
def test_line_of_the_release_passes(line: int, version: str) -> None:
    """A text at the line where its release writes it should pass."""
    assert told(at(line, version)) == ""


def test_other_line_is_told_with_the_right_one() -> None:
    """A line of another release should be refused, with the line of this one."""
    assert told(at(99, "0.15.0")) == (
        "burn-autodiff 0.15.0 writes this message at src/checkpoint/builder.rs:101, the sample says :99"
    )


def test_other_text_at_the_line_is_told() -> None:
    """A text that nothing in the file writes should be refused."""
    assert "no known site that writes this message at" in told(at(99, text="The forest is dark"))


def test_text_needs_the_macro_that_its_place_has() -> None:
    """A text behind what another macro puts before it should be refused; the site's own should pass."""
    site = kind(SiteKind.TODO, "grow {}")
    assert told(at(50, text="not yet implemented: grow roots"), site) == ""
    assert "no known site" in told(at(50, text="not implemented: grow roots"), site)


def test_cut_text_passes() -> None:
    """A damaged sample may end early: its line should still be held against the site's."""
    cut = Shown("burn-autodiff", "0.14.0", LOCAL, 99, "Node 7 is needed but ne", whole=False)
    assert told(cut) == ""
    moved = Shown("burn-autodiff", "0.14.0", LOCAL, 98, "Node 7 is needed but ne", whole=False)
    assert "at src/checkpoint/builder.rs:99" in told(moved)


@pytest.mark.parametrize(
    ("function", "line", "of"),
    [
        ("grow!", 7, SiteKind.PANIC),  # the place is the macro's use
        ("TensorData::assert_eq", 7, SiteKind.PANIC),  # under `#[track_caller]`: the place is the caller's
        ("unwrap_shape_reshape", 48, SiteKind.CHECK),  # the place is that of the check around it
    ],
)
def test_place_may_be_elsewhere(function: str, line: int, of: SiteKind) -> None:
    """Where another line than the site's is shown by nature, it should pass."""
    path = "crates/burn-tensor/src/tensor/data.rs"
    found = kind(of, "too dark", function, path)
    shown = Shown("burn-tensor", "0.14.0", "src/tensor/data.rs", line, "too dark", whole=True)
    assert told(shown, found) == ""
    assert told(shown, kind(SiteKind.PANIC, "too dark", "grow", path)) != ""


def test_checks_of_std_pass() -> None:
    """Std's own checks have no site: any line should pass in a record about them, and in no other."""
    spot = f"sites:\n  - path: {PATH}\n    message: attempt to divide by zero\n"
    about = file(RECORD.replace(f'wordings:\n  - text: "{WORDING}"\n', spot)).record
    assert told(at(3, text="attempt to\ndivide by zero"), record=about) == ""
    assert told(at(3, text="attempt to divide by zero")) != ""


def test_outside_texts_and_crates_pass() -> None:
    """Nothing is known of another project's crates and texts."""
    outside = f'  - {{text: "{WORDING}", external: tch, source: x}}'
    about = file(RECORD.replace(f'  - text: "{WORDING}"', outside)).record
    assert told(at(3), kind(SiteKind.PANIC, "other"), record=about) == ""
    assert told(Shown("ndarray", "0.15.6", "src/lib.rs", 1, "x", whole=True)) == ""


def test_release_and_crate_must_exist() -> None:
    """A release that never was, and one without the crate, should be refused."""
    assert told(at(99, "0.14.7")) == "shows burn-autodiff 0.14.7, but there is no such release"
    shown = Shown("burn-dispatch", "0.14.0", "src/x.rs", 1, "x", whole=True)
    assert told(shown) == "shows burn-dispatch 0.14.0, but v0.14.0 has no such crate"


def test_text_of_another_release_is_told() -> None:
    """A text that the release shown doesn't have should be refused, wherever the place is."""
    old = site(runs=(("v0.13.0", "v0.14.0", 99),))
    unwrap = kind(SiteKind.UNWRAP, None)
    nested = f"called `Result::unwrap()` on an `Err` value: {TEXT}"
    assert told(at(50, "0.14.0", nested), old, unwrap) == ""
    assert (
        told(at(50, "0.21.0", nested), old, unwrap)
        == f"burn-autodiff 0.21.0 doesn't have the text “{WORDING}”"
    )


def test_texts_of_cubecl_go_with_the_burn_built_on_it() -> None:
    """A text of CubeCL in a crate of Burn should be looked for in the CubeCL below that release."""
    theirs = Site(
        "c" * 16,
        "tracel-ai/cubecl",
        "cubecl-x",
        "crates/cubecl-x/src/x.rs",
        "f",
        SiteKind.ERROR,
        WORDING,
        True,
        (Lines("v0.9.0", "main", 1),),
    )
    unwrap = kind(SiteKind.UNWRAP, None)
    nested = f"called `Result::unwrap()` on an `Err` value: {TEXT}"
    known = {"tracel-ai/burn": RELEASES, "tracel-ai/cubecl": ("v0.4.0", "v0.9.0", "main")}
    index = Catalog([file().record], Sites((theirs, unwrap), known))
    record = file().record
    assert list(check_shown(at(50, "0.20.1", nested), record, index)) == []
    [say] = check_shown(at(50, "0.15.0", nested), record, index)
    assert "doesn't have the text" in say
