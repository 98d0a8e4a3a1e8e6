"""Deliveries of a repository that were set aside: tried again, or dropped."""

from __future__ import annotations

from bot.store.delivery import OPEN, State
from bot.work import deliveries
from bot.work.conversation import MistakenError
from bot.work.triage.hand import Ended, Hand, done


def retry(hand: Hand) -> Ended:
    """Put it back in line. Done twice, it's in line once."""
    state = _state(hand)
    if state is State.SET_ASIDE and deliveries.retried(
        hand.tools.engine, hand.tools.line, hand.change.subject
    ):
        return done("in line again")
    state = _state(hand)
    if state in OPEN:
        return done("in line again")
    raise MistakenError(f"that delivery isn't set aside any more, but {state.value}")


def drop(hand: Hand) -> Ended:
    """Give up on it for good."""
    state = _state(hand)
    if state is State.SET_ASIDE and deliveries.dropped(hand.tools.engine, hand.change.subject):
        return done("dropped")
    state = _state(hand)
    if state is State.DROPPED:
        return done("dropped")
    raise MistakenError(f"that delivery isn't set aside any more, but {state.value}")


def _state(hand: Hand) -> State:
    found = deliveries.shown(hand.tools.engine, hand.change.subject)
    if found is None or found.delivery.repo_id != hand.repo.id:
        raise MistakenError("there is no such delivery of this repository")
    return found.row.state
