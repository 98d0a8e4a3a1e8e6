"""What a release changed, and what that means for the records."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.lineage import Change, Lineage
from bot.catalog.model import Lines, Site, SiteKind
from bot.catalog.record_file import parse_record
from bot.catalog.sites import Sites
from bot.cli.catalog_diff import report
from bot.extract.compare import compare, exposure, touched, unwritten
from tests.catalog.example import RECORD

BURN, ONNX = "tracel-ai/burn", "tracel-ai/burn-onnx"
TAGS = ("v0.1.0", "v0.2.0", "v0.3.0", "main")
NODE = "Node {:?} is needed but never checkpointed"
NODE_NEW = "Node {:?} is needed but was never checkpointed"


def site(wording: str | None, first: str, last: str, **facts: object) -> Site:
    """Make a site; its id is made of its wording and place."""
    crate = str(facts.pop("crate", "burn-autodiff"))
    values: dict[str, object] = {
        "repo": BURN, "crate": crate, "path": f"crates/{crate}/src/a.rs", "function": "f",
        "kind": SiteKind.PANIC,
        "wording": wording, "in_release": True, "lines": (Lines(first, last, 1),),
    } | facts  # fmt: skip
    ident = f"{abs(hash((wording, crate, first, str(facts)))):016x}"[:16]
    return Site(id=ident, **values)  # type: ignore[arg-type] # the keys are the test's own


SITES = Sites(
    [
        site(NODE, "v0.1.0", "v0.1.0"),
        site("Node {:?} passed through here", "v0.2.0", "v0.2.0"),
        site(NODE_NEW, "v0.3.0", "main"),
        site("Stays where it is", "v0.1.0", "main"),
        site("Goes to a new crate", "v0.1.0", "v0.2.0", crate="burn-jit"),
        site("Goes to a new crate", "v0.3.0", "main", crate="burn-cubecl"),
        site("Gets a repository of its own", "v0.1.0", "v0.1.0", crate="onnx-ir"),
        site("Gets a repository of its own", "v0.1.0", "main", crate="onnx-ir", repo=ONNX),
        site("Nothing came after this", "v0.1.0", "v0.2.0"),
        site("A helper fails deep inside", "v0.3.0", "main", crate="burn-fusion"),
        site("The user called it wrongly", "v0.3.0", "main", crate="burn-nn", public=True, api="f"),
        site("ok {}", "v0.3.0", "main"),
        site(None, "v0.3.0", "main", kind=SiteKind.UNWRAP),
        site(None, "v0.1.0", "v0.1.0", kind=SiteKind.UNWRAP, crate="burn-tch"),
    ],
    {BURN: TAGS, ONNX: ("v0.1.0", "main")},
)
LINEAGE = Lineage(
    [
        Change(
            "reworded",
            BURN,
            "v0.2.0",
            "burn-autodiff",
            "burn-autodiff",
            "f",
            NODE,
            "Node {:?} passed through here",
        ),
        Change(
            "reworded",
            BURN,
            "v0.3.0",
            "burn-autodiff",
            "burn-autodiff",
            "f",
            "Node {:?} passed through here",
            NODE_NEW,
        ),
    ]
)


@pytest.fixture
def catalog() -> Catalog:
    """A catalogue with one record, about the reworded text."""
    return Catalog([parse_record(RECORD, "burn-autodiff/node.md").record], SITES)


def test_each_text_is_told_once() -> None:
    """New, reworded, moved and gone should part the texts that changed; those that stayed aren't told."""
    change = compare(SITES, LINEAGE, BURN, "v0.1.0", "v0.3.0")
    assert [s.wording for s in change.added] == ["The user called it wrongly", "A helper fails deep inside"]
    assert [(c.old, c.new, c.tag) for c in change.reworded] == [(NODE, NODE_NEW, "v0.3.0")]
    assert [(m.wording, m.old, m.new) for m in change.moved] == [
        ("Goes to a new crate", ("burn-jit",), ("burn-cubecl",)),
        ("Gets a repository of its own", ("onnx-ir",), ("tracel-ai/burn-onnx:onnx-ir",)),
    ]
    assert [s.wording for s in change.gone] == ["Nothing came after this"]
    assert change.places == {"burn-autodiff": (1, 0), "burn-tch": (0, 1)}


