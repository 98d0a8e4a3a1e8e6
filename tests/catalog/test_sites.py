"""The index of sites, and the data that comes with the package."""

from __future__ import annotations

import time
import tracemalloc
from importlib.resources import files
from pathlib import Path

import pytest

from bot.catalog.model import Lines, SiteKind
from bot.catalog.sites import Sites, fold, line_in, load_sites, local_path

REPOS = ("tracel-ai/burn", "tracel-ai/cubecl", "tracel-ai/burn-onnx")


@pytest.fixture(scope="module")
def sites() -> Sites:
    """The sites that come with the package."""
    return load_sites()


def write(root: Path, rows: str, tags: str = "v0.1.0\nv0.2.0\nv0.3.0\nmain\n") -> Path:
    """Write a data folder with one crate file."""
    (root / "releases").mkdir(parents=True)
    (root / "releases/burn.txt").write_text(tags, encoding="utf-8")
    (root / "sites/burn").mkdir(parents=True)
    (root / "sites/burn/burn-x.tsv").write_text(rows, encoding="utf-8")
    return root


def test_a_row_gives_all_facts_of_its_site(tmp_path: Path) -> None:
    """Runs of lines, gaps, escapes and marks should be read as written."""
    row = "\t0123456789abcdef\tcheck\tA::b\tdpf\tA::b\tv0.1.0:3 v0.2.0:- v0.3.0:5\ttwo\\nlines \\\\n {x}"
    (site,) = load_sites(write(tmp_path, f"crates/burn-x/src/a.rs\n{row}\n")).all()
    assert site.wording == "two\nlines \\n {x}"
    assert site.lines == (Lines("v0.1.0", "v0.1.0", 3), Lines("v0.3.0", "main", 5))
    assert (site.kind, site.in_release, site.public, site.optional, site.api) == (
        SiteKind.CHECK,
        False,
        True,
        True,
        "A::b",
    )
    assert (site.crate, site.path, site.function) == ("burn-x", "crates/burn-x/src/a.rs", "A::b")


@pytest.mark.parametrize(
    "row",
    ["\tonly\tthree\tfields", "\tid\tno-kind\tf\t-\t\tv0.1.0:1", "\tid\tpanic\tf\t-\t\tv9.0.0:1 v9.1.0:2"],
)
def test_a_broken_row_is_named(tmp_path: Path, row: str) -> None:
    """A row that isn't in the format should be refused with file and line."""
    with pytest.raises(ValueError, match=r"burn-x\.tsv:2: not a site"):
        load_sites(write(tmp_path, f"a.rs\n{row}\n"))


def test_every_site_is_found_by_id_wording_and_place(sites: Sites) -> None:
    """The three ways into the index should lead to the same sites, ids used once."""
    assert len({site.id for site in sites.all()}) == len(sites)
    for site in sites.all()[::97]:
        assert sites.by_id(site.id) is site
        assert site in sites.at(site.crate, site.path)
        if site.wording is not None:
            assert site in sites.for_wording(site.wording)
    assert sites.by_id("0" * 16) is None


def test_a_registry_path_finds_the_file(sites: Sites) -> None:
    """A path below the crate should find the sites of all folders the crate lay in."""
    found = sites.at("burn-autodiff", "src/checkpoint/builder.rs")
    assert "Node {:?} is needed but never checkpointed" in {site.wording for site in found}
    assert sites.at("burn-autodiff", "src/nowhere.rs") == ()


def test_placeholder_names_and_blanks_may_differ(sites: Sites) -> None:
    """Renaming a placeholder should change neither which sites a wording has nor its releases."""
    found = sites.for_wording("Should have handle  for tensor {whatever:?}")
    assert {site.crate for site in found} >= {"burn-ir"}
    same = [sites.for_wording(f"Should have handle for tensor {name}") for name in ("{:?}", "{id:?}")]
    assert set(same[0]) == set(same[1]) == set(found)
    assert same[1][0].wording == "Should have handle for tensor {id:?}"
    assert {lines.first for site in found for lines in site.lines} >= {"v0.18.0"}
    assert min(site.lines[0].first for site in found) < "v0.18.0"
    assert sites.for_wording("Should have handle for nothing") == ()


@pytest.mark.parametrize(
    ("wording", "folded"),
    [("a {x:?} {{b}} {0}", "a {} {{b}} {}"), ("a\n   b", "a b"), ("{n}. {n}", "{}. {}")],
)
def test_folding_keeps_what_is_said(wording: str, folded: str) -> None:
    """Names in placeholders and white space go, doubled braces stay."""
    assert fold(wording) == folded


@pytest.mark.parametrize(
    ("path", "local"),
    [
        ("crates/burn-ir/src/handle.rs", "src/handle.rs"),
        ("burn-tensor/src/tensor/src/x.rs", "src/tensor/src/x.rs"),
        ("src/lib.rs", "src/lib.rs"),
        ("crates/my_src/build.rs", "build.rs"),
    ],
)
def test_local_paths_are_those_of_the_registry(path: str, local: str) -> None:
    """The part below the crate should be cut out at the first ``src``."""
    assert local_path(path) == local


def test_a_line_is_told_for_the_releases_that_have_it(sites: Sites) -> None:
    """The line of a known message should be right in a known release, and missing before it was written."""
    releases = sites.releases("tracel-ai/burn")
    (site,) = (s for s in sites.for_wording("Node {:?} is needed but never checkpointed"))
    assert line_in(site, "v0.17.0", releases) == 223
    assert line_in(site, "v0.12.1", releases) is None
    assert line_in(site, "v99.0.0", releases) is None


def test_all_releases_are_there(sites: Sites) -> None:
    """Every release of the three repositories from the first on, main last, books left out."""
    burn, cubecl, onnx = (sites.releases(repo) for repo in REPOS)
    assert (burn[0], burn[-1], cubecl[0], cubecl[-1], onnx[-1]) == (
        "v0.3.0",
        "main",
        "v0.1.1",
        "main",
        "main",
    )
    assert len(burn) >= 42
    assert len(cubecl) >= 25
    assert "v0.20.0-pre.6" in burn
    assert not any("book" in tag for tag in burn)
    assert sites.releases("somebody/else") == ()


def test_as_many_wordings_as_a_crude_count_finds(sites: Sites) -> None:
    """At least the distinct wordings that a count over panic family, expect and thiserror alone gives."""
    counts = [len({s.wording for s in sites.all() if s.repo == repo and s.wording}) for repo in REPOS]
    assert all(count >= least for count, least in zip(counts, (2217, 983, 221), strict=True)), counts


def test_loading_is_quick_and_small() -> None:
    """Under 0.3 s of processor time and 120 MB, as a worker loads it on every start."""
    spent = []
    for _ in range(3):
        start = time.process_time()
        load_sites()
        spent.append(time.process_time() - start)
    tracemalloc.start()
    load_sites()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert min(spent) < 0.3, spent
    assert peak < 120 * 2**20, peak


def test_the_data_stays_small() -> None:
    """All data files together should stay under 6 MB, and be text that a diff can show."""
    root = Path(str(files("bot.catalog").joinpath("data")))
    found = [file for file in root.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in found) < 6 * 10**6
    assert {file.suffix for file in found} <= {".tsv", ".txt", ".md"}
