"""Who floods the line waits in front of it: deliveries of one installation are let in at a rate that
leaves room for those of others. What is above that rate is stored and acknowledged at once all the same,
and gets its turn later.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, case

from bot.store.tables import ADMISSIONS
from bot.store.upsert import insert

STEP: Final = 0.2  # seconds between two, in the long run; GitHub takes no more than a comment a second anyway
BURST: Final = 50  # that many may come together

_A: Final = ADMISSIONS.c


def admit(connection: Connection, installation_id: int, now: float) -> float:
    """Let one more delivery in; the seconds until its job may begin, mostly 0."""
    later = case((_A.next_at > now, _A.next_at), else_=now) + STEP
    statement = (
        insert(connection, ADMISSIONS)
        .values(installation_id=installation_id, next_at=now + STEP)
        .on_conflict_do_update(index_elements=["installation_id"], set_={"next_at": later})
        .returning(_A.next_at)
    )
    next_at = float(connection.execute(statement).scalar_one())
    return max(0.0, next_at - now - BURST * STEP)
