"""``/burnerr explain``: a text, a record, a comment of this issue, what the comment quotes, or the issue."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import re2

from bot.answer.commands import Command, quoted
from bot.answer.reply import render_explain_reply, render_no_record, render_record_reply
from bot.github.errors import CommentGone
from bot.work.commands.once import once
from bot.work.commands.record import find_record, near_records
from bot.work.conversation import Conversation

_SLUG: Final = re2.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+|[0-9a-f]{16}")
_COMMENT: Final = re2.compile(r"issuecomment-(\d{1,18})")


def explain(conversation: Conversation, command: Command) -> str:
    """The answer to one ``explain``, as Markdown."""
    catalog, where = conversation.tools.catalog, conversation.scene.where
    link = _comment_linked(conversation, command.args)
    if link is not None:
        return _explain_comment(conversation, link)
    record = find_record(catalog, command.args)
    if record is not None:
        subject = f"record {record.facts.id}"
        return once(conversation, "explain", subject, lambda: render_record_reply(record, catalog, where))
    if command.text:
        return _explain_text(conversation, command)
    quote = quoted(conversation.comment.body)
    if quote:
        return _answer(conversation, "", quote, "the quoted comment")
    issue = conversation.read_issue()
    return _answer(conversation, issue.title, issue.body, "this issue")


def _explain_text(conversation: Conversation, command: Command) -> str:
    if command.block is None and _SLUG.fullmatch(command.args):
        near = near_records(conversation.tools.catalog, command.args)
        return render_no_record(command.args, near, conversation.scene.where)
    return _answer(conversation, "", command.text, "your text")


def _explain_comment(conversation: Conversation, comment_id: int) -> str:
    try:
        comment = conversation.github.read_comment(conversation.repo, comment_id)
    except CommentGone:
        return _answer(conversation, "", "", "the linked comment")
    return _answer(conversation, "", comment.body, "the linked comment")


def _answer(conversation: Conversation, title: str, body: str, asked: str) -> str:
    def answer() -> str:
        verdict = conversation.recognise(title, body)
        return render_explain_reply(
            verdict, conversation.tools.catalog, conversation.scene.where, asked=asked
        )

    return once(conversation, "explain", f"text {title}\n{body}", answer)


def _comment_linked(conversation: Conversation, args: str) -> int | None:
    """The comment a link points to, if it points into this issue."""
    parts = urlsplit(args) if args.startswith("https://") and " " not in args else None
    found = _COMMENT.fullmatch(parts.fragment) if parts else None
    here = f"/{conversation.repo.name}/issues/{conversation.issue}".lower()
    return int(found.group(1)) if parts and found and parts.path.lower() == here else None
