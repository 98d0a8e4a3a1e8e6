"""Reactions that tell a person what became of a command: read, done, or not understood."""

from __future__ import annotations

import structlog

from bot.github.errors import Refused, Unclear
from bot.github.model import Comment, GitHub, Reaction, Repo
from bot.store.deliveries import Job
from bot.work.tools import Tools
from bot.work.writing import writing

log = structlog.get_logger(__name__)


def acknowledge(
    tools: Tools, job: Job, github: GitHub, repo: Repo, comment: Comment, reaction: Reaction
) -> None:
    """React to a comment. A reaction that can't be made keeps nothing else from being done."""
    with writing(tools, job) as mine:
        mine.about_to_write()
        try:
            github.react(repo, comment.id, reaction)
        except (Refused, Unclear) as error:
            log.info("couldn't react to a comment", reaction=reaction, error=str(error))
