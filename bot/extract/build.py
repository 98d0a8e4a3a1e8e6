"""From Git directories to the files of ``bot/catalog/data``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bot.catalog.sites import REPOS
from bot.catalog.versions import MAIN, in_order, is_release, release_key
from bot.extract import git, history, scope
from bot.extract.found import FileFacts
from bot.extract.git import Blob
from bot.extract.read_file import read_file
from bot.extract.release import ReleaseFiles, sites_of
from bot.extract.write import write_sites

Progress = Callable[[str], None]
_CHUNK = 200


class Built(NamedTuple):
    """What a build of one repository read and wrote."""

    repo: str
    releases: tuple[str, ...]
    files: int
    sites: int
    wordings: int


def short_name(folder: Path) -> str:
    """Give ``burn``, ``cubecl`` or ``burn-onnx`` for a Git directory, by the roots that only that repository has.

    Raises ``ValueError`` for any other repository.
    """
    names = {
        blob.path.split("/")[1] for blob in git.tree(folder, _main(folder)) if blob.path.startswith("crates/")
    }
    for short, crate in (("burn-onnx", "onnx-ir"), ("cubecl", "cubecl-core"), ("burn", "burn-core")):
        if crate in names:
            return short
    raise ValueError(f"{folder} is none of {', '.join(REPOS.values())}")


def _main(folder: Path) -> str:
    return MAIN if _has(folder, MAIN) else "HEAD"


def _has(folder: Path, ref: str) -> bool:
    try:
        git.commit(folder, ref)
    except git.GitError:
        return False
    return True


def releases_of(folder: Path, until: str | None = None) -> tuple[str, ...]:
    """Give the release tags of a repository, oldest first, and ``main``; with ``until``, none after that release."""
    tags = in_order([*(tag for tag in git.tags(folder) if is_release(tag)), MAIN])
    return tuple(tag for tag in tags if until is None or release_key(tag) <= release_key(until))


def build_repo(folder: Path, data: Path, until: str | None = None, progress: Progress = print) -> Built:
    """Extract every release of the repository at ``folder`` and write what was found below ``data``."""
    repo_dir = git.git_dir(folder)
    short = short_name(repo_dir)
    tags = releases_of(repo_dir, until)
    releases = [(tag, _files(repo_dir, tag)) for tag in tags]
    blobs = list(dict.fromkeys(blob.sha for _, release in releases for blob, _ in release.files))
    progress(f"{short}: {len(tags)} releases, {len(blobs)} different files")
    facts = read_all(repo_dir, blobs)
    merged = history.merge([(tag, sites_of(release, facts)) for tag, release in releases])
    written = write_sites(data / "sites" / short, REPOS[short], tags, merged.values())
    listed = data / "releases" / f"{short}.txt"
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text("\n".join(tags) + "\n", encoding="utf-8")
    wordings = {key.wording for key in merged if key.wording is not None}
    progress(f"{short}: {written} sites, {len(wordings)} wordings")
    return Built(REPOS[short], tags, len(blobs), written, len(wordings))


def _files(folder: Path, tag: str) -> ReleaseFiles:
    blobs = git.tree(folder, _main(folder) if tag == MAIN else tag)
    manifests = [blob for blob in blobs if blob.path.rsplit("/", 1)[-1] == "Cargo.toml"]
    crates: dict[str, scope.Crate] = {}
    for (_, content), blob in zip(git.contents(folder, [m.sha for m in manifests]), manifests, strict=True):
        at = blob.path.rpartition("/")[0]
        crate = scope.crate_of(at, content)
        if crate is not None:
            crates[at] = crate
    return ReleaseFiles(crates, tuple(_owned(scope.rust_files(blobs), crates)))


def _owned(blobs: Iterable[Blob], crates: dict[str, scope.Crate]) -> Iterator[tuple[Blob, scope.Crate]]:
    for blob in blobs:
        crate = scope.owner(crates, blob.path)
        if crate is not None and scope.in_product(crate, blob.path):
            yield blob, crate


def read_all(folder: Path, shas: Sequence[str]) -> dict[str, FileFacts]:
    """Read each blob once, on all processors."""
    chunks = [shas[at : at + _CHUNK] for at in range(0, len(shas), _CHUNK)]
    workers = min(len(chunks), os.cpu_count() or 1)
    if workers <= 1:
        return {sha: facts for chunk in chunks for sha, facts in _read_chunk(folder, chunk)}
    with ProcessPoolExecutor(workers) as pool:
        results = pool.map(_read_chunk, [folder] * len(chunks), chunks)
        return {sha: facts for result in results for sha, facts in result}


def _read_chunk(folder: Path, shas: Sequence[str]) -> list[tuple[str, FileFacts]]:
    return [(sha, read_file(content)) for sha, content in git.contents(folder, shas)]
