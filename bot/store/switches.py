"""What people with write access switched: the bot in a repository, records, single answers."""

from __future__ import annotations

from typing import Final, Literal, get_args

from sqlalchemy import Connection, delete, select

from bot.store.tables_repository import HIDDEN, MUTES, SWITCHES
from bot.store.upsert import insert

State = Literal["on", "off", "shadow"]
_S: Final = SWITCHES.c
_M: Final = MUTES.c
_H: Final = HIDDEN.c


def switch(connection: Connection, repo_id: int, state: State, by: str, now: float) -> None:
    """Switch the bot on, off, or to taking notes only, in a repository."""
    values = {"state": state, "by": by, "at": now}
    connection.execute(
        insert(connection, SWITCHES)
        .values(repo_id=repo_id, **values)
        .on_conflict_do_update(index_elements=["repo_id"], set_=values)
    )


def switched(connection: Connection, repo_id: int) -> State | None:
    """How the bot was switched in a repository, ``None`` when nobody did."""
    found = connection.execute(select(_S.state).where(_S.repo_id == repo_id)).scalar()
    return next((state for state in get_args(State) if state == found), None)


def mute(connection: Connection, repo_id: int, record_id: str, by: str, now: float) -> None:
    """Let a record not be spoken of in a repository."""
    connection.execute(
        insert(connection, MUTES)
        .values(repo_id=repo_id, record_id=record_id, by=by, at=now)
        .on_conflict_do_nothing(index_elements=["repo_id", "record_id"])
    )


def unmute(connection: Connection, repo_id: int, record_id: str) -> bool:
    """Take that back; ``False`` when the record wasn't muted."""
    mine = (_M.repo_id == repo_id, _M.record_id == record_id)
    return connection.execute(delete(MUTES).where(*mine)).rowcount == 1


def muted(connection: Connection, repo_id: int) -> frozenset[str]:
    """The ids of the records that are muted in a repository by command."""
    return frozenset(connection.execute(select(_M.record_id).where(_M.repo_id == repo_id)).scalars())


def hide(connection: Connection, repo_id: int, issue: int, by: str, now: float) -> None:
    """Let the answer under an issue stay hidden."""
    connection.execute(
        insert(connection, HIDDEN)
        .values(repo_id=repo_id, issue=issue, by=by, at=now)
        .on_conflict_do_nothing(index_elements=["repo_id", "issue"])
    )


def show(connection: Connection, repo_id: int, issue: int) -> None:
    """Take that back."""
    connection.execute(delete(HIDDEN).where(_H.repo_id == repo_id, _H.issue == issue))


def is_hidden(connection: Connection, repo_id: int, issue: int) -> bool:
    """Whether the answer under an issue is to stay hidden."""
    mine = (_H.repo_id == repo_id, _H.issue == issue)
    return connection.execute(select(_H.at).where(*mine)).scalar() is not None
