"""``/burnerr label``: sets the labels that the settings name for the error in this issue."""

from __future__ import annotations

from bot.answer.commands import Command
from bot.work.answer_issue import verdict_on
from bot.work.conversation import Conversation, MistakenError
from bot.work.evidence import evidence
from bot.work.repository.policy import heed
from bot.work.set_labels import labels_for, set_labels


def label(conversation: Conversation, _command: Command) -> str:
    """Set them. Raises `MistakenError` where none is named, or nothing known is in the issue."""
    settings = conversation.policy.settings
    if not settings.labels:
        raise MistakenError("`.github/burnerr.yml` names no labels.")
    issue = conversation.read_issue()
    verdict = verdict_on(conversation.scene)
    conversation.evidence += evidence(verdict)
    heeded = heed(verdict, conversation.policy)
    if heeded.reason:
        raise MistakenError(f"There is nothing to label: {heeded.reason}.")
    labels = labels_for(heeded.verdict, settings)
    if not labels:
        raise MistakenError("No label is named in `.github/burnerr.yml` for what is known of this issue.")
    scene = conversation.scene
    set_labels(scene.tools, scene.job, scene.github, scene.repo, issue, labels)
    return ""
