"""``/burnerr right``: the answer is right; counted for its record."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.work.commands.vote import cast_vote
from bot.work.conversation import Conversation


def right(conversation: Conversation, command: Command) -> str:
    """Vote for the answer."""
    cast_vote(conversation, command, refused=False)
    return ""
