"""``issue_comment``: commands, a log that the reporter adds, or a comment of ours that was deleted."""

from __future__ import annotations

from typing import Any

from bot.answer.commands import new_commands, parse
from bot.github.dry_run import comment_in
from bot.github.model import Comment
from bot.store.deliveries import Job, Outcome, What
from bot.work.answer_commands import Given, answer_commands
from bot.work.answer_issue import answer_issue, told_issue
from bot.work.leave_alone import reason_in_delivery
from bot.work.note_deleted import note_deleted
from bot.work.reporter_logs import has_log
from bot.work.tools import Tools

NOTHING = "no command in the comment"


def answer_comment(tools: Tools, job: Job) -> Outcome:
    """Do what a comment asks for, or what follows from it."""
    told = comment_in(job.delivery.payload)
    reason = reason_in_delivery(job.delivery)
    if told is None or reason is not None:
        return Outcome(What.SILENT, reason or "the delivery holds no comment")
    if job.delivery.action == "deleted":
        return note_deleted(tools, job, told)
    before = _before(job.delivery.payload)
    given = _given(job, told, before)
    if given:
        return answer_commands(tools, job, told.id, given)
    if _is_reporters(job, told) and (
        has_log(tools.recognizer, told.body) or has_log(tools.recognizer, before)
    ):
        return answer_issue(tools, job)
    return Outcome(What.SILENT, NOTHING)


def _given(job: Job, told: Comment, before: str) -> Given:
    """The commands that the sender gave; in an edited comment the new ones, if the old text is known."""
    if job.delivery.action != "edited":
        return parse(told.body)
    return new_commands(before, told.body) if before else ()


def _before(payload: dict[str, Any]) -> str:
    """What an edited comment said before, where GitHub tells."""
    body = (payload.get("changes") or {}).get("body") or {}
    return str(body.get("from") or "")


def _is_reporters(job: Job, told: Comment) -> bool:
    author = told_issue(job).author
    return bool(author) and told.author == author
