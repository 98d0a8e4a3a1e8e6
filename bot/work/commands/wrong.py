"""``/burnerr wrong``: the answer is wrong. It's hidden at once, and counted against its record."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.work.commands.hide import hide_answer
from bot.work.commands.vote import NO_ANSWER, cast_vote
from bot.work.conversation import Conversation, MistakenError


def wrong(conversation: Conversation, command: Command) -> str:
    """Vote against the answer, and hide it. Raises `MistakenError` where there is none."""
    counted = cast_vote(conversation, command, refused=True)
    if not hide_answer(conversation) and not counted:
        raise MistakenError(NO_ANSWER)
    return ""
