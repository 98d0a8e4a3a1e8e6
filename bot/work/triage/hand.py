"""What a change is done with: who asked for what, and the means of a command, without a comment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.answer.commands import Command
from bot.github.model import Comment, GitHub, IssueState, Repo
from bot.store.delivery import Job, Outcome, What
from bot.store.triage_change import Change, Stage
from bot.work.answer_issue import newest_issue
from bot.work.commands.table import Behaviour
from bot.work.conversation import Conversation, MistakenError
from bot.work.leave_alone import reason_in_conversation
from bot.work.repository.model import Mode
from bot.work.repository.policy import policy_of
from bot.work.say import Scene
from bot.work.tools import Tools

NO_ISSUE: Final = IssueState(
    0, "", "", "", author_is_bot=False, state="", locked=False, is_pull_request=False
)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a change ended, for who asked (``stage``, ``reason``, ``made``) and for its delivery."""

    stage: Stage
    reason: str
    outcome: Outcome
    made: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A change while it's being done; who asked for it was found to have the right."""

    tools: Tools
    job: Job
    github: GitHub
    repo: Repo
    change: Change

    def scene(self, by_hand: Mode | None = None, only: str = "") -> Scene:
        """The issue as it stands now, or the whole repository where no issue is meant."""
        issue = newest_issue(self.github, self.repo, self.job) if self.change.issue is not None else NO_ISSUE
        policy = policy_of(self.tools, self.github, self.repo, by_hand)
        return Scene(self.tools, self.job, self.github, self.repo, issue, policy, only)

    def open_scene(self, by_hand: Mode | None = None, only: str = "") -> Scene:
        """That, where something may be written. Raises `MistakenError` where it's locked."""
        scene = self.scene(by_hand, only)
        reason = reason_in_conversation(scene.issue)
        if reason is not None:
            raise MistakenError(reason)
        return scene

    def conversation(self, scene: Scene) -> Conversation:
        """What commands are carried out in."""
        login = self.change.person.login
        return Conversation(scene, Comment(0, "", login, author_is_bot=False), login)

    def command(self, behaviour: Behaviour, scene: Scene, args: str = "") -> Ended:
        """Do what a command does. Raises `MistakenError` as it does."""
        conversation = self.conversation(scene)
        behaviour(conversation, Command(self.change.action.value, args, None, 1))
        return done("done", evidence=conversation.evidence)


def done(reason: str, **more: Any) -> Ended:
    """It was done, and nothing else is to be told of it."""
    return Ended(Stage.DONE, reason, Outcome(What.NOTED, f"by hand: {reason}", **more))


def refused(reason: str) -> Ended:
    """It wasn't done, and won't be."""
    return Ended(Stage.REFUSED, reason, Outcome(What.SILENT, reason))
