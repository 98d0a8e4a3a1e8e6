"""Where the App is installed, as GitHub's events tell it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, select, update

from bot.store.tables import INSTALLATIONS, REPOSITORIES
from bot.store.upsert import insert

_I: Final = INSTALLATIONS.c
_R: Final = REPOSITORIES.c


class Presence(StrEnum):
    """Whether an installation may be worked for."""

    ACTIVE = "active"
    SUSPENDED = "suspended"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Installation:
    """The App on somebody's account; ``selection`` is ``all`` or ``selected`` repositories."""

    id: int
    account: str
    account_type: str
    selection: str | None


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository the App may work in."""

    id: int
    name: str
    private: bool


def note(connection: Connection, installation: Installation, presence: Presence, now: float) -> None:
    """Write down how an installation stands now."""
    values = {
        "account": installation.account,
        "account_type": installation.account_type,
        "selection": installation.selection,
        "state": presence,
        "event_at": now,
    }
    connection.execute(
        insert(connection, INSTALLATIONS)
        .values(id=installation.id, **values)
        .on_conflict_do_update(index_elements=["id"], set_=values)
    )


def presence(connection: Connection, installation_id: int) -> Presence | None:
    """How an installation stands, ``None`` when no event told us of it yet."""
    found = connection.execute(select(_I.state).where(_I.id == installation_id)).scalar()
    return Presence(found) if found else None


def active(connection: Connection) -> tuple[int, ...]:
    """The installations that may be worked for."""
    query = select(_I.id).where(_I.state == Presence.ACTIVE).order_by(_I.id)
    return tuple(connection.execute(query).scalars())


def add_repositories(
    connection: Connection, installation_id: int, repositories: Iterable[Repository]
) -> None:
    """Write down that the App may work in these repositories; also learns a new name."""
    for repository in repositories:
        values = {
            "name": repository.name,
            "installation_id": installation_id,
            "private": repository.private,
            "removed_at": None,
        }
        connection.execute(
            insert(connection, REPOSITORIES)
            .values(id=repository.id, **values)
            .on_conflict_do_update(index_elements=["id"], set_=values)
        )


def remove_repositories(connection: Connection, ids: Iterable[int], now: float) -> None:
    """Write down that the App was taken off these repositories."""
    connection.execute(update(REPOSITORIES).where(_R.id.in_(tuple(ids))).values(removed_at=now))


def taken_off(connection: Connection, ids: Iterable[int]) -> frozenset[int]:
    """Those of these repositories that the App was taken off, or whose installation doesn't work now."""
    away = select(_I.id).where(_I.state != Presence.ACTIVE)
    gone = _R.removed_at.is_not(None) | _R.installation_id.in_(away)
    query = select(_R.id).where(_R.id.in_(tuple(ids)), gone)
    return frozenset(connection.execute(query).scalars())


def remove_all_repositories(connection: Connection, installation_id: int, now: float) -> None:
    """Write down that an installation is gone with all its repositories."""
    connection.execute(
        update(REPOSITORIES).where(_R.installation_id == installation_id).values(removed_at=now)
    )


def issue_seen(
    connection: Connection, installation_id: int, repository: Repository, issue: int, created_at: str
) -> None:
    """Write down the newest issue we heard of, by GitHub's time, so that later ones can be caught up with."""
    newest = {"last_issue_at": created_at, "last_issue": issue}
    where = {"name": repository.name, "installation_id": installation_id, "removed_at": None}
    connection.execute(
        insert(connection, REPOSITORIES)
        .values(id=repository.id, private=repository.private, **where, **newest)
        .on_conflict_do_update(
            index_elements=["id"],
            set_={**where, **newest},
            where=(_R.last_issue_at.is_(None)) | (_R.last_issue_at < created_at),
        )
    )


def last_issue_at(connection: Connection, repo_id: int) -> str | None:
    """When the newest issue we heard of was made, by GitHub's time."""
    return connection.execute(select(_R.last_issue_at).where(_R.id == repo_id)).scalar()


def repository(connection: Connection, repo_id: int) -> tuple[int, Repository] | None:
    """A repository the App may work in, with its installation."""
    query = select(REPOSITORIES).where(_R.id == repo_id, _R.removed_at.is_(None))
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return None
    return row["installation_id"], Repository(row["id"], row["name"], row["private"])


def repositories(connection: Connection, installation_id: int) -> tuple[tuple[Repository, str | None], ...]:
    """The repositories of an installation, each with the time of the newest issue we heard of there."""
    query = select(REPOSITORIES).where(_R.installation_id == installation_id, _R.removed_at.is_(None))
    return tuple(
        (Repository(row["id"], row["name"], row["private"]), row["last_issue_at"])
        for row in connection.execute(query.order_by(_R.id)).mappings()
    )
