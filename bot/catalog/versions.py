"""Release tags: their order, and which tag a crate version belongs to.

A tag is ``v0.18.0`` or ``v0.20.0-pre.3``; ``main`` stands for the newest source and sorts after every tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

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
