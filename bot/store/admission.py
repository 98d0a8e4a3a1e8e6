"""Who floods the line waits in front of it: deliveries of one installation are let in at a rate that
leaves room for those of others. What is above that rate is stored and acknowledged at once all the same,
and gets its turn later.
"""

from __future__ import annotations

import functools
from typing import Any, Final

from sqlalchemy import Connection, bindparam, case
from sqlalchemy.sql.dml import ReturningInsert

from bot.store.tables import ADMISSIONS
from bot.store.upsert import insert

STEP: Final = 0.2  # seconds between two, in the long run; GitHub takes no more than a comment a second anyway
BURST: Final = 50  # that many may come together

_A: Final = ADMISSIONS.c


def admit(connection: Connection, installation_id: int, now: float) -> float:
    """Let one more delivery in; the seconds until its job may begin, mostly 0."""
    values = {"installation_id": installation_id, "next_at": now + STEP, "now": now}
    next_at = float(connection.execute(_admit(connection.dialect.name), values).scalar_one())
    return max(0.0, next_at - now - BURST * STEP)


@functools.cache
def _admit(dialect: str) -> ReturningInsert[Any]:
    """Built once: it's executed while others wait for their turn to write."""
    now = bindparam("now", type_=_A.next_at.type)
    later = case((_A.next_at > now, _A.next_at), else_=now) + STEP
    return (
        insert(dialect, ADMISSIONS)
        .values(installation_id=bindparam("installation_id"), next_at=bindparam("next_at"))
        .on_conflict_do_update(index_elements=["installation_id"], set_={"next_at": later})
        .returning(_A.next_at)
    )
