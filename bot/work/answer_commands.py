"""``issue_comment.created``: commands in a comment, all answered by one reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.answer.commands import Command, Mistake, parse
from bot.answer.reply import render_help, render_mistakes
from bot.github.dry_run import comment_in, issue_in
from bot.github.errors import CommentGone
from bot.github.model import Comment
from bot.store.comments import Spot
from bot.store.deliveries import Job, Outcome, What
from bot.work.command_explain import explain
from bot.work.conversation import Conversation
from bot.work.leave_alone import reason_in_delivery, reason_in_issue
from bot.work.publish import Publisher, Text
from bot.work.tools import Tools, repo_of

Answer = Callable[[Conversation, Command], str]
BETWEEN: Final = "\n\n---\n\n"
COMMANDS: Final[Mapping[str, Answer]] = {
    "explain": explain,
    "help": lambda _conversation, _command: render_help(),
}


def answer_commands(tools: Tools, job: Job) -> Outcome:
    """Answer the commands of a comment, in their order, by one reply; a comment without any is left alone."""
    delivery, told = job.delivery, comment_in(job.delivery.payload)
    issue = issue_in(delivery.payload, delivery.issue or 0)
    reason = reason_in_delivery(delivery) or reason_in_issue(issue)
    if told is None or reason is not None:
        return Outcome(What.SILENT, reason or "the delivery holds no comment")
    if not parse(told.body):
        return Outcome(What.SILENT, "no command in the comment")
    repo, github = repo_of(delivery), tools.github(delivery.payload)
    try:
        comment = github.read_comment(repo, told.id)
    except CommentGone:
        return Outcome(What.SILENT, "the comment was deleted")
    if comment.author_is_bot:
        return Outcome(What.SILENT, "the comment is a bot's")
    conversation = Conversation(tools, github, repo, issue.number, comment)
    body = _reply(conversation, comment)
    if body is None:
        return Outcome(What.SILENT, "no command in the comment that is answered")
    publisher = Publisher(tools, job, github, repo, Spot(repo.id, issue.number, comment.id))
    published = publisher.put(Text(body), since=comment.created_at)
    return Outcome(published.what, published.reason, published.body, conversation.evidence)


def _reply(conversation: Conversation, comment: Comment) -> str | None:
    found = parse(comment.body)
    answered = [each for each in found if isinstance(each, Command) and each.name in COMMANDS]
    parts = [COMMANDS[each.name](conversation, each) for each in answered]
    mistakes = [each for each in found if isinstance(each, Mistake)]
    if mistakes:
        parts.append(render_mistakes(mistakes))
    return BETWEEN.join(parts) if parts else None
