"""What is done now and then, by whichever worker comes first."""

from __future__ import annotations

import structlog

from bot.github.connect import Connection
from bot.github.errors import GitHubError
from bot.work.catch_up import OUTAGE, catch_up, note_that_we_listen
from bot.work.engine import Durable, Schedule
from bot.work.housekeeping import keep_house
from bot.work.missed import look_for_missed
from bot.work.read_reactions import read_reactions
from bot.work.rescue import rescue
from bot.work.tools import Tools

log = structlog.get_logger(__name__)


def schedules_for(tools: Tools, durable: Durable, connection: Connection | None) -> tuple[Schedule, ...]:
    """The schedules of a worker; without a ``connection`` (dry run) nothing is asked of GitHub."""

    def missed() -> None:
        if connection is not None:
            _listen(tools, connection)

    def reactions() -> None:
        if connection is not None:
            read_reactions(tools, connection.github)

    ours = (
        Schedule("rescue", "* * * * *", lambda: _drop_result(rescue(tools, durable))),
        Schedule("housekeeping", "17 * * * *", lambda: keep_house(tools, durable)),
    )
    if connection is None:
        return ours
    asking = (Schedule("missed", "*/5 * * * *", missed), Schedule("reactions", "41 * * * *", reactions))
    return (*ours, *asking)


def _listen(tools: Tools, connection: Connection) -> None:
    away = note_that_we_listen(tools)
    try:
        if away is not None and away > OUTAGE:
            catch_up(tools, connection.backlog)
        look_for_missed(tools, connection.hooks)
    except GitHubError as error:
        log.warning("couldn't look for missed webhook calls", error=str(error))


def _drop_result(_result: object) -> None:
    """A schedule gives nothing back."""
