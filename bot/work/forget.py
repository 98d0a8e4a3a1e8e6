"""Data that has lost its reason: of deleted issues, of repositories that were hidden or that we left."""

from __future__ import annotations

from typing import Final

import structlog
from sqlalchemy import Engine

from bot.store import forget
from bot.store.clock import now
from bot.store.deliveries import Job, Outcome, What
from bot.work.tools import Tools

GRACE: Final = 12 * 3_600.0  # seconds; who takes the App off by mistake and puts it back loses nothing
log = structlog.get_logger(__name__)


def forget_issue(tools: Tools, job: Job) -> Outcome:
    """``issues.deleted``: what was seen and said there goes at once."""
    delivery = job.delivery
    if delivery.repo_id is None or delivery.issue is None:
        raise ValueError("an issue's delivery without repository or number")
    with tools.engine.begin() as connection:
        forget.forget_issue(connection, delivery.repo_id, delivery.issue, now(connection), but=delivery.id)
    return Outcome(What.NOTED, "the issue was deleted, and what was kept of it")


def note_repository(tools: Tools, job: Job) -> Outcome:
    """``repository``: hidden from the world, shown to it, or deleted."""
    delivery = job.delivery
    if delivery.repo_id is None:
        raise ValueError("a repository's delivery without the repository")
    with tools.engine.begin() as connection:
        at = now(connection)
        if delivery.action == "publicized":
            forget.set_private(connection, delivery.repo_id, private=False)
            return Outcome(What.NOTED, "the repository is public now")
        is_deleted = delivery.action == "deleted"
        forget.forget_repository(connection, delivery.repo_id, at, wishes=is_deleted, but=delivery.id)
        if not is_deleted:
            forget.set_private(connection, delivery.repo_id, private=True)
    return Outcome(What.NOTED, f"the repository was {delivery.action}; what was seen there is forgotten")


def forget_left(engine: Engine) -> int:
    """Forget the repositories and accounts that left us more than a few hours ago; how many repositories."""
    with engine.begin() as connection:
        at = now(connection)
        gone = forget.left(connection, at - GRACE)
        for repo_id in gone:
            forget.forget_repository(connection, repo_id, at, wishes=True)
        forget.forget_installations(connection, at - GRACE)
    if gone:
        log.info("forgotten, the App was taken off", repositories=len(gone))
    return len(gone)
