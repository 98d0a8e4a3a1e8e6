"""``/burnerr mute`` and ``/burnerr unmute``: whether a record is spoken of in this repository."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.answer.escape import code_span
from bot.store import switches
from bot.store.clock import now
from bot.work.commands.record import demand_record
from bot.work.conversation import Conversation, MistakenError


def mute(conversation: Conversation, command: Command) -> str:
    """Never speak of a record here again."""
    record = demand_record(conversation, command.args)
    with conversation.tools.engine.begin() as connection:
        switches.mute(connection, conversation.repo.id, record.facts.id, conversation.sender, now(connection))
    conversation.refresh()
    return ""


def unmute(conversation: Conversation, command: Command) -> str:
    """Take that back. Raises `MistakenError` where that isn't in a command's power."""
    record = demand_record(conversation, command.args)
    if {record.slug, *record.facts.old_slugs} & set(conversation.policy.settings.mute):
        raise MistakenError(
            f"{code_span(record.slug)} is muted in `.github/burnerr.yml`, so it has to be taken out there."
        )
    with conversation.tools.engine.begin() as connection:
        was_muted = switches.unmute(connection, conversation.repo.id, record.facts.id)
    conversation.refresh()
    if not was_muted:
        raise MistakenError(f"{code_span(record.slug)} isn't muted here.")
    return ""
