"""``burnerr catalog build`` and ``burnerr catalog diff``, run as a person runs them."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from bot.cli.catalog_build import build
from bot.cli.catalog_diff import diff
from tests.extract.rust_repo import crate, make_repo

ONE = {
    "crates/burn-core/Cargo.toml": crate("burn-core"),
    "crates/burn-core/src/lib.rs": 'pub fn f() { panic!("A message that stays") }\n',
}
TWO = {
    **ONE,
    "crates/burn-core/src/more.rs": '/// # Panics\npub fn g() { panic!("A message that is new {x}") }\n',
}


def test_build_and_diff_tell_what_a_release_brought(tmp_path: Path) -> None:
    """A build should say what it read and wrote; a diff of its folder should name the new message."""
    repo = make_repo(tmp_path / "repo", {"v0.1.0": ONE, "v0.2.0": TWO, "main": TWO})
    out = str(tmp_path / "data")
    built = CliRunner().invoke(build, ["--repo", str(repo), "--out", out])
    assert built.exit_code == 0, built.output
    assert "tracel-ai/burn: 3 releases (v0.1.0 to main), 2 sites, 2 wordings" in built.output
    told = CliRunner().invoke(diff, ["v0.1.0", "v0.2.0", "--data", out])
    assert told.exit_code == 0, told.output
    assert "New messages: 1\n     1 burn-core" in told.output
    assert "burn-core g [panic] (documented, public): A message that is new {x}" in told.output
    assert "New messages: 0" in CliRunner().invoke(diff, ["--data", out]).output


def test_what_cannot_be_built_or_compared_is_said_in_a_sentence(tmp_path: Path) -> None:
    """Wrong repositories and unknown releases should end with a message, not with a traceback."""
    other = make_repo(tmp_path / "other", {"main": {"src/lib.rs": ""}})
    refused = CliRunner().invoke(build, ["--repo", str(other), "--out", str(tmp_path / "data")])
    assert refused.exit_code == 1
    assert "is none of" in refused.output
    no_git = CliRunner().invoke(build, ["--repo", str(tmp_path), "--out", str(tmp_path / "data")])
    assert no_git.exit_code == 1
    assert "not a git repository" in no_git.output
    unknown = CliRunner().invoke(diff, ["v0.1.0", "v9.9.9"])
    assert unknown.exit_code == 1
    assert "was not extracted" in unknown.output
