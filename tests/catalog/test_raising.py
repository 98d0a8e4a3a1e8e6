"""In which releases a record's error can be raised, and whether it still is."""

from __future__ import annotations

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.catalog.model import Lines, Site, SiteKind
from bot.catalog.record_file import RecordFile
from bot.catalog.sites import Sites
from tests.catalog.example import RECORD
from tests.catalog.small import PATH, RELEASES, WORDING, catalog, file, site, sites

UNWRAP = "called `Option::unwrap()` on a `None` value"


def at_spot(message: str) -> RecordFile:
    """Make a record about std's ``message`` in a file, wherever it stands there."""
    spot = f"sites:\n  - path: {PATH}\n    message: {message!r}\n"
    old = f'wordings:\n  - text: "{WORDING}"\n'
    assert old in RECORD
    return file(RECORD.replace(old, spot))


def unwrapping(first: str, last: str) -> Site:
    """Make a site that unwraps, from one release to another."""
    return Site(
        "f" * 16,
        "tracel-ai/burn",
        "burn-autodiff",
        PATH,
        "f",
        SiteKind.UNWRAP,
        None,
        True,
        (Lines(first, last, 7),),
    )


@pytest.mark.parametrize(
    "message",
    ["attempt to divide by zero", "index out of bounds: the len is {} but the index is {}"],
)
def test_other_errors_of_a_file_tell_nothing(message: str) -> None:
    """Where std's own check fails, the life of what else can fail in that file isn't the error's life."""
    spotted = at_spot(message)
    made = catalog(spotted, index=sites(site(), unwrapping("v0.14.0", "v0.15.0")))
    assert made.sites_of(spotted.record)
    assert made.record_lifetimes(spotted.record) == ()
    assert made.still_raised(spotted.record) is None


def test_a_spot_lives_with_the_sites_that_print_its_text() -> None:
    """An unwrap's text is raised as long as an unwrap stands there, whatever else does."""
    spotted = at_spot(UNWRAP)
    made = catalog(spotted, index=sites(site(), unwrapping("v0.14.0", "v0.15.0")))
    assert made.record_lifetimes(spotted.record) == (("v0.14.0", "v0.15.0"),)
    assert made.still_raised(spotted.record) is False


def test_what_another_repository_raises_is_still_raised() -> None:
    """A text whose code moved from Burn to another repository isn't gone."""
    ours = site(runs=(("v0.13.0", "v0.20.1", 9),))
    theirs = Site(
        "e" * 16,
        "tracel-ai/cubecl",
        "cubecl-x",
        "crates/cubecl-x/src/x.rs",
        "f",
        SiteKind.PANIC,
        WORDING,
        True,
        (Lines("v0.5.0", "main", 3),),
    )
    known = {"tracel-ai/burn": RELEASES, "tracel-ai/cubecl": ("v0.5.0", "main")}
    record = file().record
    assert Catalog([record], Sites([ours, theirs], known)).still_raised(record) is True
    assert Catalog([record], Sites([ours], known)).still_raised(record) is False


def test_moved_errors_of_ours_are_known_to_be_raised() -> None:
    """Reshape's texts went to CubeCL, those of the importer to a repository of their own: none is gone."""
    known = load_catalog()
    for slug in ("reshape-element-count-differs", "onnx-squeeze-of-a-shape"):
        record = known.by_slug(slug)
        assert record is not None
        assert known.still_raised(record) is True


def test_a_wording_that_needs_its_place_lives_where_its_file_lay_before() -> None:
    """A file that moved to another crate took its text along; the same text elsewhere is another error."""
    text = "{other:?} reduction is not supported"
    spot = "sites:\n  - {path: crates/burn-nn/src/loss/cosine_embedding.rs, kind: panic}\n"
    place = f'wordings:\n  - text: "{text}"\n    needs_place: true\n{spot}'
    spotted = file(RECORD.replace(f'wordings:\n  - text: "{WORDING}"\n', place))
    here, before = (
        "crates/burn-nn/src/loss/cosine_embedding.rs",
        "crates/burn-core/src/nn/loss/cosine_embedding.rs",
    )
    moved = (
        site(text, here, runs=(("v0.20.1", "main", 97),)),
        site(text, before, runs=(("v0.15.0", "v0.15.0", 97),)),
        site(text, "crates/burn-core/src/x.rs", runs=(("v0.14.0", "v0.14.0", 97),)),
    )
    made = catalog(spotted, index=sites(*moved))
    assert made.record_lifetimes(spotted.record) == (("v0.15.0", "main"),)


def test_neighbours_of_a_wording_that_needs_its_place_tell_nothing() -> None:
    """What else a file raises says nothing about the text that a record looks for there."""
    place = f'wordings:\n  - text: "{WORDING}"\n    needs_place: true\nsites:\n  - path: {PATH}\n'
    spotted = file(RECORD.replace(f'wordings:\n  - text: "{WORDING}"\n', place))
    found = (site(runs=(("v0.15.0", "v0.20.1", 9),)), site("Another text", runs=(("v0.13.0", "main", 5),)))
    made = catalog(spotted, index=sites(*found))
    assert made.record_lifetimes(spotted.record) == (("v0.15.0", "v0.20.1"),)


def test_a_spot_alone_lives_with_all_its_sites() -> None:
    """A record that names a place and no text is about whatever fails there."""
    alone = file(RECORD.replace(f'wordings:\n  - text: "{WORDING}"\n', f"sites:\n  - path: {PATH}\n"))
    made = catalog(alone, index=sites(site("Some text", runs=(("v0.14.0", "v0.15.0", 5),))))
    assert made.record_lifetimes(alone.record) == (("v0.14.0", "v0.15.0"),)
