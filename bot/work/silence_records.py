"""A record that too many people found wrong falls silent everywhere, until somebody has reviewed it."""

from __future__ import annotations

import math
from typing import Final

import structlog
from sqlalchemy import Connection

from bot.store import feedback
from bot.store.feedback import Tally

Z: Final = 1.96  # 95 %
FEWEST: Final = 4  # distinct people
SHARE: Final = 0.4  # the least true share of refusals that the votes must prove
log = structlog.get_logger(__name__)


def least_share(refused: int, voices: int) -> float:
    """The lower end of Wilson's interval (95 %) for the share of refusals; 0 without any votes.

    Wilson, E. B. (1927), Journal of the American Statistical Association 22, 209-212.
    """
    if voices == 0:
        return 0.0
    share = refused / voices
    middle = share + Z * Z / (2 * voices)
    spread = Z * math.sqrt(share * (1 - share) / voices + Z * Z / (4 * voices * voices))
    least = (middle - spread) / (1 + Z * Z / voices)
    return min(share, max(0.0, least))  # what rounding adds is no proof


def is_refused(votes: Tally) -> bool:
    """Whether a record has to fall silent."""
    voices = votes.refused + votes.confirmed
    return voices >= FEWEST and least_share(votes.refused, voices) > SHARE


def silence_if_refused(connection: Connection, record_id: str, now: float) -> bool:
    """Look at a record's votes, and let it be silent when they say so."""
    votes = feedback.tally(connection, record_id)
    if not is_refused(votes):
        return False
    feedback.silence(connection, record_id, votes, now)
    log.warning("a record is silent now", record=record_id, refused=votes.refused, confirmed=votes.confirmed)
    return True
