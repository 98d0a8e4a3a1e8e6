"""Names that the source defines."""

from __future__ import annotations

import time

import pytest

from bot.catalog.symbols import KINDS, Symbols, load_symbols

BURN = "tracel-ai/burn"


@pytest.fixture(scope="module")
def symbols() -> Symbols:
    """The names that come with the package."""
    return load_symbols()


@pytest.mark.parametrize(
    ("name", "release", "known"),
    [
        ("Tensor::backward", "v0.18.0", True),
        ("backward", "v0.18.0", True),
        ("BalancedCheckpointing", "v0.12.1", False),
        ("BalancedCheckpointing", "v0.13.0", True),
        ("burn::tensor::Tensor", "main", True),
        ("burn-fusion", "v0.18.0", True),
        ("LinearConfig::with_bias", "v0.18.0", True),
        ("DType::F32", "main", True),
        ("Tensor::register_grad", "main", False),
        ("Tensor::no_such_thing", None, False),
        ("", None, False),
    ],
)
def test_a_name_is_known_in_its_releases_only(
    symbols: Symbols, name: str, release: str | None, known: bool
) -> None:
    """Methods, types, variants, crates and builders made by derive should be known where the source has
    them.
    """
    assert symbols.known(name, BURN, release) is known


def test_the_nearest_names_are_offered(symbols: Symbols) -> None:
    """A misspelt name should bring the one that was meant."""
    assert "require_grad" in symbols.nearest("Tensor::requires_grad")
    assert symbols.nearest("zzzzzzzzzzzzqqq") == ()


def test_definitions_tell_kind_and_releases(symbols: Symbols) -> None:
    """A definition should say what it is and how long it was there."""
    (found,) = (d for d in symbols.definitions("burn-jit") if d.kind == "crate")
    assert (found.repo, found.first, found.last) == (BURN, "v0.13.0", "v0.16.1")
    assert set(KINDS.values()) >= {d.kind for d in symbols.definitions("Tensor")}


def test_names_load_quickly() -> None:
    """All names should load in well under half a second of processor time."""
    start = time.process_time()
    assert len(load_symbols()) > 50_000
    assert time.process_time() - start < 0.5
