"""From Git directories to the files of ``bot/catalog/data``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from bot.catalog.sites import REPOS
from bot.catalog.versions import MAIN, in_order, is_release, release_key
from bot.extract import composed, git, history, lineage, tables
from bot.extract.found import FileFacts
from bot.extract.read_file import read_file
from bot.extract.release import kept_files, sites_of
from bot.extract.snapshot import Snapshot, read_snapshot
from bot.extract.write import SiteFile, read_texts, write_sites

Progress = Callable[[str], None]
_CHUNK = 200


class Built(NamedTuple):
    """What a build of one repository read and wrote. ``files`` counts different contents, each read once."""

    repo: str
    releases: tuple[str, ...]
    files: int
    sites: int
    wordings: int


def short_name(repo: Path) -> str:
    """Give ``burn``, ``cubecl`` or ``burn-onnx`` for a Git directory, by the crates that only that
    repository has.

    Raises ``ValueError`` for any other repository.
    """
    names = {part for blob in git.tree(repo, main_of(repo)) for part in blob.path.split("/")[:2]}
    for short, crate in (("cubecl", "cubecl-core"), ("burn", "burn-core"), ("burn-onnx", "onnx-ir")):
        if crate in names:
            return short
    raise ValueError(f"{repo} is none of {', '.join(REPOS.values())}")


def main_of(repo: Path) -> str:
    """Give the name of the newest source: ``main`` where that branch is there, else ``HEAD``."""
    try:
        git.commit(repo, MAIN)
    except git.GitError:
        return "HEAD"
    return MAIN


def releases_of(repo: Path, until: str | None = None) -> tuple[str, ...]:
    """Give the release tags, oldest first, and ``main``; with ``until``, none after that release."""
    tags = in_order([*(tag for tag in git.tags(repo) if is_release(tag)), MAIN])
    return tuple(tag for tag in tags if until is None or release_key(tag) <= release_key(until))


def build(
    repos: Sequence[Path], data: Path, until: str | None = None, progress: Progress = print
) -> list[Built]:
    """Extract all releases of each repository. CubeCL comes first: Burn quotes some of its texts.

    ``until`` is a release of tracel-ai/burn; of CubeCL, what that release stands on is read.
    """
    named = {short_name(git.git_dir(repo)): git.git_dir(repo) for repo in repos}
    last: dict[str, str | None] = dict.fromkeys(named, until)
    if until is not None and "cubecl" in named and "burn" in named:
        asked = read_snapshot(named["burn"], until, until).versions.get("cubecl")
        last["cubecl"] = f"v{asked}" if asked not in (None, "git") else None
    return [
        build_repo(short, repo, data, last[short], progress)
        for short, repo in sorted(named.items(), key=_cubecl_first)
        if releases_of(repo, last[short])
    ]


def _cubecl_first(named: tuple[str, Path]) -> tuple[bool, str]:
    return named[0] != "cubecl", named[0]


def build_repo(
    short: str, repo: Path, data: Path, until: str | None = None, progress: Progress = print
) -> Built:
    """Extract every release of one repository (a Git directory) and write what was found below ``data``."""
    snapshots = [
        read_snapshot(repo, tag, main_of(repo) if tag == MAIN else tag) for tag in releases_of(repo, until)
    ]
    tags = tuple(snapshot.tag for snapshot in snapshots)
    blobs = list(dict.fromkeys(blob.sha for snapshot in snapshots for blob, _ in snapshot.files))
    progress(f"{short}: {len(tags)} releases, {len(blobs)} different files")
    facts = read_all(repo, blobs)
    outside = _Outside(data, short)
    sites = [(s.tag, sites_of(kept_files(s, facts), facts, outside.texts(s))) for s in snapshots]
    merged = history.merge(sites)
    files = SiteFile(data / "sites" / short, REPOS[short], tags)
    written = write_sites(files, merged.values())
    renames = tables.renames(repo, snapshots)
    tables.write_releases(data, short, snapshots)
    tables.write_crates(data / "crates" / f"{short}.tsv", snapshots)
    tables.write_versions(data / "versions" / f"{short}.tsv", snapshots)
    tables.write_renames(data / "renames" / f"{short}.tsv", renames)
    tables.write_symbols(data / "symbols" / f"{short}.tsv", snapshots, facts)
    lineage.write(data / "lineage" / f"{short}.tsv", lineage.changes(tags, merged.values(), renames))
    wordings = {key.wording for key in merged if key.wording is not None}
    progress(f"{short}: {written} sites, {len(wordings)} wordings")
    return Built(REPOS[short], tags, len(blobs), written, len(wordings))


class _Outside:
    """Error texts of CubeCL, as written by an earlier build, for the releases of Burn that quote them."""

    def __init__(self, data: Path, short: str) -> None:
        self._texts = read_texts(data, "cubecl", composed.needed()) if short == "burn" else {}

    def texts(self, snapshot: Snapshot) -> Mapping[str, frozenset[str]]:
        version = snapshot.versions.get("cubecl")
        tag = MAIN if version == "git" else f"v{version}"
        return self._texts.get(tag, {})


def read_all(repo: Path, shas: Sequence[str]) -> dict[str, FileFacts]:
    """Read each blob once, on all processors."""
    chunks = [shas[at : at + _CHUNK] for at in range(0, len(shas), _CHUNK)]
    workers = min(len(chunks), os.cpu_count() or 1)
    if workers <= 1:
        return {sha: facts for chunk in chunks for sha, facts in _read_chunk(repo, chunk)}
    with ProcessPoolExecutor(workers) as pool:
        results = pool.map(_read_chunk, [repo] * len(chunks), chunks)
        return {sha: facts for result in results for sha, facts in result}


def _read_chunk(repo: Path, shas: Sequence[str]) -> list[tuple[str, FileFacts]]:
    return [(sha, read_file(content)) for sha, content in git.contents(repo, shas)]
