"""After an outage too long for GitHub's memory: issues opened meanwhile, where nobody of the project has
answered.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import structlog

from bot.github.backlog import Backlog, Installed
from bot.github.errors import Later, Refused
from bot.store import installations, notes
from bot.store.clock import now
from bot.work.take_in import take_in
from bot.work.told_again import delivery_of_issue
from bot.work.tools import Tools

HEARD: Final = "last look for missed calls"
OUTAGE: Final = 2.5 * 86_400.0  # seconds; beyond three days GitHub's list has a hole
OLDEST: Final = 14 * 86_400.0  # seconds; an older issue isn't helped by an answer any more
MOST: Final = 50  # issues a repository
log = structlog.get_logger(__name__)


def note_that_we_listen(tools: Tools) -> float | None:
    """Write down that the App is awake; for how many seconds it wasn't, ``None`` the first time ever."""
    with tools.engine.begin() as connection:
        at = now(connection)
        before = notes.read(connection, HEARD)
        notes.write(connection, HEARD, at, at)
    return None if before is None else at - float(before)


def catch_up(tools: Tools, backlog: Backlog) -> int:
    """Take in the issues opened since the last one heard of, for each installation; how many.

    A repository we never heard of an issue from is left alone: nothing old is answered because of a new
    installation.
    """
    with tools.engine.connect() as connection:
        ids = installations.active(connection)
    taken = 0
    for installation_id in ids:
        try:
            taken += sum(_repository(tools, backlog, each) for each in backlog.repositories(installation_id))
        except (Refused, Later) as error:
            log.warning(
                "an installation can't be caught up with", installation=installation_id, error=str(error)
            )
    log.info("caught up after an outage", issues=taken)
    return taken


def _repository(tools: Tools, backlog: Backlog, installed: Installed) -> int:
    repo = installed.repo
    with tools.engine.begin() as connection:
        since = installations.last_issue_at(connection, repo.id)
        oldest = datetime.fromtimestamp(now(connection) - OLDEST, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if since is None or installed.archived:
        return 0
    taken = 0
    for issue in backlog.opened_since(repo, max(since, oldest)):
        if taken >= MOST:
            break
        if not backlog.is_answered(repo, int(issue["number"])):
            delivery = delivery_of_issue(repo, issue, private=installed.private)
            taken += take_in(tools.engine, tools.line, delivery)
    return taken
