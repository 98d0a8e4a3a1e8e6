"""Which Burn a project uses, by its lockfile or manifests."""

from __future__ import annotations

import pytest

from bot.recognize.model import BurnVersion
from bot.work.repository.cargo import LOCK, MANIFEST, Use, of_lock, of_manifest

CRATES = frozenset({"burn", "burn-core", "burn-wgpu"})
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def package(name: str, version: str, source: str = REGISTRY) -> str:
    """An entry of a lockfile."""
    return f'[[package]]\nname = "{name}"\nversion = "{version}"\nsource = "{source}"\n\n'


def lock(version: str) -> Use:
    """What a lockfile with that version should tell."""
    return Use(uses=True, version=BurnVersion(version, LOCK))


@pytest.mark.parametrize(
    ("text", "use"),
    [
        (
            package("serde", "1.0.0") + package("burn", "0.18.0") + package("burn-core", "0.18.0"),
            lock("0.18.0"),
        ),
        (package("burn-core", "0.17.1"), lock("0.17.1")),
        (package("burn", "0.20.0", f"git+https://github.com/tracel-ai/burn?rev=0123#{COMMIT}"), lock(COMMIT)),
        (package("burn", "0.18.0") + package("burn", "0.20.0"), Use(uses=True)),
        (package("burn", "0.18.0", "registry+https://example.org"), lock("0.18.0")),
        ('[[package]]\nname = "burn"\nversion = "0.18.0"\n', Use(uses=True)),
        (package("burn-rate", "0.1.0"), Use(uses=False)),
        ("version = 4\n", None),
        ("not = [toml", None),
    ],
)
def test_lockfile(text: str, use: Use | None) -> None:
    """The very version, a commit where it's from git, none where there are several, and no guess."""
    assert of_lock(text, CRATES) == use


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('[dependencies]\nburn = "0.18"', "0.18"),
        ('[dependencies]\nburn = { version = "^0.18.1", features = ["wgpu"] }', "0.18.1"),
        ('[dependencies]\nfire = { package = "burn", version = "=0.17.0" }', "0.17.0"),
        ('[dev-dependencies.burn]\nversion = "0.16.0"', "0.16.0"),
        ('[workspace.dependencies]\nburn = "0.19.0"', "0.19.0"),
        ("[target.'cfg(unix)'.dependencies]\nburn-wgpu = \"0.19.0\"", "0.19.0"),
        (
            '[dependencies]\nburn = { git = "https://github.com/tracel-ai/burn", rev = "0123456789" }',
            "0123456789",
        ),
        ('[dependencies]\nburn = { git = "https://github.com/tracel-ai/burn", tag = "v0.18.0" }', "0.18.0"),
        ('[dependencies]\nburn = { git = "https://github.com/tracel-ai/burn", branch = "main" }', None),
        ("[dependencies]\nburn = { workspace = true }", None),
        ('[dependencies]\nburn = ">=0.17, <0.20"', None),
        ('[dependencies]\nburn = "*"', None),
    ],
)
def test_manifest(text: str, version: str | None) -> None:
    """Each way to write a dependency; a range or a branch tells no version, but that Burn is used."""
    told = BurnVersion(version, MANIFEST) if version else None
    assert of_manifest(text, CRATES) == Use(uses=True, version=told)


@pytest.mark.parametrize(
    "text", ['[dependencies]\nserde = "1"', "", '[dependencies]\nburn = { package = "x" }', "a = 1"]
)
def test_manifest_without_burn(text: str) -> None:
    """A crate that is only called so isn't Burn."""
    assert of_manifest(text, CRATES) == Use(uses=False)


@pytest.mark.parametrize("text", ["[", "a" * 5_000_000, "dependencies = 3\nx = " + "[" * 3_000 + "]" * 3_000])
def test_unreadable_manifest(text: str) -> None:
    """Broken, huge, or nested without end: nothing is told."""
    assert of_manifest(text, CRATES) is None
