"""Releases, and what moved when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.catalog import versions
from bot.catalog.versions import (
    burn_of,
    cubecl_of,
    current_path,
    homes,
    in_order,
    is_release,
    is_stable,
    parts_of,
    predecessors,
    release_key,
    releases,
    successors,
    tag_of,
)

BURN = "tracel-ai/burn"


def test_tags_are_ordered_as_versions() -> None:
    """Numbers count as numbers, pre-releases come before their release, main comes last."""
    tags = ["main", "v0.9.0", "v0.10.0", "v0.20.0", "v0.20.0-pre.10", "v0.20.0-pre.9", "v0.20.0-rc.1"]
    assert in_order(tags) == (
        "v0.9.0", "v0.10.0", "v0.20.0-pre.9", "v0.20.0-pre.10", "v0.20.0-rc.1", "v0.20.0", "main",
    )  # fmt: skip


@given(st.tuples(*[st.integers(0, 99)] * 3), st.tuples(*[st.integers(0, 99)] * 3))
def test_the_order_is_that_of_the_numbers(one: tuple[int, ...], two: tuple[int, ...]) -> None:
    """Any two plain tags should stand as their numbers do."""
    tags = ["v" + ".".join(map(str, version)) for version in (one, two)]
    assert (release_key(tags[0]) < release_key(tags[1])) is (one < two)


@pytest.mark.parametrize(
    ("tag", "release", "stable"),
    [
        ("v0.14.0", True, True),
        ("v0.14.0-pre.1", True, False),
        ("main", True, False),
        ("v0.14.0-book", False, None),
        ("0.14.0", False, None),
        ("v1", False, None),
    ],
)
def test_what_is_a_release(tag: str, release: bool, stable: bool | None) -> None:
    """Books and other tags are no releases; pre-releases and main aren't stable."""
    assert is_release(tag) is release
    if stable is not None:
        assert is_stable(tag) is stable


def test_no_release_is_refused() -> None:
    """A key of something that is no release should be refused with an example."""
    with pytest.raises(ValueError, match=r"v0\.18\.0"):
        release_key("latest")


@pytest.mark.parametrize(
    ("version", "tag"),
    [
        ("0.18.0", "v0.18.0"),
        ("v0.18.0", "v0.18.0"),
        ("0.20.0-pre.3", "v0.20.0-pre.3"),
        ("0.19", "v0.19.1"),
        ("=0.20.1", "v0.20.1"),
        ("9.9.9", None),
        ("", None),
        ("0.1", None),
    ],
)
def test_a_crate_version_has_its_tag(version: str, tag: str | None) -> None:
    """Full versions name their tag, short ones the newest stable one, unknown ones none."""
    assert tag_of(version) == tag


def test_burn_stands_on_the_cubecl_its_manifest_names() -> None:
    """The table should tell both ways, and nothing for releases before CubeCL."""
    assert (cubecl_of("v0.18.0"), cubecl_of("v0.21.0"), cubecl_of("main")) == ("v0.6.0", "v0.10.0", "main")
    assert cubecl_of("v0.13.0") is None
    assert burn_of("v0.9.0") == ("v0.20.0", "v0.20.1")
    assert parts_of(BURN, "v0.18.0")["wgpu"] == "25.0.0"
    assert parts_of(BURN, "v99.0.0") == {}


def test_a_crate_s_homes_are_told_in_order() -> None:
    """A crate that got a repository of its own should have lived in both."""
    lived = [(home.repo, home.first, home.last) for home in homes("onnx-ir")]
    assert lived[0] == (BURN, "v0.14.0", "v0.20.1")
    assert lived[1][0] == "tracel-ai/burn-onnx"
    assert homes("serde") == ()


def test_a_file_s_moves_are_followed() -> None:
    """An old path should lead to the newest one, in the same repository; unknown paths stay."""
    assert current_path(BURN, "burn-fusion/src/handle.rs") == "crates/burn-ir/src/handle.rs"
    assert current_path(BURN, "crates/burn-ir/src/handle.rs") == "crates/burn-ir/src/handle.rs"
    assert current_path(BURN, "nowhere.rs") == "nowhere.rs"
    assert current_path("somebody/else", "a.rs") == "a.rs"


def test_moves_in_a_circle_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that moved there and back should not be followed for ever."""
    steps = {"a": [("v0.1.0", "b")], "b": [("v0.2.0", "a")]}
    monkeypatch.setattr(versions, "_moves", lambda repo: steps)
    assert current_path(BURN, "a") == "b"


def test_successors_of_crates_are_known_and_fit_the_tables() -> None:
    """The hand-kept list should name crates that lived then, and releases that exist."""
    assert {step.new_crate for step in successors("burn-jit")} == {"burn-cubecl", "burn-cubecl-fusion"}
    assert {step.crate for step in predecessors("burn-std")} >= {"burn-common", "burn-tensor"}
    for crate in ("burn-jit", "burn-hip", "burn-common", "cubecl-linalg", "burn-import"):
        for step in successors(crate):
            assert step.tag in releases(step.repo)
            assert homes(step.crate)
            assert homes(step.new_crate)
