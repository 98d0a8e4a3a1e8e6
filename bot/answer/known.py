"""What the answers ask of the catalogue; ``bot.catalog`` provides it."""

from __future__ import annotations

from typing import Protocol

from bot.catalog.model import Record


class Known(Protocol):
    """The part of the catalogue that answers are made from."""

    def by_slug(self, slug: str) -> Record | None:
        """Find a record by its slug, or by one it had before."""

    def related(self, record: Record, n: int = 5) -> tuple[Record, ...]:
        """Give the records nearest to ``record``, best first."""

    def lifetimes(self, wording: str, repo: str | None = None) -> tuple[tuple[str, str], ...]:
        """Give the spans of releases (first and last tag) whose source, in ``repo``, has this wording."""

    def record_lifetimes(self, record: Record) -> tuple[tuple[str, str], ...]:
        """Give the spans of releases in which a record's error can be raised, by all its sites."""

    def commit(self, repo: str, release: str) -> str | None:
        """Give the full hash of a release's commit, where it is known."""

    def releases(self, repo: str) -> tuple[str, ...]:
        """Give the known releases of a repository, oldest first, ``main`` last."""
