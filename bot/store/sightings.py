"""Which known errors were seen in which issue: what pages count and triage shows. No text of the
reporter's is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, func, select

from bot.recognize.model import Panic, Verdict
from bot.store.tables import SIGHTINGS

UNKNOWN: Final = "unknown"  # in the place of a band: a panic that the catalogue doesn't know
_S: Final = SIGHTINGS.c


@dataclass(frozen=True, slots=True)
class Where:
    """The issue something was seen in."""

    repo_id: int
    repo: str
    private: bool
    issue: int


@dataclass(frozen=True, slots=True)
class Said:
    """Whether something was said of a sighting, and if not, why."""

    spoken: bool
    silence: str | None


def replace(
    connection: Connection, where: Where, verdict: Verdict, now: float, said: Said | None = None
) -> None:
    """Let the sightings of this issue be those of ``verdict``: an edit may take some away.

    ``said`` is what came of it, where that isn't what the verdict asks for.
    """
    said = said or Said(verdict.speak, None if verdict.speak else verdict.silence)
    connection.execute(delete(SIGHTINGS).where(_S.repo_id == where.repo_id, _S.issue == where.issue))
    common = {
        "repo_id": where.repo_id,
        "repo": where.repo,
        "private": where.private,
        "issue": where.issue,
        "burn_version": verdict.burn_version.value[:60] if verdict.burn_version else None,
        "version_source": verdict.burn_version.source[:60] if verdict.burn_version else None,
        "spoken": said.spoken,
        "silence": said.silence,
        "seen_at": now,
    }
    rows = [{**common, **row} for row in _rows(verdict)]
    if rows:
        connection.execute(SIGHTINGS.insert(), rows)


def issues_with(connection: Connection, repo_id: int, fingerprint: str, most: int) -> tuple[int, ...]:
    """The issues of a repository with an unknown panic of this fingerprint, the newest first."""
    mine = (_S.repo_id == repo_id, _S.fingerprint == fingerprint, _S.record_id.is_(None))
    newest = func.max(_S.seen_at)
    query = select(_S.issue).where(*mine).group_by(_S.issue).order_by(newest.desc(), _S.issue.desc())
    return tuple(connection.execute(query.limit(most)).scalars())


def times_seen(connection: Connection) -> dict[str, int]:
    """In how many issues of public repositories each record (by id) was seen."""
    issues = (
        select(_S.record_id, _S.repo_id, _S.issue)
        .where(_S.record_id.is_not(None), _S.private.is_(False))
        .distinct()
        .subquery()
    )
    rows = connection.execute(select(issues.c.record_id, func.count()).group_by(issues.c.record_id))
    return {str(record): int(number) for record, number in rows}


def outcomes(connection: Connection) -> dict[str, int]:
    """In how many issues a known error was spoken of (``spoken``), or why not (our own words)."""
    issues = (
        select(_S.repo_id, _S.issue, _S.spoken, _S.silence)
        .where(_S.record_id.is_not(None))
        .distinct()
        .subquery()
    )
    query = select(issues.c.spoken, issues.c.silence, func.count()).group_by(
        issues.c.spoken, issues.c.silence
    )
    found: dict[str, int] = {}
    for spoken, silence, number in connection.execute(query):
        said = "spoken" if spoken else silence or "silent"
        found[said] = found.get(said, 0) + int(number)
    return found


def unknown(connection: Connection) -> int:
    """How many different panics were seen that the catalogue has no record of."""
    query = select(func.count(_S.fingerprint.distinct())).where(_S.record_id.is_(None))
    return int(connection.execute(query).scalar_one())


def _rows(verdict: Verdict) -> list[dict[str, Any]]:
    rows = [
        {
            "record_id": match.record.facts.id if match.record else None,
            "site_id": match.site.id if match.site else None,
            "wording": match.wording,
            "fingerprint": _fingerprint(match.panic),
            "band": match.band.value,
            "role": match.role.value,
        }
        for match in verdict.matches
    ]
    matched = {match.panic for match in verdict.matches}
    unknown = [panic for panic in verdict.panics if panic not in matched and panic.fingerprint]
    return rows + [
        {
            "record_id": None,
            "site_id": None,
            "wording": None,
            "fingerprint": _fingerprint(panic),
            "band": UNKNOWN,
            "role": "cause",
        }
        for panic in unknown
    ]


def _fingerprint(panic: Panic | None) -> str | None:
    return panic.fingerprint[:64] or None if panic else None
