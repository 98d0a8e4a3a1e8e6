"""Why a verdict is what it is, in lines for a terminal: what was found, on which evidence, and what it
lacked.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.catalog.catalog import Catalog
from bot.recognize.model import Match, Panic, Verdict


def silence_lines(verdict: Verdict, catalog: Catalog) -> Iterator[str]:
    """Say why nothing is said, and what is known all the same: the place, its releases, its neighbours."""
    reason = verdict.silence.value if verdict.silence else "nothing known was found"
    yield f"Silent, because {reason}."
    for match in verdict.matches[:3]:
        yield ""
        yield from _known(match, catalog)


def _known(match: Match, catalog: Catalog) -> Iterator[str]:
    site = match.site
    if match.record is not None:
        yield f"Perhaps: {match.record.facts.title} ({match.record.slug})"
    if match.wording is not None:
        yield f"Message: {match.wording.strip()}"
        spans = catalog.lifetimes(match.wording)
        if spans:
            yield "In the releases: " + ", ".join(f"{a} to {b}" if a != b else a for a, b in spans)
    if site is not None:
        yield f"Source: {site.repo} {site.path}, {site.function}"
        near = [record for record in catalog.records if record.facts.crate == site.crate][:3]
        if near and match.record is None:
            yield "Other errors of this crate: " + ", ".join(record.slug for record in near)


def why_lines(verdict: Verdict) -> Iterator[str]:
    """Tell each panic that was read and each match, with the reasons of its band."""
    version = verdict.burn_version
    yield f"Burn: {version.value}, read from {version.source}" if version else "Burn: no version told"
    for number, panic in enumerate(verdict.panics, start=1):
        yield from _panic(number, panic)
    for match in verdict.matches:
        yield from _match(match)
    if not verdict.matches:
        yield "No wording of the catalogue stands in it, and no panic is at a place of Burn's."


def _panic(number: int, panic: Panic) -> Iterator[str]:
    place = panic.place
    where = (
        f"{place.crate or '?'} {place.version or place.commit or ''} {place.path or '?'}:{place.line or '?'}"
        if place
        else "?"
    )
    yield f"Panic {number}, lines {panic.first_line} to {panic.last_line} ({panic.form}): {where}"
    yield f"    {panic.message[0] if panic.message else '(no message)'}"
    yield f"    fingerprint {panic.fingerprint}"


def _match(match: Match) -> Iterator[str]:
    name = match.record.slug if match.record else "(no record)"
    yield f"{match.band.value} {match.role.value}: {name}"
    if match.wording:
        yield f"    wording: {match.wording.strip()!r}"
    if match.site:
        yield f"    site: {match.site.path}, {match.site.function} ({match.site.kind.value})"
    for reason in match.why:
        yield f"    because: {reason}"
    for name, value in match.captures.items():
        yield f"    {name} = {value!r}"
    for evidence in match.evidence:
        yield f"    line {evidence.line}: {evidence.text}"
