"""Drafts of records for panics that no known site explains: only what reports tell is filled in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.catalog.draft import PROSE, Draft, sample_lines
from bot.catalog.interchange import slugged
from bot.catalog.wording import literal

_LONGEST_SLUG = 60


@dataclass(frozen=True, slots=True)
class Unknown:
    """A group of panics: ``pattern`` is their message with ``{}`` for what changes, ``places`` are paths with
    line, ``releases`` the versions of Burn that reports tell; ``crate`` is empty where none is told.
    """

    pattern: str
    crate: str
    places: tuple[str, ...]
    releases: tuple[str, ...]


def draft_unknown(unknown: Unknown, samples: Sequence[str], record_id: str, day: str) -> Draft:
    """Draft a record for them. ``record_id`` is a new id (16 hex digits), ``day`` the day of writing."""
    slug = slugged(literal(unknown.pattern))[:_LONGEST_SLUG].strip("-") or f"unknown-{record_id[:8]}"
    text = "\n".join(["---", "draft: true", *_front(unknown, samples, record_id, day), "---", PROSE])
    return Draft(f"{unknown.crate or 'burn'}/{slug}.md", text)


def _front(unknown: Unknown, samples: Sequence[str], record_id: str, day: str) -> Iterator[str]:
    yield f'id: "{record_id}"'
    yield "title: ''  # what went wrong, in plain words; no version"
    yield "repo: tracel-ai/burn  # or the one that holds the place"
    yield f"crate: {json.dumps(unknown.crate) if unknown.crate else repr('')}"
    yield "cause: ''  # user-bug, burn-bug, unsupported-by-backend, driver, version-mismatch, …"
    yield "wordings:"
    told = json.dumps(unknown.pattern, ensure_ascii=False)
    yield f"  - text: {told}  # as it was printed; write it as the source has it"
    yield from (f"# seen at {json.dumps(place, ensure_ascii=False)}" for place in unknown.places)
    yield f"# seen with Burn {', '.join(unknown.releases)}" if unknown.releases else "# no release is told"
    yield "tags: []"
    yield "related: []"
    yield "bases: []  # {solution: 1, basis: …, releases: all}, one for each solution"
    yield "names: []  # API names used below"
    yield from sample_lines(samples)
    yield "checked: main"
    yield f'written: "{day}"'
