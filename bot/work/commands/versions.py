"""``/burnerr versions``: the releases that can raise an error."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.answer.reply import render_versions_reply
from bot.work.commands.once import once
from bot.work.commands.record import demand_record
from bot.work.conversation import Conversation


def versions(conversation: Conversation, command: Command) -> str:
    """Each wording of a record with its releases."""
    record = demand_record(conversation, command.args)
    catalog, where = conversation.tools.catalog, conversation.scene.where
    subject = f"record {record.facts.id}"
    return once(conversation, "versions", subject, lambda: render_versions_reply(record, catalog, where))
