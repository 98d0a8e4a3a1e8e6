"""Commands in a comment: acknowledged by a reaction, carried out in their order, answered by one reply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bot.answer.commands import Command, Mistake, parse
from bot.answer.layout import LONGEST
from bot.answer.marker import without_marker
from bot.github.errors import CommentGone
from bot.github.model import Comment
from bot.store import comments, questions
from bot.store.comments import Spot
from bot.store.deliveries import Job, Outcome, What
from bot.work.acknowledge import acknowledge
from bot.work.answer_issue import newest_issue, told_issue
from bot.work.carry_out import BETWEEN, Said, carry_out
from bot.work.conversation import Conversation
from bot.work.leave_alone import reason_in_conversation, reason_in_delivery
from bot.work.links import comment_url
from bot.work.publish import Published, Publisher, Text
from bot.work.repository.policy import policy_of
from bot.work.say import Scene
from bot.work.tools import Tools, repo_of

Given = tuple[Command | Mistake, ...]


def answer_commands(tools: Tools, job: Job, comment_id: int, given: Given) -> Outcome:
    """Carry out the commands that the delivery's sender gave in a comment."""
    delivery, issue = job.delivery, told_issue(job)
    reason = reason_in_delivery(delivery) or reason_in_conversation(issue)
    if reason is not None:
        return Outcome(What.SILENT, reason)
    repo, github = repo_of(delivery), tools.github(delivery.payload)
    issue = newest_issue(github, repo, job)
    reason = reason_in_conversation(issue)  # a conversation may have been locked since
    if reason is not None:
        return Outcome(What.SILENT, reason)
    try:
        comment = github.read_comment(repo, comment_id)
    except CommentGone:
        return Outcome(What.SILENT, "the comment was deleted")
    if comment.author_is_bot:
        return Outcome(What.SILENT, "the comment is a bot's")
    still = _still_there(given, comment)
    policy = policy_of(tools, github, repo)
    if not still or policy.settings.commands == "none":
        return Outcome(What.SILENT, "no command in the comment that is answered")
    conversation = Conversation(Scene(tools, job, github, repo, issue, policy), comment, delivery.sender)
    if job.hops == 0:  # a job that comes back has said so already
        acknowledge(tools, job, github, repo, comment, "eyes")
    said = carry_out(conversation, still)
    published = _reply(conversation, said) if said.parts else None
    acknowledge(tools, job, github, repo, comment, "confused" if said.confused else "+1")
    return _outcome(conversation, still, published)


def _still_there(given: Given, comment: Comment) -> Given:
    """What was given and is still there. Only both together is what the sender, and nobody else, wrote."""
    there = Counter(_key(each) for each in parse(comment.body))
    kept: list[Command | Mistake] = []
    for each in given:
        if there[_key(each)]:
            there[_key(each)] -= 1
            kept.append(each)
    return tuple(kept)


def _key(each: Command | Mistake) -> tuple[str, str, str | None]:
    return (each.name, each.args, each.block) if isinstance(each, Command) else ("", each.said, None)


def _reply(conversation: Conversation, said: Said) -> Published:
    scene, comment = conversation.scene, conversation.comment
    spot = Spot(scene.repo.id, scene.issue.number, comment.id)
    publisher = Publisher(scene.tools, scene.job, scene.github, scene.repo, spot)
    body = _after_earlier_answers(conversation, spot, said)
    first = next(iter(conversation.questions), "")
    published = publisher.put(Text(body, question=first), since=comment.created_at)
    _note_questions(conversation, spot)
    return published


def _after_earlier_answers(conversation: Conversation, spot: Spot, said: Said) -> str:
    """A comment that got a new command has one reply still: what is new comes below the earlier answers.

    Whatever is told of: the comment's own delivery may come after that of its edit.
    """
    with conversation.tools.engine.connect() as connection:
        own = comments.find(connection, spot)
    if own is None or own.comment_id is None:
        return said.reply
    try:
        standing = conversation.github.read_comment(conversation.repo, own.comment_id)
    except CommentGone:
        return said.reply
    earlier = without_marker(standing.body)
    whole = f"{BETWEEN}{earlier}{BETWEEN}"
    fresh = [part for part in said.parts if f"{BETWEEN}{part}{BETWEEN}" not in whole]
    both = BETWEEN.join([earlier, *fresh])
    return both if len(both) <= LONGEST else said.reply


def _note_questions(conversation: Conversation, spot: Spot) -> None:
    with conversation.tools.engine.begin() as connection:
        own = comments.find(connection, spot)
        if own is None or own.comment_id is None:
            return
        url = comment_url(conversation, own.comment_id)
        for question in conversation.questions:
            questions.answered(connection, spot.repo_id, spot.issue, question, own.comment_id, url)


def _outcome(
    conversation: Conversation, given: Iterable[Command | Mistake], published: Published | None
) -> Outcome:
    names = ", ".join(each.name if isinstance(each, Command) else "not understood" for each in given)
    if published is None:
        return Outcome(What.NOTED, f"commands: {names}", evidence=conversation.evidence)
    return Outcome(published.what, published.reason, published.body, conversation.evidence)
