"""Writing what isn't a site: releases, crates, versions, moves of files, and symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from bot.extract import git, symbols
from bot.extract.found import FileFacts
from bot.extract.project_names import spans
from bot.extract.release import kept_files
from bot.extract.renames import Rename
from bot.extract.snapshot import Snapshot
from bot.extract.write import write_rows


def write_releases(data: Path, short: str, snapshots: Sequence[Snapshot]) -> None:
    """Write a line a release: its tag; and in a file of their own the commits, for links that never
    change.
    """
    write_rows(data / "releases" / f"{short}.txt", (snapshot.tag for snapshot in snapshots))
    rows = (f"{snapshot.tag} {snapshot.commit}" for snapshot in snapshots)
    write_rows(data / "commits" / f"{short}.txt", rows)


def write_crates(file: Path, snapshots: Sequence[Snapshot]) -> None:
    """Write a line a crate of the product: its name, and its folder as runs of releases."""
    product = [{crate.name: crate.folder or "." for _, crate in snapshot.files} for snapshot in snapshots]
    names = sorted({name for crates in product for name in crates})
    tags = [snapshot.tag for snapshot in snapshots]
    rows = (
        f"{name}\t{spans([(t, c.get(name)) for t, c in zip(tags, product, strict=True)])}" for name in names
    )
    write_rows(file, rows)


def write_versions(file: Path, snapshots: Iterable[Snapshot]) -> None:
    """Write a line a release: tag, then ``name=version`` for each part it stands on."""
    write_rows(
        file,
        (
            "\t".join([s.tag, *(f"{name}={version}" for name, version in sorted(s.versions.items()))])
            for s in snapshots
        ),
    )


def renames(repo: Path, snapshots: Sequence[Snapshot]) -> list[Rename]:
    """Give every move of a file of the product from one release to the next."""
    found: list[Rename] = []
    for old, new in pairwise(snapshots):
        ours = {blob.path for blob, _ in old.files}
        theirs = {blob.path for blob, _ in new.files}
        found.extend(
            Rename(new.tag, before, after)
            for before, after in sorted(git.renamed(repo, old.commit, new.commit))
            if before in ours and after in theirs
        )
    return found


def write_renames(file: Path, moves: Iterable[Rename]) -> None:
    """Write a line a move: the first release that has the new path, the old path, the new one."""
    write_rows(file, ("\t".join(move) for move in moves))


def write_symbols(file: Path, snapshots: Sequence[Snapshot], facts: Mapping[str, FileFacts]) -> None:
    """Write a line a name: its letter and the name, and the runs of releases that define it."""
    defined: dict[str, list[int]] = {}
    for number, snapshot in enumerate(snapshots):
        names = {name for kept in kept_files(snapshot, facts) for name in facts[kept.sha].symbols}
        for _, crate in snapshot.files:
            names.add(symbols.CRATE + crate.name)
            names.update(symbols.FEATURE + feature for feature in (*crate.features, *crate.default_features))
        for name in names:
            defined.setdefault(name, []).append(number)
    tags = [snapshot.tag for snapshot in snapshots]
    write_rows(file, (f"{name}\t{_runs(defined[name], tags)}" for name in sorted(defined)))


def _runs(numbers: Sequence[int], tags: Sequence[str]) -> str:
    """Write releases as ``v0.13.0..v0.16.1,v0.18.0..``: open at the end where the newest release is in."""
    parts: list[str] = []
    first = before = numbers[0]
    for number in [*numbers[1:], -1]:
        if number != before + 1:
            last = "" if before == len(tags) - 1 else tags[before]
            parts.append(f"{tags[first]}..{last}")
            first = number
        before = number
    return ",".join(parts)
