"""What maintainers see of their repositories.

Each function is given the repositories that the person may see, and reads nothing of others.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, and_, cast, func, or_, select

from bot.store import repo_settings
from bot.store.delivery import Row, State, row_of
from bot.store.tables import COMMENTS, DELIVERIES, SIGHTINGS
from bot.store.tables_repository import HIDDEN, MUTES, SWITCHES, VOTES

WEEK: Final = 7 * 86_400.0  # seconds
_S: Final = SIGHTINGS.c
_D: Final = DELIVERIES.c
_V: Final = VOTES.c


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen in an issue: a record, or a panic that nothing is known of (``fingerprint``)."""

    repo_id: int
    repo: str
    issue: int
    record_id: str | None
    fingerprint: str | None
    band: str
    burn_version: str | None
    spoken: bool
    silence: str | None
    seen_at: float


@dataclass(frozen=True, slots=True)
class Group:
    """Panics of one kind that nothing is known of, and the issues they were in."""

    fingerprint: str
    issues: tuple[tuple[int, str, int], ...]
    reports: int


def seen(
    connection: Connection,
    repos: Collection[int],
    limit: int,
    *,
    record_id: str | None = None,
    issue: int | None = None,
) -> tuple[Seen, ...]:
    """The causes that were seen, the newest first; of one record or issue, or of all and what is unknown."""
    query = select(SIGHTINGS).where(_S.repo_id.in_(repos), _S.role == "cause")
    if record_id is not None:
        query = query.where(_S.record_id == record_id)
    if issue is not None:
        query = query.where(_S.issue == issue)
    rows = connection.execute(query.order_by(_S.seen_at.desc(), _S.id.desc()).limit(limit)).mappings()
    return tuple(_seen(row) for row in rows)


def outcomes(connection: Connection, repos: Collection[int]) -> tuple[tuple[str, int], ...]:
    """In how many issues was spoken, and why not in the others, the most first."""
    mine = (_S.repo_id.in_(repos), _S.role == "cause")
    kinds = (_S.spoken, _S.silence)
    issues = select(*kinds, _S.repo_id, _S.issue).where(*mine).distinct().subquery()
    query = select(issues.c.spoken, issues.c.silence, func.count()).group_by(
        issues.c.spoken, issues.c.silence
    )
    found: dict[str, int] = {}
    for spoken, silence, number in connection.execute(query):
        said = "spoken" if spoken else silence or "nothing is known of it"
        found[said] = found.get(said, 0) + int(number)
    return tuple(sorted(found.items(), key=lambda each: -each[1]))


def by_record(
    connection: Connection, repos: Collection[int], limit: int, *, always: Collection[str] = ()
) -> tuple[tuple[str, int], ...]:
    """In how many issues each record (by id) was seen, the most first; and ``always`` of these."""
    most = _counted(connection, repos, _S.record_id, limit)
    others = set(always) - {record_id for record_id, _ in most}
    return most + (_counted(connection, repos, _S.record_id, len(others), others) if others else ())


def by_release(connection: Connection, repos: Collection[int], limit: int) -> tuple[tuple[str, int], ...]:
    """In how many issues each version of Burn was told of, the most first."""
    return _counted(connection, repos, _S.burn_version, limit)


