"""A verdict as one JSON object, the shape that ``burnerr explain --batch`` writes."""

from __future__ import annotations

from typing import Any

from bot.catalog.catalog import Catalog
from bot.recognize.model import Match, Panic, Place, Verdict
from bot.recognize.places import is_ours


def batch_line(report_id: str, verdict: Verdict, catalog: Catalog, base_url: str) -> dict[str, Any]:
    """Give a verdict as a JSON object; ``base_url`` is where ``/errors/<slug>`` is served."""
    version = verdict.burn_version
    lead = verdict.matches[0] if verdict.matches else None
    return {
        "id": report_id,
        "post": verdict.speak,
        "band": lead.band.value if lead else None,
        "silence": verdict.silence.value if verdict.silence else None,
        "burn_version": {"value": version.value, "source": version.source} if version else None,
        "cause_missing": verdict.cause_missing,
        "matches": [_match(match, catalog, base_url.rstrip("/")) for match in verdict.matches],
        "panics": [_panic(panic) for panic in verdict.panics],
    }


def _match(match: Match, catalog: Catalog, base_url: str) -> dict[str, Any]:
    record, site, place = match.record, match.site, match.panic.place if match.panic else None
    patterns = [wording.text for wording in record.facts.wordings] if record else []
    own = match.wording or (site.wording if site and not record else None)
    if own and own not in patterns:
        patterns.append(own)
    told = repository_path(place) if place else None
    return {
        "record": {
            "id": record.facts.id,
            "slug": record.slug,
            "title": record.facts.title,
            "url": f"{base_url}/errors/{record.slug}",
        }
        if record
        else None,
        "patterns": patterns,
        "pattern": match.wording or own,
        "path": told or (site.path if site else None),
        "crate": (place.crate if told and place else None) or (site.crate if site else None),
        "line": (place.line if told and place else None)
        or (site.lines[-1].line if site and site.lines else None),
        "releases": [list(run) for run in catalog.lifetimes(match.wording)] if match.wording else [],
        "missing_from": match.missing_from,
        "role": match.role.value,
        "band": match.band.value,
        "captures": match.captures,
        "evidence": [{"line": e.line, "text": e.text} for e in match.evidence],
    }


def repository_path(place: Place) -> str | None:
    """Give a place as a path in the source of Burn or its like; ``None`` for places elsewhere."""
    return f"{place.crate}/{place.path}" if is_ours(place.crate) and place.path else None


def _panic(panic: Panic) -> dict[str, Any]:
    place = panic.place
    return {
        "thread": panic.thread,
        "place": place.raw if place else None,
        "crate": place.crate if place else None,
        "version": place.version if place else None,
        "commit": place.commit if place else None,
        "path": place.path if place else None,
        "line": place.line if place else None,
        "message": list(panic.message),
        "lines": [panic.first_line, panic.last_line],
        "form": panic.form,
        "fingerprint": panic.fingerprint,
    }
