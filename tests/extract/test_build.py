"""The whole way, from a small Git repository to sites, lineage and moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.catalog.lineage import load_lineage
from bot.catalog.sites import Sites, line_in, load_sites
from bot.catalog.symbols import load_symbols
from bot.extract.build import build, releases_of, short_name
from bot.extract.git import GitError
from tests.extract.rust_repo import add_release, crate, make_repo

REPO = "tracel-ai/burn"
HANDLE_1 = """
pub struct Handles;
impl Handles {
    pub fn get(&self) -> u8 {
        self.map.get(0).unwrap();
        panic!("Should have the handle {id:?}")
    }
    pub fn other(&self) { panic!("Gone soon, nothing like it") }
}
"""
HANDLE_2 = "// a line more\n" + HANDLE_1.replace(
    "Should have the handle {id:?}", "Should have a handle for {id:?}"
).replace("Gone soon, nothing like it", "Wholly different words")
ONE = {
    "README.md": "no source",
    "burn-core/Cargo.toml": crate("burn-core"),
    "burn-core/src/lib.rs": "#[cfg(test)]\nmod helpers;\n" + HANDLE_1,
    "burn-core/src/helpers.rs": 'fn f() { panic!("only in tests") }',
    "xtask/Cargo.toml": crate("xtask"),
    "xtask/src/main.rs": 'fn main() { panic!("a tool") }',
}
GPU = 'fn f() {\n    panic!("moves to another crate")\n}\npub fn a() {}\npub fn b() {}\n'
TWO = {
    "crates/burn-core/Cargo.toml": crate("burn-core"),
    "crates/burn-core/src/lib.rs": HANDLE_1,
    "crates/burn-core/src/gpu.rs": GPU,
}
THREE = {
    "crates/burn-core/Cargo.toml": crate("burn-core"),
    "crates/burn-core/src/lib.rs": HANDLE_2,
    "crates/burn-gpu/Cargo.toml": crate("burn-gpu"),
    "crates/burn-gpu/src/gpu.rs": TWO["crates/burn-core/src/gpu.rs"],
}


def extract(repo: Path, out: Path, until: str | None = None) -> Sites:
    """Build without a word, and load the result."""
    build([repo], out, until, lambda line: None)
    return load_sites(out)


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of three releases, a book's tag among them, and main."""
    releases = {"v0.2.0": ONE, "v0.10.0-pre.1": TWO, "v0.10.0-book": TWO, "v0.10.0": THREE, "main": THREE}
    return make_repo(tmp_path_factory.mktemp("repo"), releases)


