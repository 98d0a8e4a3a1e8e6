"""Shadow answers posted many at once: what was shown, and which of it still holds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from bot.answer.marker import digest
from bot.store import comments, switches
from bot.store.comments import Spot, Standing
from bot.store.triage_change import Happened
from bot.store.triage_shadow import unsaid
from bot.work.publish import DELETED
from bot.work.say import HIDDEN, SHADOW
from bot.work.triage.asking import CannotAskError

MOST_AT_ONCE: Final = 100
CHANGED: Final = "what would be said has changed since it was shown; look at it again"
ANSWERED: Final = "it's answered already"
NOTHING: Final = "nothing would be said there any more, or it's being posted already"


@dataclass(frozen=True, slots=True)
class Previewed:
    """A comment exactly as it would be posted, and the ``digest`` that it's chosen by."""

    issue: int
    body: str
    digest: str
    read_at: float


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of a choice: the issues that are being answered, and those left out, each with its reason."""

    token: str
    taken: tuple[int, ...]
    left_out: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """Of a choice: pairs of issue and digest to be taken now, all that are taken, and what is left out."""

    fresh: tuple[tuple[int, str], ...]
    taken: tuple[int, ...]
    left_out: tuple[tuple[int, str], ...]


def previewed(
    connection: Connection, repo_id: int, issues: Collection[int] | None, limit: int
) -> tuple[Previewed, ...]:
    """What can be posted now, the newest first."""
    found = unsaid(connection, repo_id, SHADOW, issues, limit)
    return tuple(Previewed(each.issue, each.body, digest(each.body), each.read_at) for each in found)


def choose(
    connection: Connection, repo_id: int, chosen: Sequence[tuple[int, str]], before: Sequence[Happened]
) -> Picked:
    """Compare a choice with what holds now; what was taken ``before`` stays as it is. Raises
    `CannotAskError`.
    """
    wanted = dict(chosen)
    if not wanted:
        raise CannotAskError("Choose at least one comment.")
    if len(wanted) > MOST_AT_ONCE:
        raise CannotAskError(f"Choose {MOST_AT_ONCE} comments at most.")
    taken = [each.issue for each in before if each.issue is not None]
    can = {each.issue: each for each in previewed(connection, repo_id, tuple(wanted), len(wanted))}
    fresh: list[tuple[int, str]] = []
    left_out: list[tuple[int, str]] = []
    for issue, seen in wanted.items():
        if issue in taken:
            continue
        if issue in can and can[issue].digest == seen and not before:
            fresh.append((issue, seen))
        else:
            left_out.append((issue, CHANGED if issue in can else _why_not(connection, repo_id, issue)))
    taken += [issue for issue, _ in fresh]
    return Picked(tuple(fresh), tuple(sorted(taken)), tuple(left_out))


def _why_not(connection: Connection, repo_id: int, issue: int) -> str:
    if switches.is_hidden(connection, repo_id, issue):
        return HIDDEN
    own = comments.find(connection, Spot(repo_id, issue))
    if own is None or own.standing is Standing.INTENDED:
        return NOTHING
    return DELETED if own.standing is Standing.GONE else ANSWERED
