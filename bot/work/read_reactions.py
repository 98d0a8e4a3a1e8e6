"""Thumbs on our answers, read now and then: each person's counts once, bots' and our own don't."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import structlog

from bot.github.errors import CommentGone, Later, Refused
from bot.github.model import GitHub, Reacted, Repo
from bot.store import comments, feedback, notes
from bot.store.clock import now
from bot.store.comments import Spot, Standing
from bot.store.feedback import Posted
from bot.work.silence_records import silence_if_refused
from bot.work.tools import Tools

PLACE: Final = "reactions read up to"
LOOKED_AT: Final = 30 * 86_400.0  # seconds after an answer was last written
MOST: Final = 200  # answers a run: GitHub gives an installation 5,000 calls an hour for everything
THUMBS: Final = {"+1": False, "-1": True}
log = structlog.get_logger(__name__)


def read_reactions(tools: Tools, github: GitHub) -> int:
    """Read the reactions to the next answers in turn; how many answers were looked at."""
    with tools.engine.begin() as connection:
        at = now(connection)
        place = notes.read(connection, PLACE) or (0, 0)
        batch = feedback.posted_after(connection, (place[0], place[1]), at - LOOKED_AT, MOST)
    barred: set[int] = set()  # installations that ask us to wait, or that we're no longer let into
    for posted in batch:
        if tools.stop.is_set():
            return 0
        if posted.installation_id not in barred and not _read(tools, github, posted):
            barred.add(posted.installation_id)
    reached = (batch[-1].repo_id, batch[-1].issue) if len(batch) == MOST else (0, 0)
    with tools.engine.begin() as connection:
        notes.write(connection, PLACE, reached, at)
    return len(batch)


def votes_in(reactions: Iterable[Reacted]) -> dict[str, bool]:
    """Who refuses an answer by their thumbs; somebody with both thumbs, up and down, says nothing."""
    thumbs: defaultdict[str, set[bool]] = defaultdict(set)
    for reacted in reactions:
        if reacted.content in THUMBS and reacted.login and not reacted.is_bot:
            thumbs[reacted.login].add(THUMBS[reacted.content])
    return {login: said.pop() for login, said in thumbs.items() if len(said) == 1}


def _read(tools: Tools, github: GitHub, posted: Posted) -> bool:
    repo = Repo(posted.installation_id, posted.repo_id, posted.repo)
    try:
        votes = votes_in(github.reactions(repo, posted.comment_id))
    except CommentGone:
        with tools.engine.begin() as connection:
            comments.stand(connection, Spot(posted.repo_id, posted.issue), Standing.GONE, now(connection))
        return True
    except (Later, Refused) as error:
        log.info("couldn't read reactions", installation=posted.installation_id, error=str(error))
        return False
    with tools.engine.begin() as connection:
        at = now(connection)
        feedback.reactions_are(connection, posted.repo_id, posted.issue, votes, posted.answer, at)
        silence_if_refused(connection, posted.answer.record_id, at)
    return True
