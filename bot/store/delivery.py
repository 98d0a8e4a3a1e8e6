"""Deliveries as the rooms hand them about."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import RowMapping


class State(StrEnum):
    """How far a delivery is. The first two are still to be done."""

    QUEUED = "queued"
    POSTPONED = "postponed"
    HANDLED = "handled"
    SET_ASIDE = "set aside"
    DROPPED = "dropped"


OPEN: Final = (State.QUEUED, State.POSTPONED)


class What(StrEnum):
    """What was done for a delivery."""

    CREATED = "created"
    EDITED = "edited"
    UNCHANGED = "unchanged"
    MINIMISED = "minimised"
    LABELLED = "labelled"
    REPLIED = "replied"
    NOTED = "noted"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Delivery:
    """One webhook call, cut down to what its job needs. ``id`` is GitHub's ``X-GitHub-Delivery``.

    ``payload`` holds the parts of GitHub's document that the job reads (``issue``, ``comment``,
    ``repository``, ``installation`` …), under GitHub's names.
    """

    id: str
    event: str
    action: str
    installation_id: int | None
    repo_id: int | None
    repo: str | None
    issue: int | None
    comment_id: int | None
    sender: str
    sender_is_bot: bool
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """A delivery as its job finds it. ``write_at`` is its place in the installation's line of writes, if
    it has one.
    """

    seq: int
    delivery: Delivery
    hops: int
    starts: int
    tries: int
    write_at: float | None
    received_at: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a delivery.

    ``evidence`` holds a dict for each line that spoke: ``record`` (slug), ``title``, ``band``, ``role``,
    ``line`` (1 is the first line of the body, 0 the title) and ``text``. ``body`` is the comment as GitHub
    gets it.
    """

    what: What
    reason: str = ""
    body: str | None = None
    evidence: tuple[dict[str, Any], ...] = ()
    state: State = State.HANDLED
    error: str | None = None
    tries: int = 0
    received_at: float = 0.0
    finished_at: float | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A delivery in a list. ``hops`` counts how often it was handed on, to wait or to another worker."""

    id: str
    event: str
    action: str
    repo: str | None
    issue: int | None
    state: State
    tries: int
    hops: int
    received_at: float
    due_at: float | None
    finished_at: float | None
    what: What | None
    reason: str | None
    error: str | None = field(repr=False)


def job_of(row: RowMapping) -> Job:
    """A stored delivery as its job takes it up."""
    return Job(
        seq=row["seq"],
        delivery=Delivery(
            id=row["id"],
            event=row["event"],
            action=row["action"],
            installation_id=row["installation_id"],
            repo_id=row["repo_id"],
            repo=row["repo"],
            issue=row["issue"],
            comment_id=row["comment_id"],
            sender=row["sender"],
            sender_is_bot=row["sender_is_bot"],
            payload=json.loads(row["payload"]),
        ),
        hops=row["hops"],
        starts=row["starts"],
        tries=row["tries"],
        write_at=row["write_at"],
        received_at=row["received_at"],
    )


def row_of(row: RowMapping) -> Row:
    """A stored delivery as lists show it."""
    return Row(
        id=row["id"],
        event=row["event"],
        action=row["action"],
        repo=row["repo"],
        issue=row["issue"],
        state=State(row["state"]),
        tries=row["tries"],
        hops=row["hops"],
        received_at=row["received_at"],
        due_at=row["due_at"],
        finished_at=row["finished_at"],
        what=What(row["what"]) if row["what"] else None,
        reason=row["reason"],
        error=row["error"],
    )
