"""``/burnerr hide``: the answer is folded away, and stays so."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.store import comments, switches
from bot.store.clock import now
from bot.work.commands.vote import NO_ANSWER
from bot.work.conversation import Conversation, MistakenError


def hide(conversation: Conversation, _command: Command) -> str:
    """Hide the answer under the issue. Raises `MistakenError` where there is none."""
    with conversation.tools.engine.connect() as connection:
        hidden = switches.is_hidden(connection, conversation.repo.id, conversation.issue)
    found = hide_answer(conversation)
    if not found and not hidden:
        raise MistakenError(NO_ANSWER)
    return ""


def hide_answer(conversation: Conversation) -> bool:
    """Fold the answer away until ``show``; whether one is known.

    Noted first, so that no later edit brings it back.
    """
    repo_id, issue = conversation.repo.id, conversation.issue
    with conversation.tools.engine.begin() as connection:
        switches.hide(connection, repo_id, issue, conversation.sender, now(connection))
    conversation.scene.publisher().take_back(look=True)
    with conversation.tools.engine.begin() as connection:
        known = comments.find(connection, conversation.scene.spot) is not None
        if not known:
            switches.show(connection, repo_id, issue)  # there was nothing to hide
    return known
