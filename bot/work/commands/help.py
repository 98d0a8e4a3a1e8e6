"""``/burnerr help``: the commands that the asker may give here."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.answer.reply import render_help
from bot.work.conversation import Conversation


def help_(conversation: Conversation, _command: Command) -> str:
    """The list."""
    return render_help(conversation.who, conversation.policy.settings.enabled)
