"""``/burnerr right``: the answer is right; counted for its record."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.work.commands.vote import NO_ANSWER, cast_vote
from bot.work.conversation import Conversation, MistakenError


def right(conversation: Conversation, command: Command) -> str:
    """Vote for the answer. Raises `MistakenError` where there is none."""
    if not cast_vote(conversation, command, refused=False):
        raise MistakenError(NO_ANSWER)
    return ""
