"""Releases: the order of tags, which tag a crate version belongs to, what stood on what, and what moved
where.

A tag is ``v0.18.0`` or ``v0.20.0-pre.3``; ``main`` stands for the newest source and sorts after every tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

# The short name of each repository is that of its files below data/.
REPOSITORIES = {"burn": "tracel-ai/burn", "cubecl": "tracel-ai/cubecl", "burn-onnx": "tracel-ai/burn-onnx"}
MAIN = "main"
_TAG = re.compile(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-(pre|alpha|beta|rc)\.?(\d{1,6}))?")
_STAGES = {"alpha": 0, "beta": 1, "pre": 2, "rc": 3}
_FINAL = 9

ReleaseKey = tuple[int, int, int, int, int]


@lru_cache(maxsize=4096)
def release_key(tag: str) -> ReleaseKey:
    """Give a key that sorts tags as SemVer does, ``main`` last; raises ``ValueError`` for anything else."""
    if tag == MAIN:
        return (10**9, 0, 0, _FINAL, 0)
    found = _TAG.fullmatch(tag)
    if found is None:
        raise ValueError(f"{tag!r} is no release: expected a tag such as v0.18.0, or main")
    major, minor, patch, stage, number = found.groups()
    return (int(major), int(minor), int(patch), _STAGES[stage] if stage else _FINAL, int(number or 0))


def is_release(tag: str) -> bool:
    """Say whether ``tag`` is a release tag (``v0.14.0-book`` is none) or ``main``."""
    return tag == MAIN or (tag.startswith("v") and _TAG.fullmatch(tag) is not None)


def is_stable(tag: str) -> bool:
    """Say whether ``tag`` is a release without a pre-release part; ``main`` isn't."""
    return tag != MAIN and release_key(tag)[3] == _FINAL


def in_order(tags: Iterable[str]) -> tuple[str, ...]:
    """Sort tags oldest first, ``main`` last."""
    return tuple(sorted(tags, key=release_key))


class Home(NamedTuple):
    """Where a crate lived: the repository, its folder there, and from which release to which (both
    included).
    """

    repo: str
    folder: str
    first: str
    last: str


class Successor(NamedTuple):
    """From release ``tag`` of ``repo`` on, code of ``crate`` stands in ``new_crate`` of ``new_repo``."""

    tag: str
    repo: str
    crate: str
    new_repo: str
    new_crate: str


def tag_of(version: str, repo: str = "tracel-ai/burn") -> str | None:
    """Give the release tag of a crate version: ``0.18.0`` is ``v0.18.0``; ``0.18`` is the newest stable
    ``v0.18.x``.

    ``None`` where that repository has no such release.
    """
    wanted = "v" + version.strip().lstrip("v=^~ ")
    known = releases(repo)
    if wanted in known:
        return wanted
    fitting = [tag for tag in known if tag.startswith(wanted + ".") and is_stable(tag)]
    return fitting[-1] if fitting else None


def cubecl_of(burn: str) -> str | None:
    """Give the CubeCL release that a release of Burn stands on (``main`` on ``main``), ``None`` before
    Burn 0.14.
    """
    version = parts_of("tracel-ai/burn", burn).get("cubecl")
    if version is None:
        return None
    return MAIN if version == "git" else f"v{version}"


def burn_of(cubecl: str) -> tuple[str, ...]:
    """Give the releases of Burn that stand on a CubeCL release, oldest first."""
    return tuple(tag for tag in releases("tracel-ai/burn") if cubecl_of(tag) == cubecl)


def parts_of(repo: str, release: str) -> Mapping[str, str]:
    """Give the versions that a release asks of wgpu, tch, cudarc, ndarray, candle, CubeCL …; ``git`` is
    a commit.
    """
    return _parts(repo).get(release, {})


def homes(crate: str) -> tuple[Home, ...]:
    """Give where a crate lived over time, oldest first: ``onnx-ir`` in tracel-ai/burn, then in
    tracel-ai/burn-onnx.
    """
    return _homes().get(crate, ())


def successors(crate: str) -> tuple[Successor, ...]:
    """Give the crates that took over code of this one, oldest first; none where it stayed what it was."""
    return tuple(step for step in _successors() if step.crate == crate)


def predecessors(crate: str) -> tuple[Successor, ...]:
    """Give the crates that code of this one came from, oldest first."""
    return tuple(step for step in _successors() if step.new_crate == crate)


def current_path(repo: str, path: str) -> str:
    """Give the newest path of a file, following its moves within the repository; ``path`` itself where
    it has none.
    """
    seen = {path}
    after: str | None = None
    while (step := _moves(repo).get(path)) is not None:
        later = [(tag, new) for tag, new in step if after is None or release_key(tag) > release_key(after)]
        if not later or later[0][1] in seen:
            break
        after, path = later[0]
        seen.add(path)
    return path


@cache
def former_paths(repo: str, path: str) -> tuple[str, ...]:
    """Give the paths that a file had before it moved to ``path`` within the repository."""
    found: dict[str, None] = {}
    waiting = [path]
    while waiting:
        for before in _moves_to(repo).get(waiting.pop(), ()):
            if before != path and before not in found:
                found[before] = None
                waiting.append(before)
    return tuple(found)


@cache
def releases(repo: str) -> tuple[str, ...]:
    """Give the extracted releases of a repository, oldest first, ``main`` last; none for other
    repositories.
    """
    return tuple(row[0] for row in _rows("releases", repo, "txt"))


@cache
def _parts(repo: str) -> dict[str, dict[str, str]]:
    return {tag: dict(part.split("=", 1) for part in parts) for tag, *parts in _rows("versions", repo)}


@cache
def _homes() -> dict[str, tuple[Home, ...]]:
    found: dict[str, list[Home]] = {}
    for repo in REPOSITORIES.values():
        tags = releases(repo)
        for crate, runs in _rows("crates", repo):
            starts = [tuple(run.split(":", 1)) for run in runs.split(" ")]
            lasts = [tags[tags.index(tag) - 1] for tag, _ in starts[1:]] + list(tags[-1:])
            found.setdefault(crate, []).extend(
                Home(repo, folder, tag, last)
                for (tag, folder), last in zip(starts, lasts, strict=True)
                if folder != "-"
            )
    return {
        crate: tuple(sorted(lived, key=lambda home: release_key(home.first)))
        for crate, lived in found.items()
    }


@cache
def _successors() -> tuple[Successor, ...]:
    text = files("bot.catalog").joinpath("data", "successors.tsv").read_text(encoding="utf-8")
    return tuple(Successor(*row.split("\t")) for row in text.splitlines())


@cache
def _moves(repo: str) -> dict[str, list[tuple[str, str]]]:
    moves: dict[str, list[tuple[str, str]]] = {}
    for tag, old, new in _rows("renames", repo):
        moves.setdefault(old, []).append((tag, new))
    return moves


@cache
def _moves_to(repo: str) -> dict[str, list[str]]:
    moves: dict[str, list[str]] = {}
    for _, old, new in _rows("renames", repo):
        moves.setdefault(new, []).append(old)
    return moves


def _rows(table: str, repo: str, suffix: str = "tsv") -> list[list[str]]:
    """Read a table of this package's data; none where the repository has none."""
    short = next((short for short, name in REPOSITORIES.items() if name == repo), "")
    file = files("bot.catalog").joinpath("data", table, f"{short}.{suffix}")
    if not short or not file.is_file():
        return []
    return [row.split("\t") for row in file.read_text(encoding="utf-8").splitlines()]
