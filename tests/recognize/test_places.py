"""Reading places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.recognize.places import is_ours, parse_place

CHECKOUT = "/root/.cargo/git/checkouts/burn-6c277d7/1f5ccd4"
WINDOWS = r"C:\Users\a b\.cargo\registry\src\x-1"
REGISTRY = "/home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"


@pytest.mark.parametrize(
    ("raw", "crate", "version", "commit", "path"),
    [
        (f"{REGISTRY}/burn-ir-0.18.0/src/handle.rs:9:3", "burn-ir", "0.18.0", None, "src/handle.rs"),
        (
            f"{REGISTRY}/onnx-ir-0.20.0-pre.6/src/node/concat.rs:9:3",
            "onnx-ir",
            "0.20.0-pre.6",
            None,
            "src/node/concat.rs",
        ),
        (f"{CHECKOUT}/crates/onnx-ir/src/a.rs:9", "onnx-ir", None, "1f5ccd4", "src/a.rs"),
        (rf"{WINDOWS}\burn-import-0.13.0\src\onnx\d.rs:9:3", "burn-import", "0.13.0", None, "src/onnx/d.rs"),
        (r"~\crates\burn-ir\src\handle.rs:88:32", "burn-ir", None, None, "src/handle.rs"),
        ("burn/burn/src/train/checkpoint/file.rs:41:60", "burn", None, None, "src/train/checkpoint/file.rs"),
        ("vendor/burn-ir-0.18.0/src/handle.rs:1:1", "burn-ir", "0.18.0", None, "src/handle.rs"),
        ("external/crates_io__burn-ir-0.18.0/src/handle.rs:1:1", "burn-ir", "0.18.0", None, "src/handle.rs"),
        (f"{REGISTRY}/burn-import-0.9.0/build.rs:3:1", "burn-import", "0.9.0", None, "build.rs"),
        (
            f"{REGISTRY}/tch-0.22.0/src/wrappers/tensor.rs:9:5",
            "tch",
            "0.22.0",
            None,
            "src/wrappers/tensor.rs",
        ),
        ("src/main.rs:4:2", None, None, None, "src/main.rs"),
    ],
)
def test_a_path_tells_crate_version_and_file(
    raw: str, crate: str | None, version: str | None, commit: str | None, path: str
) -> None:
    """Registry, checkout, workspace, vendored copy, Windows: the same file."""
    place = parse_place(raw)
    assert place is not None
    assert (place.crate, place.version, place.commit, place.path) == (crate, version, commit, path)


def test_a_wrapped_path_is_put_together() -> None:
    """A hard wrap in the middle of a hash or a name."""
    place = parse_place("/x/burn-ir-0.1\n8.0/src/han\n  dle.rs:91:32")
    assert place is not None
    assert (place.crate, place.version, place.path, place.line) == ("burn-ir", "0.18.0", "src/handle.rs", 91)


@pytest.mark.parametrize("raw", ["", "a sentence", "http://x/y", "12:30:05", "no_file:3:4"])
def test_what_names_no_file_is_no_place(raw: str) -> None:
    """Times, addresses and words are no places."""
    assert parse_place(raw) is None


@pytest.mark.parametrize(
    "crate", ["burn", "burn-ir", "cubecl-wgpu", "cubek-matmul", "onnx-ir", "onnx-ir-derive"]
)
def test_crates_of_burn_and_cubecl_are_ours(crate: str) -> None:
    """Ours are known by their names."""
    assert is_ours(crate)


@pytest.mark.parametrize(
    "crate", [None, "burner", "burnout", "wgpu", "tch", "my-burn-app", "onnx", "burn-demo"]
)
def test_other_crates_are_not_ours(crate: str | None) -> None:
    """A name that only begins alike is somebody else's."""
    assert not is_ours(crate)


@given(st.text(max_size=400))
def test_no_text_raises(raw: str) -> None:
    """Anything may stand where a path is expected."""
    parse_place(raw)
