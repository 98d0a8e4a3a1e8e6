"""A change that was asked for on the pages: the right to it is asked from GitHub, then it's done, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import structlog

from bot.github.errors import Refused
from bot.store import triage_actions
from bot.store.clock import now
from bot.store.delivery import Job, Outcome, What
from bot.store.triage_actions import PREFIX
from bot.store.triage_change import Action
from bot.work.commands.hide import hide
from bot.work.commands.label import label
from bot.work.commands.mute import mute, unmute
from bot.work.commands.switch import off, on, shadow
from bot.work.conversation import WRITERS, MistakenError
from bot.work.tools import Tools, repo_of
from bot.work.triage.answers import post, show, update
from bot.work.triage.draft import draft_record
from bot.work.triage.hand import Ended, Hand, refused
from bot.work.triage.judge import judge_right, judge_wrong
from bot.work.triage.redo import drop, retry

NO_RIGHT: Final = "you have no write access to this repository (any more)"
FORGOTTEN: Final = "what was asked for is forgotten"
DONE_BEFORE: Final = "by hand: done by an attempt whose end was lost"
log = structlog.get_logger(__name__)

DO: Final[Mapping[Action, Callable[[Hand], Ended]]] = {
    Action.POST: post,
    Action.UPDATE: update,
    Action.SHOW: show,
    Action.HIDE: lambda hand: hand.command(hide, hand.scene()),
    Action.LABEL: lambda hand: hand.command(label, hand.open_scene()),
    Action.RIGHT: judge_right,
    Action.WRONG: judge_wrong,
    Action.MUTE: lambda hand: hand.command(mute, hand.scene(), hand.change.subject),
    Action.UNMUTE: lambda hand: hand.command(unmute, hand.scene(), hand.change.subject),
    Action.MODE_ON: lambda hand: hand.command(on, hand.scene()),
    Action.MODE_OFF: lambda hand: hand.command(off, hand.scene()),
    Action.MODE_SHADOW: lambda hand: hand.command(shadow, hand.scene()),
    Action.RETRY: retry,
    Action.DROP: drop,
    Action.DRAFT: draft_record,
}


def carry_out_by_hand(tools: Tools, job: Job) -> Outcome:
    """Do what was asked for, and write down how it ended. What GitHub can't do now is for a later attempt."""
    with tools.engine.connect() as connection:
        token = job.delivery.id.removeprefix(PREFIX)
        change, is_done = triage_actions.find(connection, token), triage_actions.is_done(connection, token)
    if change is None:
        return Outcome(What.SILENT, FORGOTTEN)
    if is_done:
        return Outcome(What.NOTED, DONE_BEFORE)
    hand = Hand(tools, job, tools.github(job.delivery.payload), repo_of(job.delivery), change)
    ended = _attempt(hand)
    with tools.engine.begin() as connection:
        at = now(connection)
        triage_actions.end(connection, change.token, ended.stage, ended.reason, at, made=ended.made)
    log.info("by hand", action=change.action.value, stage=ended.stage.value, by=change.person.id)
    return ended.outcome


def _attempt(hand: Hand) -> Ended:
    person = hand.change.person
    try:
        if hand.github.permission(hand.repo, person.login, person.id) not in WRITERS:
            return refused(NO_RIGHT)
        return DO[hand.change.action](hand)
    except MistakenError as mistaken:
        return refused(str(mistaken))
    except Refused as no:
        if no.ours:
            raise  # to be set aside, for those who look after the server
        return refused(no.reason)
