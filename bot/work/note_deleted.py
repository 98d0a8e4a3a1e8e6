"""``issue_comment.deleted``: what was deleted of ours is never posted again."""

from __future__ import annotations

from bot.answer.marker import read_marker
from bot.github.model import Comment
from bot.store import comments, questions
from bot.store.clock import now
from bot.store.comments import Spot, Standing
from bot.store.deliveries import Job, Outcome, What
from bot.work.tools import Tools, repo_of


def note_deleted(tools: Tools, job: Job, told: Comment) -> Outcome:
    """Write down that a comment of ours is gone; known by author, App, and its marker."""
    marker, issue = read_marker(told.body), job.delivery.issue or 0
    ours = (
        told.author_is_bot
        and told.author == f"{tools.app_slug()}[bot]"
        and marker is not None
        and marker.is_of(tools.app_id, marker.reply_to)
    )
    if not ours or marker is None:
        return Outcome(What.SILENT, "a comment that isn't ours was deleted")
    repo = repo_of(job.delivery)
    spot = Spot(repo.id, issue, marker.reply_to)
    with tools.engine.begin() as connection:
        own = comments.find(connection, spot)
        if own is not None and own.comment_id not in {None, told.id}:
            return Outcome(What.SILENT, "a comment that isn't the one that counts was deleted")
        comments.stand(connection, spot, Standing.GONE, now(connection))
        questions.forget_reply(connection, told.id)
    return Outcome(What.NOTED, "our comment was deleted; nothing is posted there again")
