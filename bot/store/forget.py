"""Everything that is kept of a repository or of one of its issues: to be given out, and to be forgotten."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from sqlalchemy import Connection, Table, delete, func, or_, select, update

from bot.store.delivery import OPEN, State
from bot.store.installations import Presence
from bot.store.repo_settings import key_of
from bot.store.tables import COMMENTS, DELIVERIES, INSTALLATIONS, OUTBOX, REPOSITORIES, SIGHTINGS
from bot.store.tables_repository import (
    ANSWERS,
    ASKED,
    BURN_USES,
    HIDDEN,
    MUTES,
    QUESTIONS,
    REPO_SETTINGS,
    SWITCHES,
    VOTES,
)
from bot.store.tables_triage import TRIAGE_ACTIONS

OF_ISSUES: Final[tuple[Table, ...]] = (SIGHTINGS, OUTBOX, ANSWERS, VOTES, QUESTIONS, ASKED, TRIAGE_ACTIONS)
"""What was seen, said, asked and voted, by issue."""

WISHES: Final[tuple[Table, ...]] = (COMMENTS, HIDDEN, SWITCHES, MUTES, BURN_USES)
"""What the repository wants, and which comment is ours: without it something could be said again."""

_D: Final = DELIVERIES.c
_EMPTIED: Final = {
    "payload": "{}",
    "reason": None,
    "body": None,
    "evidence": None,
    "error": None,
    "sender": "",
    "repo": None,
}


def ids_of(connection: Connection, name: str) -> tuple[int, ...]:
    """The repositories that are or were called ``name`` (OWNER/NAME, in any case)."""
    found: set[int] = set()
    for column, number in (
        (REPOSITORIES.c.name, REPOSITORIES.c.id),
        (SIGHTINGS.c.repo, SIGHTINGS.c.repo_id),
        (_D.repo, _D.repo_id),
    ):
        query = select(number).where(func.lower(column) == name.lower(), number.is_not(None)).distinct()
        found.update(connection.execute(query).scalars())
    return tuple(sorted(found))


def kept_of(connection: Connection, repo_id: int) -> dict[str, list[dict[str, Any]]]:
    """Every row that is kept of a repository, by table."""
    found = {
        table.name: _rows(connection, table, table.c.repo_id == repo_id)
        for table in (DELIVERIES, *OF_ISSUES, *WISHES)
    }
    found[REPOSITORIES.name] = _rows(connection, REPOSITORIES, REPOSITORIES.c.id == repo_id)
    found[REPO_SETTINGS.name] = _rows(connection, REPO_SETTINGS, REPO_SETTINGS.c.key == key_of(repo_id))
    return {name: rows for name, rows in found.items() if rows}


def forget_issue(connection: Connection, repo_id: int, issue: int, now: float, *, but: str = "") -> None:
    """Forget what was seen and said of an issue, and drop what is still to be done there, ``but`` for the
    delivery that tells of it. Which deliveries there were stays.
    """
    for table in OF_ISSUES:
        connection.execute(delete(table).where(table.c.repo_id == repo_id, table.c.issue == issue))
    which = (_D.repo_id == repo_id, _D.issue == issue, _D.id != but)
    _drop(connection, now, *which)
    _empty(connection, *which)


def forget_repository(
    connection: Connection, repo_id: int, now: float, *, wishes: bool, but: str = ""
) -> None:
    """Forget what was seen and said in a repository; with ``wishes`` also what it wants, which comments are
    ours, and what is still to be done (``but`` for one delivery), as though it had never been heard of.

    The ids of its deliveries stay until they're dropped for their age: none is taken in twice.
    """
    for table in (*OF_ISSUES, *(WISHES if wishes else ())):
        connection.execute(delete(table).where(table.c.repo_id == repo_id))
    if wishes:
        connection.execute(delete(REPO_SETTINGS).where(REPO_SETTINGS.c.key == key_of(repo_id)))
        connection.execute(delete(REPOSITORIES).where(REPOSITORIES.c.id == repo_id))
    which = (_D.repo_id == repo_id, _D.id != but)
    if wishes:
        _drop(connection, now, *which)
    _empty(connection, *which)


def left(connection: Connection, before: float) -> tuple[int, ...]:
    """The repositories that the App was taken off, or whose installation is suspended, since ``before``."""
    gone = (Presence.SUSPENDED, Presence.REMOVED)
    away = select(INSTALLATIONS.c.id).where(
        INSTALLATIONS.c.state.in_(gone), INSTALLATIONS.c.event_at < before
    )
    query = select(REPOSITORIES.c.id).where(
        or_(REPOSITORIES.c.removed_at < before, REPOSITORIES.c.installation_id.in_(away))
    )
    return tuple(connection.execute(query.order_by(REPOSITORIES.c.id)).scalars())


def forget_installations(connection: Connection, before: float) -> int:
    """Forget the accounts whose installation was removed before then; how many."""
    gone = (INSTALLATIONS.c.state == Presence.REMOVED, INSTALLATIONS.c.event_at < before)
    return connection.execute(delete(INSTALLATIONS).where(*gone)).rowcount


def forget_old_sightings(connection: Connection, before: float) -> int:
    """Forget what was seen before then; how many."""
    return connection.execute(delete(SIGHTINGS).where(SIGHTINGS.c.seen_at < before)).rowcount


def set_private(connection: Connection, repo_id: int, *, private: bool) -> None:
    """Write down that the world may see a repository, or no longer."""
    connection.execute(update(REPOSITORIES).where(REPOSITORIES.c.id == repo_id).values(private=private))
    connection.execute(update(SIGHTINGS).where(SIGHTINGS.c.repo_id == repo_id).values(private=private))


def tables_by_repository() -> Collection[Table]:
    """All tables that `forget_repository` knows by a column ``repo_id``."""
    return (DELIVERIES, *OF_ISSUES, *WISHES)


def _drop(connection: Connection, now: float, *which: Any) -> None:
    undone = _D.state.in_((*OPEN, State.SET_ASIDE))
    values = {"state": State.DROPPED, "finished_at": now}
    connection.execute(update(DELIVERIES).where(*which, undone).values(**values))


def _empty(connection: Connection, *which: Any) -> None:
    """Take out what deliveries that are over have told."""
    over = _D.state.in_((State.HANDLED, State.DROPPED))
    connection.execute(update(DELIVERIES).where(*which, over).values(**_EMPTIED))


def _rows(connection: Connection, table: Table, which: Any) -> list[dict[str, Any]]:
    found: Iterable[Any] = connection.execute(select(table).where(which)).mappings()
    return [dict(row) for row in found]
