"""Sites over all releases: which site stands on which line from when to when."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.extract.release import SiteFacts, SiteKey


@dataclass(slots=True)
class SiteHistory:
    """A site and its line in each release that has it; ``facts`` are those of the newest."""

    key: SiteKey
    facts: SiteFacts
    lines: dict[str, int] = field(default_factory=dict)


def site_id(repo: str, key: SiteKey) -> str:
    """Give the id of a site: the same in every build, whatever releases are read."""
    parts = [repo, key.crate, key.path, key.function, key.kind.value, str(key.nth)]
    text = "\0".join([*parts, "none" if key.wording is None else "=" + key.wording])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def merge(releases: Sequence[tuple[str, Mapping[SiteKey, SiteFacts]]]) -> dict[SiteKey, SiteHistory]:
    """Put the sites of all releases, oldest first, together."""
    merged: dict[SiteKey, SiteHistory] = {}
    for tag, sites in releases:
        for key, facts in sites.items():
            known = merged.get(key)
            if known is None:
                known = merged[key] = SiteHistory(key, facts)
            known.facts = facts
            known.lines[tag] = facts.line
    return merged


def runs(lines: Mapping[str, int], tags: Sequence[str]) -> str:
    """Write lines as runs: ``v0.13.0:88 v0.15.0:- v0.17.0:91``, each lasting until the next begins."""
    parts: list[str] = []
    now: int | None = None
    for tag in tags:
        line = lines.get(tag)
        if line != now:
            parts.append(f"{tag}:{'-' if line is None else line}")
            now = line
    return " ".join(parts)
