"""How many questions are taken an hour: a person's in an issue, and a repository's."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from bot.answer.marker import digest
from bot.answer.registry import PER_PERSON, PER_REPOSITORY
from bot.store import questions
from bot.store.clock import now
from bot.work.conversation import Conversation

HOUR: Final = 3_600.0  # seconds


@dataclass(frozen=True, slots=True)
class Full:
    """No more questions for now. ``told``: the asker has heard that within this hour."""

    minutes: int
    told: bool


def take(conversation: Conversation, said: str) -> Full | None:
    """Count what is ``said`` as a question; `Full` when it isn't to be answered any more.

    The same words of the same comment are counted once, so that a job done again comes to the same end.
    """
    asking, question = conversation.asking, digest(said)
    with conversation.tools.engine.begin() as connection:
        at = now(connection)
        noted = questions.is_noted(connection, asking, question)
        if noted is False:
            return None
        theirs, everyones = questions.asked_since(connection, asking, at - HOUR)
        free_at = max(_free_at(theirs, PER_PERSON), _free_at(everyones, PER_REPOSITORY))
        if noted is None and free_at <= at:
            questions.note(connection, asking, question, refused=False, now=at)
            return None
        told = questions.refused_since(connection, asking, at - HOUR) > int(noted is not None)
        questions.note(connection, asking, question, refused=True, now=at)
    return Full(max(1, math.ceil((free_at - at) / 60)), told)


def _free_at(asked: list[float], most: int) -> float:
    """When the next question may be taken, if ``most`` are taken an hour; ``asked`` oldest first."""
    return asked[-most] + HOUR if len(asked) >= most else 0.0
