"""``right`` and ``wrong`` by hand: on the answer under an issue, or on the one that would have been given."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.store import comments, feedback, switches
from bot.store.clock import now
from bot.work.answer_issue import verdict_on
from bot.work.commands import vote
from bot.work.commands.right import right
from bot.work.commands.wrong import wrong
from bot.work.conversation import MistakenError
from bot.work.repository.policy import heed
from bot.work.say import Scene, answer_in
from bot.work.triage.hand import Ended, Hand, done


def judge_right(hand: Hand) -> Ended:
    """Count a vote for it."""
    scene = hand.scene()
    return hand.command(right, scene) if _was_said(scene) else _judge_unsaid(hand, scene, refused=False)


def judge_wrong(hand: Hand) -> Ended:
    """Count a vote against it, and hide it; what wasn't said is hidden in advance."""
    scene = hand.scene()
    if _was_said(scene):
        return hand.command(wrong, scene, hand.change.why)
    return _judge_unsaid(hand, scene, refused=True)


def _was_said(scene: Scene) -> bool:
    with scene.tools.engine.connect() as connection:
        place = (scene.repo.id, scene.issue.number)
        if feedback.spoken_of(connection, *place) is not None:
            return True
        return comments.find(connection, scene.spot) is not None


def _judge_unsaid(hand: Hand, scene: Scene, *, refused: bool) -> Ended:
    heeded = heed(verdict_on(scene), scene.policy)
    answer = None if heeded.reason else answer_in(heeded.verdict)
    if answer is None:
        raise MistakenError(vote.NO_ANSWER)
    command = Command(hand.change.action.value, hand.change.why, None, 1)
    vote.cast_vote(hand.conversation(scene), command, refused=refused, unsaid=answer)
    if refused:
        login = hand.change.person.login
        with hand.tools.engine.begin() as connection:
            switches.hide(connection, scene.repo.id, scene.issue.number, login, now(connection))
    return done("counted, though nothing was said there")
