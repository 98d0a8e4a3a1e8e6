"""What the pages of maintainers show, made of what the store has and the catalogue knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection

from bot.catalog.catalog import Catalog
from bot.catalog.versions import release_key, tag_of
from bot.store import triage_reads as reads
from bot.store.clock import now
from bot.store.delivery import Row
from bot.store.installations import Repository
from bot.store.triage_reads import Group, Seen

ROWS: Final = 30  # of each list on a page
NAMED: Final = 8  # issues of an alarm
WEEKS: Final = 12
CURVES: Final = 5  # records in the picture; the others are one more


@dataclass(frozen=True, slots=True)
class Noisy:
    """A record in these repositories: issues it was seen in, votes right and wrong there."""

    slug: str
    title: str
    issues: int
    right: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """A record that is marked as fixed, and where it was seen with a version that should have the fix."""

    slug: str
    title: str
    fixed_in: str
    seen: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class Weeks:
    """Issues by week: the weeks' first days, and for each record (by title) a number a week."""

    days: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything on a page over one or several repositories."""

    came_in: tuple[Seen, ...]
    outcomes: tuple[tuple[str, int], ...]
    records: tuple[Noisy, ...]
    releases: tuple[tuple[str, int], ...]
    weeks: Weeks
    release_weeks: Weeks
    unknown: tuple[Group, ...]
    alarms: tuple[Alarm, ...]
    problems: Mapping[int, tuple[tuple[int, str], ...]]
    failed: tuple[Row, ...]


def overview(connection: Connection, catalog: Catalog, repositories: Collection[Repository]) -> Overview:
    """Read it all; nothing of other repositories."""
    repos = [each.id for each in repositories]
    return Overview(
        came_in=by_present_name(reads.seen(connection, repos, ROWS), repositories),
        outcomes=reads.outcomes(connection, repos),
        records=_records(connection, catalog, repos),
        releases=reads.by_release(connection, repos, ROWS),
        weeks=weeks(connection, catalog, repos),
        release_weeks=weeks(connection, catalog, repos, releases=True),
        unknown=_unknown(connection, repositories),
        alarms=alarms(connection, catalog, repositories),
        problems=reads.problems(connection, repos),
        failed=reads.set_aside(connection, {each.id: each.name for each in repositories}, ROWS),
    )


def by_present_name(found: Iterable[Seen], repositories: Collection[Repository]) -> tuple[Seen, ...]:
    """The same under today's names: rows keep the name of their day, and links go by today's."""
    present = {each.id: each.name for each in repositories}
    return tuple(replace(each, repo=present[each.repo_id]) for each in found)


def _unknown(connection: Connection, repositories: Collection[Repository]) -> tuple[Group, ...]:
    present = {each.id: each.name for each in repositories}
    return tuple(
        replace(group, issues=tuple((repo_id, present[repo_id], issue) for repo_id, _, issue in group.issues))
        for group in reads.unknown(connection, list(present), ROWS)
    )


def title_of(catalog: Catalog, record_id: str | None) -> tuple[str, str]:
    """Slug and title of a record; its id for both where the catalogue doesn't have it any more."""
    record = catalog.by_id(record_id) if record_id else None
    return (record.slug, record.facts.title) if record is not None else (record_id or "", record_id or "")


def _records(connection: Connection, catalog: Catalog, repos: Collection[int]) -> tuple[Noisy, ...]:
    voted = reads.votes(connection, repos)
    counted = dict(reads.by_record(connection, repos, ROWS, always=voted))
    every = [*counted, *(each for each in voted if each not in counted)]
    found = []
    for record_id in every:
        slug, title = title_of(catalog, record_id)
        right, wrong = voted.get(record_id, (0, 0))
        found.append(Noisy(slug, title, counted.get(record_id, 0), right, wrong))
    return tuple(sorted(found, key=lambda each: (-each.wrong, -each.issues, each.slug)))


def weeks(
    connection: Connection, catalog: Catalog, repos: Collection[int], *, releases: bool = False
) -> Weeks:
    """The last weeks, the busiest records by name; or the versions of Burn that were told of most."""
    this = int(now(connection) / reads.WEEK)
    numbers = range(this - WEEKS + 1, this + 1)
    counted = reads.by_week(connection, repos, numbers[0] * reads.WEEK, releases=releases)
    total: Counter[str] = Counter()
    for week in counted.values():
        total.update(week)
    named = [record_id for record_id, _ in total.most_common(CURVES)]
    rows = [
        (
            each if releases else title_of(catalog, each)[1],
            tuple(counted.get(number, {}).get(each, 0) for number in numbers),
        )
        for each in named
    ]
    others = tuple(
        sum(count for record_id, count in counted.get(number, {}).items() if record_id not in named)
        for number in numbers
    )
    if any(others):
        rows.append(("others", others))
    return Weeks(tuple(_day(number) for number in numbers), tuple(rows))


def alarms(
    connection: Connection, catalog: Catalog, repositories: Collection[Repository]
) -> tuple[Alarm, ...]:
    """Records that are marked as fixed, seen in a release that has the fix."""
    fixed = {
        record.facts.id: record.facts.fix.fixed_in
        for record in catalog.records
        if record.facts.fix is not None and record.facts.fix.fixed_in is not None
    }
    again: dict[str, list[Seen]] = {}
    found = reads.versions_of(connection, [each.id for each in repositories], list(fixed))
    for each in by_present_name(found, repositories):
        tag = tag_of(each.burn_version or "")
        record_id = each.record_id or ""
        if tag is not None and release_key(tag) >= release_key(fixed[record_id]):
            again.setdefault(record_id, []).append(each)
    return tuple(
        Alarm(*title_of(catalog, record_id), fixed[record_id], tuple(seen[:NAMED]))
        for record_id, seen in list(again.items())[:ROWS]
    )


def _day(week: int) -> str:
    return datetime.fromtimestamp(week * reads.WEEK, UTC).strftime("%Y-%m-%d")
