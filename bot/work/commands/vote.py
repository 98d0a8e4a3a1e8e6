"""A vote on the answer under an issue, and what follows from it for its record."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.store import feedback
from bot.store.clock import now
from bot.work.conversation import Conversation, MistakenError
from bot.work.silence_records import silence_if_refused

NO_ANSWER = "There is no answer of mine under this issue."


def cast_vote(conversation: Conversation, command: Command, *, refused: bool) -> None:
    """Count the sender's vote. Raises `MistakenError` where there is nothing to vote on."""
    repo_id, issue = conversation.repo.id, conversation.issue
    with conversation.tools.engine.begin() as connection:
        answer = feedback.spoken_of(connection, repo_id, issue)
        if answer is None:
            raise MistakenError(NO_ANSWER)
        vote = feedback.Vote(repo_id, issue, conversation.sender, "command", refused, command.text)
        at = now(connection)
        feedback.vote(connection, vote, answer, at)
        silence_if_refused(connection, answer.record_id, at)
