"""Which files of a release are the product, and to which crate each belongs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from bot.extract.git import Blob
from bot.extract.syntax import GatedModule

_LEFT_OUT_DIRS = re.compile(
    r"(?:^|/)(?:tests?|benches|bench|examples?|xtask|[\w-]*book|runtime_tests|testgen|[\w-]+-tests|[\w-]+_tests|tests_macros)/"
)
_LEFT_OUT_CRATES = re.compile(
    r"(?:^|-)(?:tests?|testgen|bench(?:es|marks)?|examples?|xtask|book)(?:-|$)|^backend-comparison$|model-checks"
)
_LEFT_OUT_FILES = re.compile(r"(?:^|/)(?:tests?|test_utils?|benches|[\w]+_tests?)\.rs$")


class Crate(NamedTuple):
    """A crate of a release: its name, its folder, whether it is a procedural macro, and its default
    features.
    """

    name: str
    folder: str
    is_macro: bool
    default_features: frozenset[str]
    features: tuple[str, ...]


def crate_of(folder: str, manifest: bytes) -> Crate | None:
    """Read a ``Cargo.toml``; ``None`` where it names no package (a workspace) or can't be read."""
    try:
        data = tomllib.loads(manifest.decode("utf-8", "replace"))
    except tomllib.TOMLDecodeError:
        return None
    package = data.get("package", {})
    if not isinstance(package.get("name"), str):
        return None
    features = data.get("features", {})
    return Crate(
        package["name"],
        folder,
        bool(data.get("lib", {}).get("proc-macro") or data.get("lib", {}).get("proc_macro")),
        _closure(features, "default"),
        tuple(sorted(name for name in features if name != "default")),
    )


def _closure(features: Mapping[str, list[str]], start: str) -> frozenset[str]:
    """Give the features that ``start`` switches on within the same crate, itself included."""
    on: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in on and name in features:
            on.add(name)
            waiting.extend(features[name])
    return frozenset(on)


def owner(crates: Mapping[str, Crate], path: str) -> Crate | None:
    """Give the crate with the deepest folder around ``path``."""
    for folder in PurePosixPath(path).parents:
        found = crates.get("" if str(folder) == "." else str(folder))
        if found is not None:
            return found
    return None


def in_product(crate: Crate, path: str) -> bool:
    """Say whether a Rust file belongs to the product, by its path: tests, benches, examples and tools
    don't.
    """
    inside = path[len(crate.folder) :]
    if _LEFT_OUT_CRATES.search(crate.name) or _LEFT_OUT_DIRS.search(path):
        return False
    return not _LEFT_OUT_FILES.search(inside)


def rust_files(blobs: Iterable[Blob]) -> list[Blob]:
    """Give the Rust files among ``blobs``."""
    return [blob for blob in blobs if blob.path.endswith(".rs")]


class Gates:
    """The files of a release that are compiled under a condition only, by where their modules are
    declared.
    """

    def __init__(self, modules: Mapping[str, Iterable[GatedModule]]) -> None:
        self._by_stem: dict[str, list[GatedModule]] = {}
        for path, declared in modules.items():
            for module in declared:
                for stem in _stems(path, module):
                    self._by_stem.setdefault(stem, []).append(module)

    def on(self, path: str) -> list[GatedModule]:
        """Give the conditions on a file: its own module's and those of the modules around it."""
        if not self._by_stem:
            return []
        stem = path.removesuffix(".rs").removesuffix("/mod")
        around = [stem, *(str(parent) for parent in PurePosixPath(stem).parents)]
        return [module for at in around for module in self._by_stem.get(at, ())]


def _stems(path: str, module: GatedModule) -> Iterable[str]:
    """Give where a module's file may lie, without ``.rs``."""
    file = PurePosixPath(path)
    inside = file.parent if file.stem in ("mod", "lib", "main") else file.with_suffix("")
    inside = inside.joinpath(*module.inline)
    if module.path is not None:
        start = file.parent if not module.inline else inside
        yield _normal(start / module.path).removesuffix(".rs")
    else:
        yield str(inside / module.name)


def _normal(path: PurePosixPath) -> str:
    """Take ``..`` out of a path."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
