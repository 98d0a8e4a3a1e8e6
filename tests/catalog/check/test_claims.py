"""Which names prose and code claim, and which of them no release defines."""

from __future__ import annotations

import pytest

from bot.catalog.check import identifiers
from bot.catalog.check.claims import in_prose, in_rust, in_span
from bot.catalog.symbols import Symbols, load_symbols
from tests.catalog.example import RECORD
from tests.catalog.small import catalog, file

NAMES = Symbols(
    {
        "tracel-ai/burn": [
            "mTensor::backward\tv0.13.0..",
            "mTensor::old_name\tv0.3.0..v0.12.0",
            "mTensor::new_name\tv0.21.0..",
            "mModule::load\tv0.3.0..",
            "tTensor\tv0.3.0..",
            "dtensor\tv0.3.0..",
        ],
        "tracel-ai/cubecl": ["tRuntimeOptions\tv0.1.0..v0.4.0"],
    }
)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("Tensor::<B, 2>::from_data(data, &device)", ["Tensor::from_data"]),
        ("burn::tensor::Tensor", ["tensor::Tensor"]),
        ("x.slice([start..end])", ["slice"]),
        ("Autodiff<Wgpu, BalancedCheckpointing>", ["BalancedCheckpointing"]),
        ("Autodiff", ["Autodiff"]),
        ("require_grad", ["require_grad"]),
        ("with_remapping(old_pattern, new_path)", ["with_remapping"]),
        ("panic!", ["panic"]),
        ("reshape", []),
        ("default-features = false", []),
        ("RUST_BACKTRACE=1", []),
        ("crates/burn/src/lib.rs", []),
        ("model.mpk.gz", []),
        ("_backward", []),
        ("try_", []),
        ("Node {:?} is needed", []),
        ("cargo update -p burn_core", []),
        ("Expected one element", []),
    ],
)
def test_span_claims_names(code: str, names: list[str]) -> None:
    """A code span should claim paths, calls, types and long names; not shell, files or messages."""
    assert [claim.text for claim in in_span(code)] == names


def test_prose_claims_only_in_code() -> None:
    """Words outside code spans should claim nothing."""
    assert [claim.text for claim in in_prose("Call require_grad or `x.detach()`, Tensor.")] == ["detach"]


def test_rust_claims_what_it_takes_from_elsewhere() -> None:
    """Types, paths, calls, fields and macros should be claimed; names of the code's own should not."""
    code = """
use burn::tensor::{Tensor, backend::Backend};
let tensor = Tensor::<B, 2>::from_data(data, &device).require_grad();
struct Net<B: Backend> { linear: Linear<B> }
fn run<B: Backend>(net: Net<B>, device: &B::Device) -> Vec<f32> {
    let doubled = scale(|item| item.weight);
    println!("{}", doubled); // OfComment
    match mode { Mode::Fast { speed, .. } => net.linear.forward(tensor), _ => doubled }
}
"""
    names = [claim.text for claim in in_rust(code)]
    assert names == [
        "Tensor",
        "backend::Backend",
        "Tensor::from_data",
        "require_grad",
        "Backend",
        "Linear",
        "Backend",
        "Vec",
        "scale",
        "weight",
        "println",
        "Mode::Fast",
        "speed",
        "forward",
    ]


def said(text: str) -> str:
    """Tell what the rule says of a record."""
    one = file(text)
    return "\n".join(map(str, identifiers.check(one, catalog(one), NAMES)))


def test_known_names_pass() -> None:
    """Names of Burn, of std, of the user's own and of the message should pass."""
    assert said(RECORD) == ""
    text = "Calling `Vec::new`, `MyModel::load`, `B::backward`, `Tensor::default` and"
    assert said(RECORD.replace("Calling", text)) == ""


def test_invented_name_is_told_with_line_and_neighbours() -> None:
    """A method that no release defines should be told with its line and near names."""
    text = RECORD.replace("Calling `Tensor::backward`", "Calling `Tensor::backwards`")
    line = text[: text.index("### Trigger")].count("\n") + 1
    told = said(text)
    assert (
        f"burn-autodiff/never-checkpointed.md:{line}: trigger: `Tensor::backwards` is defined in no" in told
    )
    assert "nearest: backward" in told


def test_invented_name_in_an_example_is_told_with_its_line() -> None:
    """A name in code should be told at the line of the code."""
    text = RECORD.replace("drop(loss);", "loss.backwards();")
    [line] = [number for number, row in enumerate(text.split("\n"), start=1) if "backwards" in row]
    assert f":{line}: after: `backwards` is defined in no known release" in said(text)


def test_name_of_another_type_is_told() -> None:
    """A method should be looked for on the type it is said to be of."""
    assert "`Gradients::backward` is defined in no" in said(
        RECORD.replace("Tensor::backward", "Gradients::backward")
    )


def test_name_gone_before_the_error_is_told() -> None:
    """A name gone before the error came should be told; one that came later helps those who update."""
    told = said(RECORD.replace("Tensor::backward", "Tensor::old_name"))
    assert "`Tensor::old_name` was gone after v0.12.0, but this error is raised since v0.13.0" in told
    assert said(RECORD.replace("Tensor::backward", "Tensor::new_name")) == ""
    assert said(RECORD.replace("Tensor::backward", "RuntimeOptions")) == ""


def test_real_names_are_known() -> None:
    """The names that come with the package should hold what users call."""
    names = load_symbols()
    assert names.known("Tensor::backward")
    assert not names.known("Tensor::register_grad")