def by_week(
    connection: Connection, repos: Collection[int], since: float, *, releases: bool = False
) -> dict[int, dict[str, int]]:
    """Issues by week (number of weeks since 1970) and record id, or version of Burn, from ``since`` on."""
    column = _S.burn_version if releases else _S.record_id
    # Of whole numbers, for a cast of the quotient rounds on PostgreSQL and cuts off on SQLite.
    week = (cast(_S.seen_at, BigInteger) // int(WEEK)).label("week")
    mine = (_S.repo_id.in_(repos), _S.role == "cause", column.is_not(None), _S.seen_at >= since)
    issues = select(week, column.label("named"), _S.repo_id, _S.issue).where(*mine).distinct().subquery()
    columns = (issues.c.week, issues.c.named)
    found: dict[int, dict[str, int]] = {}
    for number, named, count in connection.execute(select(*columns, func.count()).group_by(*columns)):
        found.setdefault(int(number), {})[str(named)] = int(count)
    return found


def unknown(connection: Connection, repos: Collection[int], limit: int) -> tuple[Group, ...]:
    """Panics without a record, grouped by what they have in common, most reports first."""
    mine = (_S.repo_id.in_(repos), _S.record_id.is_(None), _S.fingerprint.is_not(None))
    issues = select(_S.fingerprint, _S.repo_id, _S.repo, _S.issue).where(*mine).distinct()
    rows = issues.subquery()
    counted = select(rows.c.fingerprint, func.count().label("n")).group_by(rows.c.fingerprint)
    most = counted.order_by(func.count().desc(), rows.c.fingerprint).limit(limit)
    counts = {str(row.fingerprint): int(row.n) for row in connection.execute(most)}
    where: dict[str, list[tuple[int, str, int]]] = {fingerprint: [] for fingerprint in counts}
    query = issues.where(_S.fingerprint.in_(counts)).order_by(_S.repo_id, _S.issue.desc())
    for row in connection.execute(query):
        if len(where[row.fingerprint]) < 10:
            where[row.fingerprint].append((row.repo_id, row.repo, row.issue))
    return tuple(Group(each, tuple(where[each]), number) for each, number in counts.items())


def votes(connection: Connection, repos: Collection[int]) -> dict[str, tuple[int, int]]:
    """Votes on answers in these repositories by record id: right, wrong."""
    query = (
        select(_V.record_id, _V.refused, func.count())
        .where(_V.repo_id.in_(repos))
        .group_by(_V.record_id, _V.refused)
    )
    found: dict[str, list[int]] = {}
    for record_id, refused, number in connection.execute(query):
        found.setdefault(str(record_id), [0, 0])[bool(refused)] = int(number)
    return {record_id: (right, wrong) for record_id, (right, wrong) in found.items()}


def versions_of(connection: Connection, repos: Collection[int], records: Collection[str]) -> tuple[Seen, ...]:
    """Where these records (by id) were seen with a known version of Burn, the newest first."""
    mine = (_S.repo_id.in_(repos), _S.record_id.in_(records), _S.burn_version.is_not(None))
    rows = connection.execute(select(SIGHTINGS).where(*mine).order_by(_S.seen_at.desc()).limit(500))
    return tuple(_seen(row) for row in rows.mappings())


def problems(connection: Connection, repos: Collection[int]) -> dict[int, tuple[tuple[int, str], ...]]:
    """What is wrong with the settings files of these repositories, by line."""
    found = {}
    for repo_id in repos:
        kept = repo_settings.find(connection, repo_settings.key_of(repo_id))
        if kept is not None and kept.problems:
            found[repo_id] = kept.problems
    return found


def set_aside(connection: Connection, repos: Mapping[int, str], limit: int) -> tuple[Row, ...]:
    """Deliveries that failed for good, the newest first, under the names that are given."""
    mine = (_D.repo_id.in_(list(repos)), _D.state == State.SET_ASIDE)
    rows = connection.execute(select(DELIVERIES).where(*mine).order_by(_D.seq.desc()).limit(limit))
    return tuple(replace(row_of(row), repo=repos[row["repo_id"]]) for row in rows.mappings())


@dataclass(frozen=True, slots=True)
class Issue:
    """What there is of one issue: the newest comment that was or would have been written, why, and the lines
    of the report that it rests on; how our comment stands (``None``: there is none); whether it's hidden.
    """

    body: str | None
    reason: str
    evidence: tuple[dict[str, Any], ...]
    standing: str | None
    hidden_by: str | None


def issue(connection: Connection, repo_id: int, number: int) -> Issue:
    """One issue."""
    # A comment that was brought up to date or posted by hand is newer than the one of the last event.
    told = or_(_D.event == "issues", and_(_D.event == "triage", _D.body.is_not(None)))
    query = (
        select(_D.body, _D.reason, _D.what, _D.evidence)
        .where(_D.repo_id == repo_id, _D.issue == number, told, _D.state == State.HANDLED)
        .order_by(_D.seq.desc())
    )
    rows = connection.execute(query).all()
    newest = next((row for row in rows if row.body), rows[0] if rows else None)
    c, h = COMMENTS.c, HIDDEN.c
    own = select(c.state).where(c.repo_id == repo_id, c.issue == number, c.reply_to == 0)
    hidden = select(h.by).where(h.repo_id == repo_id, h.issue == number)
    return Issue(
        body=newest.body if newest else None,
        reason=f"{newest.what}: {newest.reason}"
        if newest and newest.reason
        else (newest.what if newest else ""),
        evidence=tuple(json.loads(newest.evidence or "[]")) if newest else (),
        standing=connection.execute(own).scalar(),
        hidden_by=connection.execute(hidden).scalar(),
    )


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a repository was told by hand: ``switch`` (``None``: nothing), and muted records by id."""

    switch: str | None
    muted: tuple[str, ...]


def wishes(connection: Connection, repo_id: int) -> Wishes:
    """What one repository was told."""
    switch = select(SWITCHES.c.state).where(SWITCHES.c.repo_id == repo_id)
    muted = select(MUTES.c.record_id).where(MUTES.c.repo_id == repo_id).order_by(MUTES.c.record_id)
    return Wishes(
        connection.execute(switch).scalar(), tuple(map(str, connection.execute(muted).scalars().all()))
    )


def _counted(
    connection: Connection, repos: Collection[int], column: Any, limit: int, only: Collection[str] = ()
) -> tuple[tuple[str, int], ...]:
    mine = [_S.repo_id.in_(repos), _S.role == "cause", column.in_(only) if only else column.is_not(None)]
    issues = select(column.label("named"), _S.repo_id, _S.issue).where(*mine).distinct().subquery()
    query = select(issues.c.named, func.count()).group_by(issues.c.named)
    rows = connection.execute(query.order_by(func.count().desc(), issues.c.named).limit(limit))
    return tuple((str(named), int(number)) for named, number in rows)


def _seen(row: Any) -> Seen:
    return Seen(**{name: row[name] for name in Seen.__dataclass_fields__})
