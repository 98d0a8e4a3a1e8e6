"""Answers that would have been said, and can still be: what a person may post by hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, exists, func, select

from bot.store.comments import Standing
from bot.store.delivery import OPEN
from bot.store.tables import COMMENTS, DELIVERIES, SIGHTINGS
from bot.store.tables_repository import HIDDEN
from bot.store.tables_triage import TRIAGE_ACTIONS
from bot.store.triage_actions import PREFIX
from bot.store.triage_change import Action

_D: Final = DELIVERIES.c
_S: Final = SIGHTINGS.c
_C: Final = COMMENTS.c
_H: Final = HIDDEN.c
_T: Final = TRIAGE_ACTIONS.c


@dataclass(frozen=True, slots=True)
class Unsaid:
    """The newest answer that wasn't given under an issue; ``read_at`` is when the issue was read."""

    issue: int
    body: str
    read_at: float


def unsaid(
    connection: Connection, repo_id: int, silence: str, issues: Collection[int] | None, limit: int
) -> tuple[Unsaid, ...]:
    """Those of a repository, for the reason ``silence``, the newest first.

    Not where a comment of ours stands or stood, where the answer is hidden, or where one is being posted.
    """
    newest = (
        select(func.max(_D.seq))
        .where(_D.repo_id == repo_id, _D.reason == silence, _D.body.is_not(None))
        .group_by(_D.issue)
    )
    noted = select(_S.issue).where(_S.repo_id == repo_id, _S.silence == silence, _S.spoken.is_(False))
    query = select(_D.issue, _D.body, _D.finished_at).where(
        _D.seq.in_(newest), _D.issue.in_(noted), ~_was_said(), ~_is_hidden(), ~_is_being_posted()
    )
    if issues is not None:
        query = query.where(_D.issue.in_(tuple(issues)))
    rows = connection.execute(query.order_by(_D.seq.desc()).limit(limit))
    return tuple(Unsaid(row.issue, row.body, row.finished_at) for row in rows)


def _was_said() -> Any:
    mine = (_C.repo_id == _D.repo_id, _C.issue == _D.issue, _C.reply_to == 0)
    return exists().where(*mine, _C.state != Standing.INTENDED)


def _is_hidden() -> Any:
    return exists().where(_H.repo_id == _D.repo_id, _H.issue == _D.issue)


def _is_being_posted() -> Any:
    jobs = DELIVERIES.alias("jobs")
    mine = (_T.repo_id == _D.repo_id, _T.issue == _D.issue, _T.action == Action.POST)
    return exists().where(*mine, jobs.c.id == PREFIX + _T.token, jobs.c.state.in_(OPEN))
