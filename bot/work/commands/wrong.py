"""``/burnerr wrong``: the answer is wrong. It's hidden at once, and counted against its record."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.work.commands.hide import hide_answer
from bot.work.commands.vote import cast_vote
from bot.work.conversation import Conversation


def wrong(conversation: Conversation, command: Command) -> str:
    """Vote against the answer, and hide it."""
    cast_vote(conversation, command, refused=True)
    hide_answer(conversation)
    return ""
