"""What comes of a verdict on an issue, by the repository's mode: a comment, labels, a note, or nothing."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import Final

from bot.answer.comment import render
from bot.answer.marker import digest
from bot.answer.speech import speech_of
from bot.answer.where import Where
from bot.github.errors import Refused
from bot.github.model import GitHub, IssueState, Repo
from bot.recognize.model import Verdict
from bot.store import feedback, switches
from bot.store.clock import now
from bot.store.comments import Spot
from bot.store.deliveries import Job, Outcome, What
from bot.work.evidence import evidence
from bot.work.publish import Publisher, Text
from bot.work.repository.burn_use import burn_use
from bot.work.repository.model import Mode
from bot.work.repository.policy import Policy, has_changed, heed
from bot.work.set_labels import labels_for, set_labels
from bot.work.tools import Tools
from bot.work.turn import InLine

HIDDEN = "the answer here was hidden by somebody"
NOT_BURN = "the repository doesn't use Burn"
AGAIN: Final = 0.1  # seconds
SHADOW = "shadow mode: this would have been said"


@dataclass(frozen=True, slots=True)
class Scene:
    """An issue that is being answered. ``only`` is the digest of the one text that may be posted, if it's
    not for us to choose.
    """

    tools: Tools
    job: Job
    github: GitHub
    repo: Repo
    issue: IssueState
    policy: Policy
    only: str = ""

    @property
    def where(self) -> Where:
        """The place the answer stands in, as its repository wants it."""
        settings = self.policy.settings
        where = self.tools.where(self.repo.name)
        return replace(where, related=settings.related, footer=settings.footer)

    @property
    def spot(self) -> Spot:
        """Where the answer stands."""
        return Spot(self.repo.id, self.issue.number)

    def publisher(self) -> Publisher:
        """The writer of the answer."""
        return Publisher(self.tools, self.job, self.github, self.repo, self.spot)


def say(scene: Scene, found: Verdict, *, look: bool) -> Outcome:
    """Let what stands under the issue be what the verdict asks for. ``look``: whether a comment of ours that
    we don't know of may stand there.
    """
    with scene.tools.engine.connect() as connection:
        if switches.is_hidden(connection, scene.repo.id, scene.issue.number):
            return Outcome(What.SILENT, HIDDEN, evidence=evidence(found))
    heeded = heed(found, scene.policy)
    if heeded.reason:
        # Shadow mode writes nothing of its own accord, and takes nothing away either.
        is_silent = scene.policy.mode is Mode.SHADOW
        published = None if is_silent else scene.publisher().take_back(look=look)
        if published is None:
            return Outcome(What.SILENT, heeded.reason, evidence=evidence(found))
        return Outcome(published.what, published.reason, published.body, evidence(found))
    use = burn_use(scene.tools, scene.github, scene.repo, scene.policy.settings.burn_manifest)
    if not use.uses:
        return Outcome(What.SILENT, NOT_BURN, evidence=evidence(found))
    verdict = heeded.verdict
    if verdict.burn_version is None and use.version is not None:
        verdict = replace(verdict, burn_version=use.version)
    return _by_mode(scene, verdict)


def _by_mode(scene: Scene, verdict: Verdict) -> Outcome:
    mode = scene.policy.mode
    if mode is Mode.SHADOW:
        return _noted(scene, verdict)
    labels = labels_for(verdict, scene.policy.settings)
    if mode is Mode.LABEL:
        _label(scene, labels)
        told = f"labels: {', '.join(labels)}" if labels else "label mode: no label is named for this error"
        return Outcome(What.LABELLED if labels else What.SILENT, told, evidence=evidence(verdict))
    outcome = _comment(scene, verdict)
    if scene.policy.by_hand is not None:
        return outcome  # the comment was asked for, and no more
    with contextlib.suppress(Refused):  # the comment stands, whatever becomes of labels
        _label(scene, labels)
    return outcome


def _noted(scene: Scene, verdict: Verdict) -> Outcome:
    body = render(verdict, scene.tools.catalog, scene.where)
    return Outcome(What.SILENT, SHADOW, body, evidence(verdict))


def _ensure_wanted(scene: Scene) -> None:
    """Somebody may have been told that the bot is off, or a record muted, while this job waited for its turn
    to write. Raises `InLine` then: the job comes back and looks at everything anew.
    """
    if has_changed(scene.policy, scene.tools, scene.repo):
        raise InLine(AGAIN, scene.job.write_at)


def _label(scene: Scene, labels: tuple[str, ...]) -> None:
    if labels:
        _ensure_wanted(scene)
        set_labels(scene.tools, scene.job, scene.github, scene.repo, scene.issue, labels)


def _comment(scene: Scene, verdict: Verdict) -> Outcome:
    catalog, where = scene.tools.catalog, scene.where
    changed = render(verdict, catalog, where, changed=True)
    text = Text(render(verdict, catalog, where), changed=changed)
    if scene.only and digest(text.body) != scene.only:
        return _noted(scene, verdict)
    published = scene.publisher().put(text, check=lambda: _ensure_wanted(scene))
    if published.what in {What.CREATED, What.EDITED, What.UNCHANGED}:
        _note_answer(scene, verdict)
    return Outcome(published.what, published.reason, published.body, evidence(verdict))


def _note_answer(scene: Scene, verdict: Verdict) -> None:
    """Write down what is spoken of, so that it's known what a vote is on."""
    answer = answer_in(verdict)
    if answer is None:
        return
    with scene.tools.engine.begin() as connection:
        feedback.speaks_of(connection, scene.repo.id, scene.issue.number, answer, now(connection))


def answer_in(verdict: Verdict) -> feedback.Answer | None:
    """What an answer to a verdict speaks of first."""
    speech = speech_of(verdict)
    if speech is None:
        return None
    match, record = speech.first.match, speech.first.record
    return feedback.Answer(record.facts.id, match.wording, match.band.value)
