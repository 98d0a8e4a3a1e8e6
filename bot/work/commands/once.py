"""The same question on the same issue is answered once; asked again, it's answered by a link."""

from __future__ import annotations

from collections.abc import Callable

from bot.answer.marker import digest, read_marker
from bot.answer.reply import render_same_question
from bot.store import comments, questions
from bot.store.comments import Spot, Standing
from bot.work.conversation import Conversation
from bot.work.links import comment_url


def once(conversation: Conversation, command: str, subject: str, answer: Callable[[], str]) -> str:
    """The ``answer`` to a question about ``subject``, or a link to where it stands already."""
    question = digest(f"{command}\n{subject}")
    url = _answered_at(conversation, question)
    if url is not None:
        return render_same_question(url)
    text = answer()
    url = _is_our_answer(conversation, text)
    if url is not None:
        return render_same_question(url)
    conversation.questions.append(question)
    return text


def _answered_at(conversation: Conversation, question: str) -> str | None:
    here = (conversation.repo.id, conversation.issue)
    with conversation.tools.engine.connect() as connection:
        found = questions.answered_at(connection, *here, question)
        mine = comments.find(connection, Spot(*here, conversation.comment.id))
    if found is not None:
        # A job that is done again finds its own reply: that is no answer given before.
        return None if mine is not None and mine.comment_id == found[0] else found[1]
    return _on_github(conversation, question)


def _on_github(conversation: Conversation, question: str) -> str | None:
    """Where our memory ends: the question stands in the marker of the reply that answers it."""
    app_id, asked_in = conversation.tools.app_id, conversation.comment.id

    def answers(body: str) -> bool:
        marker = read_marker(body)
        return (
            marker is not None
            and (marker.app_id, marker.question) == (app_id, question)
            and marker.reply_to != asked_in
        )

    reply = conversation.github.find_own_comment(conversation.repo, conversation.issue, answers)
    return None if reply is None else comment_url(conversation, reply.id)


def _is_our_answer(conversation: Conversation, text: str) -> str | None:
    """The answer under the issue, if it says the same already."""
    with conversation.tools.engine.connect() as connection:
        own = comments.find(connection, conversation.scene.spot)
    if own is None or own.comment_id is None or own.standing is not Standing.POSTED:
        return None
    return comment_url(conversation, own.comment_id) if own.digest == digest(text) else None
