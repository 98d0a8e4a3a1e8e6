"""GitHub's pace, kept for each installation over all processes: whose turn it is to write, and when the
next one is.

A turn is a lease in the database. It ends ``interval`` after its write was answered, so writes of one
installation never overlap and always leave the pause GitHub asks for. When its holder dies it ends by
itself; until then nobody else writes, so a job that is taken over can't post beside its former owner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, RowMapping, delete, select, update

from bot.store.clock import now
from bot.store.tables import PACE, WRITES
from bot.store.upsert import insert

MINUTE: Final = 60.0
HOUR: Final = 3600.0
TYPICAL_WRITE: Final = 0.3  # seconds from claim to answer; only to guess how fast a line moves
HOLDER_SEPARATOR: Final = "/"  # between a worker's name and that of one of its turns
_P: Final = PACE.c
_W: Final = WRITES.c


@dataclass(frozen=True, slots=True)
class Limits:
    """Least seconds between two writes, and the most writes in a minute and in an hour."""

    interval: float
    per_minute: int
    per_hour: int


def claim(
    connection: Connection, installation: int, holder: str, lease: float, limits: Limits
) -> float | None:
    """Take the turn to write for ``lease`` seconds. ``None`` when it's ours, else the seconds until it may
    be had.
    """
    row, at = _lock(connection, installation)
    free = max(_turn_ends(row, at), row["blocked_until"], _windows(connection, row, limits))
    if free > at:
        return float(free - at)
    _count(connection, row, at + lease, limits)
    _set(connection, installation, free_at=at + lease, holder=holder)
    return None


def claim_another(
    connection: Connection, installation: int, holder: str, lease: float, limits: Limits
) -> float | None:
    """Within a turn in which was written, and after the pause: go on for one more write. As `claim`."""
    row, at = _lock(connection, installation)
    if row["holder"] != holder or row["free_at"] <= at:
        return limits.interval
    free = max(row["blocked_until"], _windows(connection, row, limits))
    if free > at:
        return float(free - at)
    # The write before this one is over now.
    connection.execute(
        update(WRITES).where(_W.installation_id == installation, _W.n == row["writes"]).values(at=at)
    )
    _count(connection, row, at + lease, limits)
    _set(connection, installation, free_at=at + lease)
    return None


def release(connection: Connection, installation: int, holder: str, limits: Limits, *, wrote: bool) -> None:
    """Give the turn back; does nothing when the lease ran out and somebody else has it."""
    row, at = _lock(connection, installation)
    if row["holder"] != holder:
        return
    last = (_W.installation_id == installation, _W.n == row["writes"])
    if wrote:
        connection.execute(update(WRITES).where(*last).values(at=at))
        _set(connection, installation, free_at=at + limits.interval, holder="")
    else:
        connection.execute(delete(WRITES).where(*last))
        _set(connection, installation, free_at=at, holder="", writes=row["writes"] - 1)


def extend(connection: Connection, installation: int, holder: str, lease: float) -> bool:
    """Keep the turn for ``lease`` seconds more; ``False`` when it ran out, for then it may be somebody
    else's.
    """
    row, at = _lock(connection, installation)
    if row["holder"] != holder or row["free_at"] <= at:
        return False
    _set(connection, installation, free_at=max(row["free_at"], at + lease))
    return True


def free_dead(connection: Connection, worker: str, limits: Limits) -> None:
    """End the turns of a worker that is dead beyond doubt; ``worker`` is what its holders' names begin
    with.
    """
    at = now(connection)
    theirs = _P.holder.startswith(worker + HOLDER_SEPARATOR, autoescape=True)
    values = {"holder": "", "free_at": at + limits.interval}
    connection.execute(update(PACE).where(theirs, _P.free_at > at).values(**values))


def enter(
    connection: Connection, installation: int, holder: str, lease: float, limits: Limits
) -> tuple[float | None, bool]:
    """Take the turn if nobody is ahead, else a place in the line: the seconds to wait, and whether that's
    a place.
    """
    ahead = queue_up(connection, installation, limits)
    if ahead is not None:
        return ahead, True
    return claim(connection, installation, holder, lease, limits), False


def queue_up(connection: Connection, installation: int, limits: Limits) -> float | None:
    """Take a place in the installation's line; the seconds until it's likely to come up, ``None`` without
    a line.
    """
    row, at = _lock(connection, installation)
    ahead = max(row["planned_at"], row["blocked_until"])
    if ahead <= at and row["free_at"] <= at:
        return None
    planned = max(ahead, _turn_ends(row, at), at) + limits.interval + TYPICAL_WRITE
    _set(connection, installation, planned_at=planned)
    return float(planned - at)


def block(connection: Connection, installation: int, seconds: float) -> None:
    """Let nobody of this installation call GitHub for ``seconds``: it told us to wait."""
    row, at = _lock(connection, installation)
    if at + seconds > row["blocked_until"]:
        _set(connection, installation, blocked_until=at + seconds)


def blocked_for(connection: Connection, installation: int) -> float:
    """Seconds for which GitHub told us to wait."""
    until = connection.execute(select(_P.blocked_until).where(_P.installation_id == installation)).scalar()
    return 0.0 if until is None else max(0.0, float(until) - now(connection))


def _lock(connection: Connection, installation: int) -> tuple[RowMapping, float]:
    connection.execute(
        insert(connection, PACE)
        .values(
            installation_id=installation, free_at=0.0, holder="", planned_at=0.0, blocked_until=0.0, writes=0
        )
        .on_conflict_do_nothing()
    )
    query = select(PACE).where(_P.installation_id == installation).with_for_update()
    row = connection.execute(query).mappings().one()
    return row, now(connection)


def _windows(connection: Connection, row: RowMapping, limits: Limits) -> float:
    """When the minute and the hour have room for one more write."""
    return max(
        _window(connection, row, limits.per_minute) + MINUTE, _window(connection, row, limits.per_hour) + HOUR
    )


def _count(connection: Connection, row: RowMapping, at: float, limits: Limits) -> None:
    """Count a write before it's done: a holder that dies may have written."""
    installation, number = row["installation_id"], row["writes"] + 1
    connection.execute(insert(connection, WRITES).values(installation_id=installation, n=number, at=at))
    old = (_W.installation_id == installation, _W.n <= number - 2 * limits.per_hour)
    connection.execute(delete(WRITES).where(*old))
    _set(connection, installation, writes=number)


def _turn_ends(row: RowMapping, at: float) -> float:
    """When the turn is likely to be free: one that somebody has ends long before its lease, unless they
    died.
    """
    free = float(row["free_at"])
    return min(free, at + TYPICAL_WRITE) if row["holder"] else free


def _set(connection: Connection, installation: int, **values: float | str) -> None:
    connection.execute(update(PACE).where(_P.installation_id == installation).values(**values))


def _window(connection: Connection, row: RowMapping, most: int) -> float:
    """When the write was made that has to leave the window before the next one."""
    number = row["writes"] + 1 - most
    if number < 1:
        return float("-inf")
    query = select(_W.at).where(_W.installation_id == row["installation_id"], _W.n == number)
    at = connection.execute(query).scalar()
    return float("-inf") if at is None else at
