"""``/burnerr rescan``: reads the issue and its author's comments again."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.store.deliveries import Outcome, What
from bot.work.answer_issue import bring_up_to_date
from bot.work.conversation import Conversation
from bot.work.leave_alone import reason_in_issue
from bot.work.say import SHADOW


def rescan(conversation: Conversation, _command: Command) -> str:
    """Bring the answer up to date; a sentence where there is nothing to be seen of that."""
    issue = conversation.read_issue()
    reason = reason_in_issue(issue)
    if reason is not None:
        return _nothing(reason)
    outcome = bring_up_to_date(conversation.scene)
    conversation.evidence += outcome.evidence
    return _told(outcome)


def _told(outcome: Outcome) -> str:
    if outcome.what is not What.SILENT:
        return ""
    if outcome.reason == SHADOW:
        return "I only note what I would say here, until somebody with write access comments `/burnerr on`."
    return _nothing(outcome.reason)


def _nothing(reason: str) -> str:
    return f"I read the issue again and have nothing to say: {reason}."
