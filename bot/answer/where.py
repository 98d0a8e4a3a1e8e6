"""Where an answer is read, and what its repository wants to see in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Where:
    """The place an answer stands in.

    ``base_url``: address of the catalogue's pages; empty where none are served, then nothing links to them.
    ``repo``: ``owner/name`` of the issue. ``app_slug``: the App's name on GitHub. ``related``: how many
    neighbours are linked. ``footer``: a sentence of the repository's own, as plain words.
    """

    base_url: str
    repo: str
    app_slug: str
    related: int = 3
    footer: str = ""
