"""A vote on the answer under an issue, and what follows from it for its record."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.store import feedback
from bot.store.clock import now
from bot.work.conversation import Conversation
from bot.work.silence_records import silence_if_refused

NO_ANSWER = "There is no answer of mine under this issue."


def cast_vote(
    conversation: Conversation, command: Command, *, refused: bool, unsaid: feedback.Answer | None = None
) -> bool:
    """Count the sender's vote; ``False`` where it isn't known what the answer speaks of, or there is none.

    ``unsaid`` is what an answer would have spoken of, where none was given.
    """
    repo_id, issue = conversation.repo.id, conversation.issue
    with conversation.tools.engine.begin() as connection:
        answer = feedback.spoken_of(connection, repo_id, issue) or unsaid
        if answer is None:
            return False
        vote = feedback.Vote(repo_id, issue, conversation.sender, "command", refused, command.text)
        at = now(connection)
        feedback.vote(connection, vote, answer, at)
        silence_if_refused(connection, answer.record_id, at)
    return True
