"""What a store would remember, gathered from GitHub for one run: our answer, and questions."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Final

from bot.answer.marker import Marker, digest, read_marker
from bot.github.as_action import ActionGitHub, Placed
from bot.github.model import Comment, Repo
from bot.store import comments, questions, switches
from bot.store.clock import now
from bot.store.comments import Spot, Standing
from bot.store.delivery import Delivery
from bot.store.questions import Asking
from bot.work.commands.limits import HOUR
from bot.work.tools import Tools, repo_of

ISSUES: Final = frozenset({"issues", "issue_comment"})


def remember(tools: Tools, github: ActionGitHub, delivery: Delivery) -> None:
    """Fill an empty store with what GitHub tells of the issue and the repository's last hour."""
    if delivery.event not in ISSUES or delivery.issue is None:
        return
    repo, issue = repo_of(delivery), delivery.issue
    _answer(tools, github, repo, issue)
    if delivery.event == "issue_comment":
        _questions(tools, github, repo)


def _answer(tools: Tools, github: ActionGitHub, repo: Repo, issue: int) -> None:
    spot = Spot(repo.id, issue)
    found = github.find_own_comment(repo, issue, lambda body: _is_answer(tools, read_marker(body)))
    if found is None:
        if github.was_deleted(repo, issue):
            with tools.engine.begin() as connection:
                comments.stand(connection, spot, Standing.GONE, now(connection))
        return
    marker = read_marker(found.body)
    folded = github.is_folded(repo, found)
    with tools.engine.begin() as connection:
        at = now(connection)
        shown = marker.digest if marker else ""
        comments.posted(connection, spot, found.id, found.node_id, shown, at)
        if folded:
            # Why isn't known: somebody may have hidden it, so it stays so until `show`.
            comments.stand(connection, spot, Standing.MINIMISED, at)
            switches.hide(connection, repo.id, issue, "", at)


def _is_answer(tools: Tools, marker: Marker | None) -> bool:
    return marker is not None and marker.is_of(tools.app_id)


def _questions(tools: Tools, github: ActionGitHub, repo: Repo) -> None:
    """Count the replies of the last hour as the questions they answer."""
    since = datetime.fromtimestamp(time.time() - HOUR, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    recent = github.comments_since(repo, since)
    asked: dict[int, Comment] = {each.comment.id: each.comment for each in recent}
    for each in recent:
        if each.comment.author == github.login:
            _question(tools, repo, each, asked)


def _question(tools: Tools, repo: Repo, reply: Placed, asked: dict[int, Comment]) -> None:
    marker = read_marker(reply.comment.body)
    if marker is None or not marker.reply_to:
        return
    by = asked.get(marker.reply_to)
    asking = Asking(repo.id, reply.issue, marker.reply_to, by.author if by else "")
    with tools.engine.begin() as connection:
        at = now(connection)
        questions.note(connection, asking, digest(f"reply {reply.comment.id}"), refused=False, now=at)
