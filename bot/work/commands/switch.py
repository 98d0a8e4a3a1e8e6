"""``/burnerr off`` and ``/burnerr on``: whether issues of this repository are answered.

Taking notes only is switched to on the pages: who reads the notes is there.
"""

from __future__ import annotations

from bot.answer.commands import Command
from bot.store import switches
from bot.store.clock import now
from bot.store.switches import State
from bot.work.conversation import Conversation, MistakenError
from bot.work.repository.model import Mode


def off(conversation: Conversation, _command: Command) -> str:
    """Stop all answers here."""
    _switch(conversation, "off")
    return ""


def on(conversation: Conversation, _command: Command) -> str:
    """Answer issues here. Raises `MistakenError` where the settings file says otherwise."""
    _switch(conversation, "on")
    asked = conversation.policy.settings.mode
    if asked is not None and asked is not Mode.COMMENT:
        raise MistakenError(f"`.github/burnerr.yml` says `mode: {asked.value}`, and that goes before `on`.")
    return ""


def shadow(conversation: Conversation, _command: Command) -> str:
    """Only note what would be said. Raises `MistakenError` where the settings file says less than that."""
    _switch(conversation, "shadow")
    if conversation.policy.mode is Mode.OFF:
        raise MistakenError("`.github/burnerr.yml` says `mode: off`, and that goes before `shadow`.")
    return ""


def _switch(conversation: Conversation, state: State) -> None:
    with conversation.tools.engine.begin() as connection:
        switches.switch(connection, conversation.repo.id, state, conversation.sender, now(connection))
    conversation.refresh()