def test_nothing_changed_between_equal_releases() -> None:
    """A release compared with itself should show no change."""
    change = compare(SITES, LINEAGE, BURN, "v0.3.0", "v0.3.0")
    assert (change.added, change.reworded, change.moved, change.gone, change.places) == ((), (), (), (), {})


def test_an_unknown_release_is_refused() -> None:
    """A release that wasn't extracted should be refused with those that were."""
    with pytest.raises(ValueError, match=r"v9\.0\.0 was not extracted; known are v0\.1\.0 to main"):
        compare(SITES, LINEAGE, BURN, "v0.1.0", "v9.0.0")


def test_the_most_exposed_come_first() -> None:
    """What users call, documented and public, in release builds and default features should come before
    the rest.
    """
    ordered = [
        site("a", "v0.1.0", "main", crate="burn-nn", kind=SiteKind.CHECK),
        site("b", "v0.1.0", "main", crate="burn-nn", api="f", public=True),
        site("c", "v0.1.0", "main", crate="burn-nn", public=True),
        site("d", "v0.1.0", "main", crate="burn-nn", public=True, optional=True),
        site("e", "v0.1.0", "main", crate="burn-fusion", public=True),
        site("f", "v0.1.0", "main", crate="burn-nn", kind=SiteKind.UNREACHABLE),
        site("g", "v0.1.0", "main", crate="burn-nn", in_release=False),
    ]
    shuffled = [ordered[at] for at in (3, 6, 0, 5, 2, 4, 1)]
    assert sorted(shuffled, key=exposure) == ordered


def test_records_are_touched_by_their_texts_only(catalog: Catalog) -> None:
    """A record of a reworded text should be told with the new one; later changes don't touch it."""
    (hit,) = touched(catalog, compare(SITES, LINEAGE, BURN, "v0.1.0", "v0.3.0"))
    assert hit.record.file == "burn-autodiff/node.md"
    assert hit.why == (f"{NODE} — reworded in v0.3.0: {NODE_NEW}",)
    assert touched(catalog, compare(SITES, LINEAGE, BURN, "v0.3.0", "main")) == []


def test_texts_without_a_record_are_to_be_written(catalog: Catalog) -> None:
    """New texts that no record holds should be listed, the most exposed first."""
    change = compare(SITES, LINEAGE, BURN, "v0.1.0", "v0.3.0")
    assert [s.crate for s in unwritten(catalog, change)] == ["burn-nn", "burn-fusion"]


def test_the_report_tells_all_of_it_within_its_limit(catalog: Catalog) -> None:
    """Every part should have its count, long lists their rest, and no line be wider than a terminal likes."""
    lines = list(report(compare(SITES, LINEAGE, BURN, "v0.1.0", "v0.3.0"), catalog, 1))
    text = "\n".join(lines)
    for part in (
        "New messages: 2",
        "Reworded: 1",
        "Moved: 2",
        "Gone: 1",
        "1 came, 1 went",
        "Records touched: 1",
    ):
        assert part in text
    assert (
        "Records to write, most exposed first: 2\n  burn-nn f [panic] (documented, public): The user" in text
    )
    assert text.count("… and 1 more") == 2
    assert max(map(len, lines)) < 200


def test_a_folder_that_another_build_wrote_can_be_compared(tmp_path: Path) -> None:
    """The command should read the folder named, and refuse one without releases."""
    from click.testing import CliRunner

    from bot.cli.catalog_diff import diff

    done = CliRunner().invoke(diff, ["--data", str(tmp_path)])
    assert done.exit_code == 1
    assert "run `burnerr catalog build` first" in done.output
