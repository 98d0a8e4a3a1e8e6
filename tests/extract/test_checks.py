"""Tensor checks: blocks told with the label that the caller gives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.catalog.model import Site
from bot.catalog.sites import load_sites
from bot.extract.build import build
from tests.extract.rust_repo import crate, make_repo

CHECK = """
pub(crate) enum TensorCheck { Ok, Failed(FailedTensorCheck) }
impl TensorCheck {
    pub(crate) fn dims_fit<const D: usize>(ops: &str, dim: usize) -> Self {
        let mut check = Self::Ok;
        if dim >= D {
            check = check.register(
                ops,
                TensorError::new("Dimension too high.")
                    .details(format!("Rank '{D}', dimension '{dim}'.")),
            );
        }
        check
    }
    pub(crate) fn pile(n: usize) -> Self {
        let op = "Pile";
        Self::Ok.register(op, TensorError::new(format!("Nothing to pile, {n}")))
    }
    pub(crate) fn pair(ops: &str, lhs: u8) -> Self { Self::inner(Self::Ok, ops, lhs) }
    fn inner(mut check: Self, ops: &str, lhs: u8) -> Self {
        check.register(ops, TensorError::new("Not a pair.".to_string()))
    }
}
#[track_caller]
pub(crate) fn unwrap_dim_index<E>(result: Result<usize, E>, op: &str) -> usize {
    macros::check!({ TensorCheck::Ok.register(op, TensorError::new(error.to_string())) });
}
"""
API = """
use crate::check::unwrap_dim_index;
impl<const D: usize> Tensor<D> {
    /// # Panics
    pub fn sum(self, dim: usize) -> Self {
        check!(TensorCheck::dims_fit::<{ D + 1 }>("Sum", dim));
    }
    pub fn pile(self) { check!(TensorCheck::pile(3)); }
    pub fn add(self, rhs: Self) { check!(TensorCheck::pair("Add", 1)); }
    pub fn flip(self) { unwrap_dim_index(axis.try_dim_index(D), "Flip"); }
}
"""
SHAPE_ERRORS = """
impl core::fmt::Display for BoundsError {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Index { kind, index, bounds } => write!(f, "BoundsError: {} {} out of bounds: {:?}", a, b)
        }
    }
}
"""


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[str, str], list[Site]]:
    """The check sites of a small tensor crate that stands on a small CubeCL, by function and label."""
    folder: Path = tmp_path_factory.mktemp("checks")
    cubecl = make_repo(
        folder / "cubecl",
        {
            "main": {
                "crates/cubecl-core/Cargo.toml": crate("cubecl-core"),
                "crates/cubecl-zspace/Cargo.toml": crate("cubecl-zspace"),
                "crates/cubecl-zspace/src/errors.rs": SHAPE_ERRORS,
            }
        },
    )
    burn = make_repo(
        folder / "burn",
        {
            "main": {
                "Cargo.toml": '[workspace.dependencies]\ncubecl = { git = "https://example.org/cubecl" }\n',
                "crates/burn-core/Cargo.toml": crate("burn-core"),
                "crates/burn-tensor/Cargo.toml": crate("burn-tensor"),
                "crates/burn-tensor/src/check.rs": CHECK,
                "crates/burn-tensor/src/base.rs": API,
            }
        },
    )
    build([burn, cubecl], folder / "data", progress=lambda line: None)
    found: dict[tuple[str, str], list[Site]] = {}
    for site in load_sites(folder / "data").all():
        if site.kind.value == "check":
            label = (site.wording or "").split("'")[1]
            found.setdefault((site.function, label), []).append(site)
    return found


def test_the_block_is_written_as_it_is_printed(sites: Mapping[tuple[str, str], list[Site]]) -> None:
    """Label, number, description and details should stand as Burn prints them, trailing blank and
    newline too.
    """
    (site,) = sites["Tensor::sum", "Sum"]
    assert site.wording == (
        "=== Tensor Operation Error ===\n  Operation: 'Sum'\n  Reason:\n"
        "    {n}. Dimension too high. Rank '{D}', dimension '{dim}'. \n"
    )


def test_a_check_fails_where_it_is_asked_for(sites: Mapping[tuple[str, str], list[Site]]) -> None:
    """The site is in the API function, at the macro's line, with its documented panics."""
    (site,) = sites["Tensor::sum", "Sum"]
    assert (site.path, site.lines[-1].line, site.api) == ("crates/burn-tensor/src/base.rs", 6, "Tensor::sum")


def test_a_label_may_be_a_local_variable(sites: Mapping[tuple[str, str], list[Site]]) -> None:
    """``let op = "Pile"`` should be looked through."""
    assert ("Tensor::pile", "Pile") in sites
    assert ("TensorCheck::pile", "Pile") in sites


def test_a_label_is_passed_on_between_checks(sites: Mapping[tuple[str, str], list[Site]]) -> None:
    """A check that hands its label to another should be told with the caller's label."""
    assert ("Tensor::add", "Add") in sites


def test_the_reason_is_kept_where_it_is_written(sites: Mapping[tuple[str, str], list[Site]]) -> None:
    """The definition itself should be a site with its parameter as the label."""
    assert ("TensorCheck::dims_fit", "{ops}") in sites
    assert ("TensorCheck::inner", "{ops}") in sites


def test_a_reason_may_come_from_the_other_repository(sites: Mapping[tuple[str, str], list[Site]]) -> None:
    """An error of CubeCL's shape code that a tracked function quotes should be told at the caller, as
    printed.
    """
    said = {(site.wording or "").split("{n}. ")[1] for site in sites["Tensor::flip", "Flip"]}
    assert "BoundsError: dimension {} out of bounds: {:?} \n" in said
