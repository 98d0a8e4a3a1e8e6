"""One release as Git holds it: its crates, its Rust files, and the versions it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bot.extract import git, scope
from bot.extract.git import Blob
from bot.extract.project_names import watched_versions


class Snapshot(NamedTuple):
    """A release. ``files`` are the product's Rust files with their crate; ``crates`` go by folder."""

    tag: str
    commit: str
    crates: Mapping[str, scope.Crate]
    files: tuple[tuple[Blob, scope.Crate], ...]
    versions: Mapping[str, str]


def read_snapshot(repo: Path, tag: str, ref: str) -> Snapshot:
    """Read the tree and the manifests of a release."""
    commit = git.commit(repo, ref)
    blobs = git.tree(repo, commit)
    manifests = [blob for blob in blobs if blob.path.rsplit("/", 1)[-1] == "Cargo.toml"]
    texts = {
        blob.path.rpartition("/")[0]: content
        for blob, (_, content) in zip(manifests, git.contents(repo, [m.sha for m in manifests]), strict=True)
    }
    crates: dict[str, scope.Crate] = {}
    for folder, content in texts.items():
        crate = scope.crate_of(folder, content)
        if crate is not None:
            crates[folder] = crate
    files = tuple(_owned(blobs, crates))
    folders = {"", *(crate.folder for _, crate in files)}
    versions = watched_versions(texts[folder] for folder in sorted(folders & texts.keys()))
    return Snapshot(tag, commit, crates, files, versions)


def _owned(blobs: Iterable[Blob], crates: Mapping[str, scope.Crate]) -> Iterator[tuple[Blob, scope.Crate]]:
    for blob in scope.rust_files(blobs):
        crate = scope.owner(crates, blob.path)
        if crate is not None and scope.in_product(crate, blob.path):
            yield blob, crate
