"""Our own comments: one answer an issue, one reply a command.

``INTENDED`` is written before a comment is posted, so that after a crash or an unclear answer it's known
that one may stand on GitHub, and is looked for there before anything is posted again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, select

from bot.store.tables import COMMENTS
from bot.store.upsert import insert

_C: Final = COMMENTS.c


class Standing(StrEnum):
    """How a comment of ours stands."""

    INTENDED = "intended"
    POSTED = "posted"
    MINIMISED = "minimised"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a comment of ours stands: under an issue, as its answer (``reply_to`` 0) or as the reply to a
    comment.
    """

    repo_id: int
    issue: int
    reply_to: int = 0


@dataclass(frozen=True, slots=True)
class Own:
    """A comment of ours. ``GONE``: somebody deleted it, so none is posted there again."""

    standing: Standing
    comment_id: int | None
    node_id: str | None
    digest: str
    tried_at: float | None
    issue_updated_at: str


def find(connection: Connection, spot: Spot) -> Own | None:
    """Our comment at ``spot`` as we know it."""
    row = connection.execute(select(COMMENTS).where(*_at(spot))).mappings().one_or_none()
    if row is None:
        return None
    return Own(
        Standing(row["state"]),
        row["comment_id"],
        row["node_id"],
        row["digest"],
        row["tried_at"],
        row["issue_updated_at"],
    )


def intend(connection: Connection, spot: Spot, now: float) -> None:
    """Write down that a comment is about to be posted."""
    _put(connection, spot, now, state=Standing.INTENDED, tried_at=now)


def not_posted(connection: Connection, spot: Spot, now: float) -> None:
    """Write down that what was about to be posted was surely not."""
    _put(connection, spot, now, tried_at=None)


def posted(
    connection: Connection, spot: Spot, comment_id: int, node_id: str | None, digest: str, now: float
) -> None:
    """Write down that a comment with this text stands on GitHub."""
    _put(
        connection,
        spot,
        now,
        state=Standing.POSTED,
        comment_id=comment_id,
        node_id=node_id,
        digest=digest,
        tried_at=None,
    )


def stand(connection: Connection, spot: Spot, standing: Standing, now: float) -> None:
    """Write down that our comment was minimised or is gone."""
    _put(connection, spot, now, state=standing, tried_at=None)


def read_state(connection: Connection, spot: Spot, issue_updated_at: str, now: float) -> None:
    """Write down which state of the issue (GitHub's ``updated_at``) our comment speaks of, if we have one
    there.
    """
    if find(connection, spot) is not None:
        _put(connection, spot, now, issue_updated_at=issue_updated_at)


def _at(spot: Spot) -> tuple[Any, ...]:
    return (_C.repo_id == spot.repo_id, _C.issue == spot.issue, _C.reply_to == spot.reply_to)


def _put(connection: Connection, spot: Spot, now: float, **values: Any) -> None:
    fresh = {"state": Standing.INTENDED, **values}
    connection.execute(
        insert(connection, COMMENTS)
        .values(repo_id=spot.repo_id, issue=spot.issue, reply_to=spot.reply_to, updated_at=now, **fresh)
        .on_conflict_do_update(
            index_elements=["repo_id", "issue", "reply_to"], set_={"updated_at": now, **values}
        )
    )
