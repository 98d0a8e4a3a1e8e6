"""A turn to write: at GitHub's pace, or at once where nothing is written to GitHub."""

from __future__ import annotations

import contextlib

from bot.store.deliveries import Job
from bot.work.tools import Tools
from bot.work.turn import Turn, free_turn, turn


def writing(tools: Tools, job: Job) -> contextlib.AbstractContextManager[Turn]:
    """The right to write for a job. Raises `bot.work.turn.InLine` on entering when it must wait."""
    return free_turn() if tools.settings.dry_run else turn(tools, job)
