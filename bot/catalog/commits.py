"""The commit of each release: GitHub shows source lines only for links that name a commit.

Read from ``data/commits/``: a line a release, its tag and the full hash.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from bot.catalog.sites import REPOS


def commit_of(repo: str, release: str) -> str | None:
    """Give the full hash of the commit that ``release`` (a tag or ``main``) was extracted from, if known."""
    return _commits().get((repo, release))


@lru_cache(maxsize=1)
def _commits() -> dict[tuple[str, str], str]:
    root = files("bot.catalog").joinpath("data", "commits")
    found: dict[tuple[str, str], str] = {}
    for short, repo in REPOS.items():
        for line in root.joinpath(f"{short}.txt").read_text(encoding="utf-8").splitlines():
            tag, sha = line.split()
            found[repo, tag] = sha
    return found
