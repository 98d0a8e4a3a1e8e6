"""A panic's name for grouping."""

from __future__ import annotations

import pytest

from bot.recognize.fingerprint import fingerprint
from bot.recognize.places import parse_place

REGISTRY = "/home/ada/.cargo/registry/src/index.crates.io-1949"


def name(place: str, message: str) -> str:
    """Give the fingerprint of a message at a place."""
    return fingerprint(parse_place(place), (message,))


SAME = [
    (
        f"{REGISTRY}/burn-ir-0.18.0/src/handle.rs:91:32",
        "No handle 7 of [2, 3] in /tmp/a for TensorId { value: 1 }",
    ),
    (
        f"{REGISTRY}/burn-ir-0.20.1/src/handle.rs:88:2",
        "No handle 12 of [4] in /var/x/b for TensorId { value: 23 }",
    ),
    (r"C:\a\burn-ir-0.18.0\src\handle.rs:1:1", "No handle 0 of [] in ~/c for TensorId { value: 5 }"),
    ("crates/burn-ir/src/handle.rs:99:1", "No handle 9 of [1, 2, 3, 4] in ./d for TensorId { value: 0x1f }"),
]


@pytest.mark.parametrize(("place", "message"), SAME)
def test_numbers_shapes_ids_paths_and_lines_do_not_count(place: str, message: str) -> None:
    """What changes from run to run and from release to release isn't in it."""
    assert name(place, message) == name(*SAME[0])


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (SAME[0][0], "No tensor 7 of [2, 3]"),
        (f"{REGISTRY}/burn-ir-0.18.0/src/tensor.rs:91:32", SAME[0][1]),
        (f"{REGISTRY}/burn-nn-0.18.0/src/handle.rs:91:32", SAME[0][1]),
    ],
)
def test_words_files_and_crates_count(place: str, message: str) -> None:
    """Another text, file or crate is another panic."""
    assert name(place, message) != name(*SAME[0])
