"""``/burnerr show``: takes back ``hide`` and ``wrong``."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.store import switches
from bot.work.commands.rescan import rescan
from bot.work.conversation import Conversation


def show(conversation: Conversation, command: Command) -> str:
    """Let the answer be seen again, brought up to date."""
    with conversation.tools.engine.begin() as connection:
        switches.show(connection, conversation.repo.id, conversation.issue)
    return rescan(conversation, command)
