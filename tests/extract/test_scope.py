"""Which files are the product, and whose."""

from __future__ import annotations

import pytest

from bot.extract.scope import Crate, Gates, crate_of, in_product, owner
from bot.extract.syntax import GatedModule, Source


def test_a_manifest_tells_name_kind_and_default_features() -> None:
    """Default features should be followed through the features they switch on."""
    text = b"""
[package]
name = "burn-x"
[lib]
proc-macro = true
[features]
default = ["std", "other-crate/std"]
std = ["alloc"]
alloc = []
gpu = []
"""
    found = crate_of("crates/burn-x", text)
    assert found == Crate(
        "burn-x", "crates/burn-x", True, frozenset({"default", "std", "alloc"}), ("alloc", "gpu", "std")
    )


@pytest.mark.parametrize(
    "manifest", [b"[workspace]\nmembers = []\n", b"not toml [", b"[package]\nname.workspace = true\n"]
)
def test_a_manifest_without_a_name_is_no_crate(manifest: bytes) -> None:
    """Workspaces and broken manifests should be passed over."""
    assert crate_of("", manifest) is None


def test_the_deepest_folder_owns_a_file() -> None:
    """A crate inside another's folder should own its own files."""
    outer = Crate("a", "crates/a", False, frozenset(), ())
    inner = Crate("b", "crates/a/b", False, frozenset(), ())
    crates = {c.folder: c for c in (outer, inner)}
    assert owner(crates, "crates/a/b/src/lib.rs") is inner
    assert owner(crates, "crates/a/src/lib.rs") is outer
    assert owner(crates, "tools/src/lib.rs") is None


@pytest.mark.parametrize(
    ("crate", "path", "kept"),
    [
        ("burn-core", "crates/burn-core/src/config.rs", True),
        ("burn-core", "crates/burn-core/build.rs", True),
        ("burn-core", "crates/burn-core/tests/config.rs", False),
        ("burn-core", "crates/burn-core/src/tests/mod.rs", False),
        ("burn-core", "crates/burn-core/src/tests.rs", False),
        ("burn-core", "crates/burn-core/benches/b.rs", False),
        ("burn-core", "crates/burn-core/examples/e.rs", False),
        ("guide", "examples/guide/src/main.rs", False),
        ("xtask", "xtask/src/main.rs", False),
        ("burn-backend-tests", "crates/burn-backend-tests/src/lib.rs", False),
        ("burn-no-std-tests", "crates/burn-no-std-tests/src/lib.rs", False),
        ("burn-tensor-testgen", "burn-tensor-testgen/src/lib.rs", False),
        ("cubecl-core", "crates/cubecl-core/src/runtime_tests/a.rs", False),
        ("burn-train", "crates/burn-train/src/learner/latest.rs", True),
    ],
)
def test_tests_and_tools_are_no_product(crate: str, path: str, kept: bool) -> None:
    """Tests, benches, examples, books and tools should be left out by path and crate, nothing else."""
    folder = (
        path.split("/src/", 1)[0] if "/src/" in path else path.rsplit("/", 2 if "/tests/" in path else 1)[0]
    )
    assert in_product(Crate(crate, folder, False, frozenset(), ()), path) is kept


def test_files_of_test_modules_are_known_by_their_declaration() -> None:
    """``#[cfg(test)] mod x;`` should leave out that module's file and all below it, wherever it is
    declared.
    """
    lib = Source(
        b"#[cfg(test)]\nmod helpers;\nmod inner { #[cfg(test)] mod deep; }\n"
        b'#[cfg(test)]\n#[path = "odd/place.rs"]\nmod far;\nmod kept;'
    )
    nested = Source(b"#[cfg(test)] mod checks;")
    gates = Gates({"a/src/lib.rs": lib.gated_modules, "a/src/sub.rs": nested.gated_modules})
    left_out = [
        path
        for path in (
            "a/src/helpers.rs", "a/src/helpers/mod.rs", "a/src/helpers/x/y.rs", "a/src/inner/deep.rs",
            "a/src/odd/place.rs", "a/src/sub/checks.rs", "a/src/kept.rs", "a/src/helpers_of_all.rs",
            "b/src/helpers.rs",
        )
        if any(gate.test for gate in gates.on(path))
    ]  # fmt: skip
    assert left_out == [
        "a/src/helpers.rs",
        "a/src/helpers/mod.rs",
        "a/src/helpers/x/y.rs",
        "a/src/inner/deep.rs",
        "a/src/odd/place.rs",
        "a/src/sub/checks.rs",
    ]


def test_a_module_s_features_hold_for_its_files() -> None:
    """A module behind a feature should pass it on to its files."""
    lib = Source(b'#[cfg(feature = "gpu")]\nmod gpu;')
    assert Gates({"a/src/lib.rs": lib.gated_modules}).on("a/src/gpu/x.rs") == [
        GatedModule((), "gpu", None, False, ("gpu",))
    ]
