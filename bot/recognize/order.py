"""Causes before cascades: the order of matches, and the role of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.recognize.candidates import Candidate
from bot.recognize.model import Band, Match, Role
from bot.recognize.places import is_ours
from bot.recognize.squeeze import squeeze
from bot.recognize.std_texts import follows_another

_MOST_MATCHES = 24


def role_of(candidate: Candidate) -> Role:
    """Tell whether a candidate fails first or only follows another panic, as far as it alone tells."""
    if candidate.record is not None:
        return Role.CASCADE if candidate.record.facts.always_cascade else Role.CAUSE
    said = candidate.found.panic.message[:1] if candidate.found is not None else ()
    return Role.CASCADE if any(follows_another(squeeze(line.encode())) for line in said) else Role.CAUSE


def in_order(matches: Iterable[Match]) -> list[Match]:
    """Put causes before cascades, panics before text, and else keep the report's order; one match a
    record or place.

    ``matches`` come as the report tells them, those of one panic likeliest first. A record that may
    cascade from another (``cascade_of``) does so where that other is there.
    """
    found = list(matches)
    slugs = {match.record.slug for match in found if match.record and match.band is not Band.WEAK}
    found = [replace(match, role=Role.CASCADE) if _follows(match, slugs) else match for match in found]
    numbered = sorted(enumerate(found), key=lambda pair: (*_rank(pair[1]), pair[0]))
    seen: set[tuple[str, ...]] = set()
    out: list[Match] = []
    for _, match in numbered:
        key = _identity(match)
        if key not in seen:
            seen.add(key)
            out.append(match)
    return out[:_MOST_MATCHES]


def _follows(match: Match, slugs: set[str]) -> bool:
    return match.record is not None and any(
        slug in slugs and slug != match.record.slug for slug in match.record.facts.cascade_of
    )


def _rank(match: Match) -> tuple[bool, bool, bool]:
    weak = match.band is Band.WEAK
    if match.panic is None or match.panic.form == "mention":
        return weak, match.role is Role.CASCADE, False
    place = match.panic.place
    return False, match.role is Role.CASCADE, weak and place is not None and not is_ours(place.crate)


def _identity(match: Match) -> tuple[str, ...]:
    if match.record is not None:
        return ("record", match.record.slug)
    if match.site is not None:
        return ("site", match.site.id)
    place = match.panic.place if match.panic else None
    return (
        ("place", place.crate or "", place.path, match.panic.fingerprint)
        if place and match.panic
        else ("", "")
    )
