"""The answer under an issue, by hand: posted, brought up to date, shown again."""

from __future__ import annotations

from dataclasses import replace

from bot.answer.marker import read_marker
from bot.store import comments, switches
from bot.store.comments import Standing
from bot.store.delivery import Outcome, What
from bot.store.triage_change import Stage
from bot.work.answer_issue import bring_up_to_date
from bot.work.repository.model import Mode
from bot.work.repository.policy import policy_of
from bot.work.say import SHADOW, Scene
from bot.work.triage.batch import CHANGED
from bot.work.triage.hand import Ended, Hand

NOTED = "no comment of ours stands there; what would be said was noted anew"


def post(hand: Hand) -> Ended:
    """Post the very comment that was shown, also where issues are closed or only notes are taken."""
    scene = hand.open_scene(Mode.COMMENT, only=hand.change.seen)
    outcome = bring_up_to_date(scene)
    if _is_noted(outcome):
        return Ended(Stage.REFUSED, CHANGED, outcome)
    return _ended(outcome)


def update(hand: Hand) -> Ended:
    """Read the issue again; our comment says what is known now, if one stands there."""
    scene = hand.open_scene(Mode.SHADOW)
    if _stands(scene):
        scene = replace(scene, policy=policy_of(scene.tools, scene.github, scene.repo, Mode.COMMENT))
    outcome = bring_up_to_date(scene)
    return Ended(Stage.DONE, NOTED, outcome) if _is_noted(outcome) else _ended(outcome)


def show(hand: Hand) -> Ended:
    """Let a hidden answer be seen again, brought up to date."""
    hand.open_scene()
    with hand.tools.engine.begin() as connection:
        switches.show(connection, hand.repo.id, hand.change.issue or 0)
    return update(hand)


def _is_noted(outcome: Outcome) -> bool:
    return outcome.what is What.SILENT and outcome.reason == SHADOW


def _ended(outcome: Outcome) -> Ended:
    if outcome.what is What.SILENT:
        return Ended(Stage.REFUSED, outcome.reason, outcome)
    return Ended(Stage.DONE, outcome.reason or outcome.what.value, outcome)


def _stands(scene: Scene) -> bool:
    """Whether a comment of ours stands there: as far as we know, else by GitHub."""
    with scene.tools.engine.connect() as connection:
        own = comments.find(connection, scene.spot)
    if own is not None and own.standing is not Standing.INTENDED:
        return True  # that it's gone is told where it would be written to

    def is_ours(body: str) -> bool:
        marker = read_marker(body)
        return marker is not None and marker.is_of(scene.tools.app_id)

    return scene.github.find_own_comment(scene.repo, scene.issue.number, is_ours) is not None
