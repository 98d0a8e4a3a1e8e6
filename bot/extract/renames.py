"""A file that moved between two releases, as far as Git tells."""

from __future__ import annotations

from typing import NamedTuple


class Rename(NamedTuple):
    """A file's path before, and from release ``tag`` on."""

    tag: str
    old: str
    new: str
