"""The rules for values that samples show."""

from __future__ import annotations

import pytest

from bot.catalog.check.shown import Shown
from bot.catalog.check.values import check_values
from bot.catalog.symbols import Symbols

NAMES = Symbols(
    {
        "tracel-ai/burn": [
            "FNodeID::value\tv0.6.0..v0.18.0",
            "FNodeId::value\tv0.19.0..",
            "tNodeID\tv0.6.0..",
        ],
        "tracel-ai/cubecl": ["FShape::dims\tv0.10.0.."],
    }
)


def told(message: str, version: str = "0.20.1", crate: str = "burn-core", *, whole: bool = True) -> str:
    """Check a panic's values."""
    return "\n".join(check_values(Shown(crate, version, "src/x.rs", 1, message, whole=whole), NAMES))


@pytest.mark.parametrize(
    "message",
    [
        "assertion `left == right` failed: too few\n  left: 1\n right: 2",
        "assertion `left != right` failed\n  left: [1, 2]\n right: [1, 2]",
        "assertion failed: `(left == right)`\n  left: `1`,\n right: `2`: too few",
        "index out of bounds: the len is 3 but the index is 3",
        "no NodeId { value: 7 } there",
        "Os { code: 2, kind: NotFound }",  # nobody knows its fields
        "Shape { dims: [1] }",
    ],
)
def test_values_that_can_be_pass(message: str) -> None:
    """Operands that break the assertion, indices beyond the end and fields of the release should pass."""
    assert told(message, "0.21.0") == ""


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("assertion `left == right` failed: too few\n  left: 2\n right: 2", "left 2 and right 2"),
        ("assertion `left != right` failed\n  left: 1\n right: 2", "left 1 and right 2"),
        ("index out of bounds: the len is 3 but the index is 2", "index 2 of 3 elements"),
        ("no NodeID { value: 7 } there", "prints `NodeID { value: .. }`"),
        ("Shape { dims: [1] }", "`Shape` of v0.20.1 has no such field"),
    ],
)
def test_values_that_cannot_be_are_told(message: str, what: str) -> None:
    """Operands that hold, an index within, and a field that the release doesn't have should be refused."""
    assert what in told(message)


def test_cut_operands_are_not_compared() -> None:
    """Operands that may be cut tell nothing."""
    assert told("assertion `left == right` failed\n  left: 2\n right: 2", whole=False) == ""


def test_crates_of_cubecl_are_read_with_the_burn_built_on_them() -> None:
    """A place in CubeCL tells its own release; names are looked up in what goes with it."""
    assert told("NodeID { value: 7 }", "0.6.0", "cubecl-runtime") == ""
    assert "NodeID" in told("NodeID { value: 7 }", "0.9.0", "cubecl-runtime")
    assert told("NodeID { value: 7 }", "0.7.1", "cubecl-runtime") == ""  # no Burn is built on it