@pytest.fixture(scope="module")
def data(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a build of it wrote."""
    out = tmp_path_factory.mktemp("data")
    build([repo], out, progress=lambda line: None)
    return out


def test_releases_are_ordered_and_books_left_out(repo: Path) -> None:
    """Tags should be in the order of versions, pre-releases before their release, main last."""
    assert releases_of(repo / ".git") == ("v0.2.0", "v0.10.0-pre.1", "v0.10.0", "main")


def test_lines_are_told_by_ranges(data: Path) -> None:
    """A site that keeps its line over releases should have one range; a moved one as many as it has lines."""
    sites = load_sites(data)
    (site,) = sites.for_wording("Wholly different words")
    assert [(r.first, r.last, r.line) for r in site.lines] == [("v0.10.0", "main", 9)]
    unwrap = next(s for s in sites.at("burn-core", "crates/burn-core/src/lib.rs") if s.kind.value == "unwrap")
    assert [(r.first, r.last, r.line) for r in unwrap.lines] == [
        ("v0.10.0-pre.1", "v0.10.0-pre.1", 5),
        ("v0.10.0", "main", 6),
    ]
    assert line_in(unwrap, "v0.10.0", sites.releases(REPO)) == 6
    assert line_in(unwrap, "v0.2.0", sites.releases(REPO)) is None


def test_tests_and_tools_are_left_out(data: Path) -> None:
    """A test module's own file and other packages of the workspace should give no site."""
    assert {site.crate for site in load_sites(data).all()} == {"burn-core", "burn-gpu"}
    assert load_sites(data).for_wording("only in tests") == ()


def test_ids_stay_when_a_release_comes(repo: Path, data: Path, tmp_path: Path) -> None:
    """A build up to an earlier release should give the same ids to the sites it has."""
    early = extract(repo, tmp_path, "v0.10.0-pre.1")
    assert early.releases(REPO) == ("v0.2.0", "v0.10.0-pre.1")
    assert {site.id for site in early.all()} <= {site.id for site in load_sites(data).all()}


def test_the_same_input_gives_the_same_bytes(repo: Path, data: Path, tmp_path: Path) -> None:
    """Two builds should not differ in a byte, and a second one into the same folder should leave nothing
    stale.
    """
    (tmp_path / "sites/burn").mkdir(parents=True)
    (tmp_path / "sites/burn/burn-old.tsv").write_text("stale", encoding="utf-8")
    build([repo], tmp_path, progress=lambda line: None)
    written = {f.relative_to(tmp_path): f.read_bytes() for f in tmp_path.rglob("*") if f.is_file()}
    assert written == {f.relative_to(data): f.read_bytes() for f in data.rglob("*") if f.is_file()}


def test_a_reworded_text_is_tied_to_its_successor(data: Path) -> None:
    """The new text of the same function should follow the old one; unlike texts are two messages."""
    lineage = load_lineage(data)
    (change,) = lineage.after("Should have the handle {id:?}")
    assert (change.kind, change.tag, change.new) == ("reworded", "v0.10.0", "Should have a handle for {id:?}")
    assert lineage.after("Gone soon, nothing like it") == ()
    assert lineage.family("Should have a handle for {id:?}") == (
        "Should have the handle {id:?}",
        "Should have a handle for {id:?}",
    )


def test_a_text_that_went_to_another_crate_is_told(data: Path) -> None:
    """The same text in another crate from one release on should be a move."""
    (change,) = load_lineage(data).of("moves to another crate")
    assert (change.kind, change.crate, change.new_crate, change.tag) == (
        "moved",
        "burn-core",
        "burn-gpu",
        "v0.10.0",
    )


def test_moved_files_are_told(data: Path) -> None:
    """A file that only changed its folder should be in the table of moves."""
    rows = (data / "renames/burn.tsv").read_text(encoding="utf-8").splitlines()
    assert "v0.10.0-pre.1\tburn-core/src/lib.rs\tcrates/burn-core/src/lib.rs" in rows


def test_symbols_know_their_releases(data: Path) -> None:
    """A name should be known from the first release that defines it to the last."""
    symbols = load_symbols(data)
    assert symbols.known("Handles::get", REPO, "v0.2.0")
    assert symbols.known("burn-gpu", REPO, "main")
    assert not symbols.known("burn-gpu", REPO, "v0.2.0")
    assert not symbols.known("Handles::gat")
    assert "get" in symbols.nearest("Handles::gett")


def test_a_changed_line_only_changes_its_own_site(repo: Path, tmp_path: Path) -> None:
    """The written files should differ, after one more release, only in the lines of sites that moved."""
    copy = make_repo(tmp_path / "repo", {"v0.2.0": TWO, "main": TWO})
    extract(copy, tmp_path / "one")
    add_release(
        copy, "v0.3.0", {**TWO, "crates/burn-core/src/gpu.rs": "\n" + TWO["crates/burn-core/src/gpu.rs"]}
    )
    extract(copy, tmp_path / "two")
    file = "sites/burn/burn-core.tsv"
    old = set((tmp_path / "one" / file).read_text(encoding="utf-8").splitlines())
    new = set((tmp_path / "two" / file).read_text(encoding="utf-8").splitlines())
    assert len(new - old) == 1
    assert "v0.2.0:2 v0.3.0:3" in next(iter(new - old))


def test_another_repository_is_refused(tmp_path: Path) -> None:
    """A repository that is none of the three should be refused with the three names."""
    other = make_repo(tmp_path, {"main": {"src/lib.rs": "fn f() {}"}})
    with pytest.raises(ValueError, match="is none of tracel-ai/burn, tracel-ai/cubecl, tracel-ai/burn-onnx"):
        short_name(other / ".git")


def test_a_folder_without_git_is_refused(tmp_path: Path) -> None:
    """Git's own words should be told."""
    with pytest.raises(GitError, match="not a git repository"):
        build([tmp_path], tmp_path / "out")
