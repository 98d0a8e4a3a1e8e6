"""Reading a Git repository without a checkout: trees by ``ls-tree``, contents by one ``cat-file --batch``."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple


class GitError(Exception):
    """Git said no; the text is Git's own."""


class Blob(NamedTuple):
    """A file of a release: its path and the hash of its content."""

    path: str
    sha: str


def _run(repo: Path, *args: str) -> bytes:
    done = subprocess.run(  # noqa: S603 - fixed program, arguments never through a shell
        ["git", "--git-dir", str(repo), *args],  # noqa: S607 - the operator's own git
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise GitError(done.stderr.decode("utf-8", "replace").strip() or f"git {args[0]} failed in {repo}")
    return done.stdout


def git_dir(path: Path) -> Path:
    """Give the Git directory of ``path``: itself, or the ``.git`` inside. Raises ``GitError`` where
    there is none.
    """
    inside = path / ".git" if (path / ".git").is_dir() else path
    _run(inside, "rev-parse", "--git-dir")
    return inside


def tags(repo: Path) -> list[str]:
    """Give all tags."""
    return _run(repo, "for-each-ref", "--format=%(refname:strip=2)", "refs/tags").decode().split()


def commit(repo: Path, ref: str) -> str:
    """Give the full hash of the commit that ``ref`` names."""
    return _run(repo, "rev-parse", "--verify", f"{ref}^{{commit}}").decode().strip()


def tree(repo: Path, ref: str) -> list[Blob]:
    """Give the files of a commit, links and submodules left out, by path."""
    listed = _run(repo, "ls-tree", "-r", "-z", "--full-tree", ref).decode("utf-8", "replace")
    blobs = []
    for row in listed.split("\0"):
        head, _, path = row.partition("\t")
        if head.startswith("100"):
            blobs.append(Blob(path, head.split()[2]))
    return sorted(blobs)


def renamed(repo: Path, old: str, new: str) -> list[tuple[str, str]]:
    """Give the Rust files (old path, new path) that moved between two commits, at least half of each
    unchanged.
    """
    options = ["-M50%", "-l20000", "--diff-filter=R", "--name-status", "-z"]
    fields = _run(repo, "diff", *options, old, new, "--", "*.rs").decode("utf-8", "replace").split("\0")
    return list(zip(fields[1::3], fields[2::3], strict=False))


def contents(repo: Path, shas: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Give hash and content of each blob, in the order asked. Raises ``GitError`` where one is missing."""
    with subprocess.Popen(  # noqa: S603 - fixed program, arguments never through a shell
        ["git", "--git-dir", str(repo), "cat-file", "--batch"],  # noqa: S607 - the operator's own git
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise GitError("git gave no pipes")
        for sha in shas:
            process.stdin.write(sha.encode() + b"\n")
            process.stdin.flush()
            head = process.stdout.readline().split()
            if len(head) != 3:
                process.kill()
                raise GitError(f"{sha} is missing in {repo}")
            yield sha, process.stdout.read(int(head[2]))
            process.stdout.read(1)
        process.stdin.close()
