"""The rules for crates and features that prose names."""

from __future__ import annotations

import pytest

from bot.catalog.check import crates
from bot.catalog.symbols import Symbols
from tests.catalog.example import RECORD
from tests.catalog.small import file

NAMES = Symbols(
    {"tracel-ai/burn": ["xvulkan\tv0.16.0..", "xfusion\tv0.13.0..", "mTensor::volcano\tv0.13.0.."]}
)


def told(sentence: str) -> str:
    """Check the small record with another trigger."""
    text = RECORD.replace("Calling `Tensor::backward` with `# not a heading` in code.", sentence)
    return "\n".join(str(problem) for problem in crates.check(file(text), NAMES))


@pytest.mark.parametrize(
    "sentence",
    [
        "With the `vulkan` feature of `burn-wgpu`.",
        "With the features `vulkan` and `fusion`, as `onnx-ir` has it.",
        "Whether `volcano` is a feature isn't known.",
        "Somebody has a crate called `my-burn-demo`.",
    ],
)
def test_crates_and_features_of_a_release_pass(sentence: str) -> None:
    """What a release has, and what isn't told to be a feature or a crate of ours, should pass."""
    assert told(sentence) == ""


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("With the `volcano` feature.", "feature `volcano`"),
        ("With `vulkan` or `volcano` features.", "feature `volcano`"),
        ("Turn on feature `volcano`.", "feature `volcano`"),
        ("It lies in `burn-volcano`.", "crate `burn-volcano`"),
    ],
)
def test_other_crates_and_features_are_told(sentence: str, what: str) -> None:
    """A crate or feature that no release has should be refused."""
    assert f"trigger: no release has a {what}" in told(sentence)
