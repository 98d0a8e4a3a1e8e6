"""A small Git repository made of given files, one commit a release, for tests of the extraction."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_WHEN = "2024-01-01T00:00:00Z"
_ENV = {
    **{f"GIT_{role}_NAME": "A" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{role}_EMAIL": "a@example.org" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{role}_DATE": _WHEN for role in ("AUTHOR", "COMMITTER")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "HOME": "/nonexistent",
    "PATH": os.environ["PATH"],
}

Files = Mapping[str, str]


def crate(name: str, **features: list[str]) -> str:
    """Give a manifest."""
    lines = [f'[package]\nname = "{name}"\nversion = "0.1.0"\n', "[features]"]
    return "\n".join([*lines, *(f"{feature} = {on}" for feature, on in features.items())]) + "\n"


def make_repo(folder: Path, releases: Mapping[str, Files]) -> Path:
    """Make a repository whose releases hold exactly the files given; ``main`` is a branch, all others
    are tags.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _git(folder, "init", "-q", "-b", "main")
    for release, files in releases.items():
        add_release(folder, release, files)
    return folder


def add_release(folder: Path, release: str, files: Files) -> None:
    """Commit exactly these files, and tag them unless they are ``main``."""
    for old in folder.rglob("*"):
        if old.is_file() and ".git" not in old.relative_to(folder).parts:
            old.unlink()
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "--allow-empty", "-m", release)
    if release != "main":
        _git(folder, "tag", release)


def _git(folder: Path, *args: str) -> None:
    subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True, env=_ENV)
