"""What a command is given in: the comment, its issue, who gives it, and the means to look further."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.answer.registry import Who
from bot.github.model import Comment, GitHub, IssueState, Permission, Repo
from bot.recognize.model import Report, Verdict
from bot.store.deliveries import Job
from bot.store.questions import Asking
from bot.work.evidence import evidence
from bot.work.repository.policy import Policy, policy_of
from bot.work.say import Scene
from bot.work.tools import Tools

WRITERS: Final[frozenset[Permission]] = frozenset({"admin", "maintain", "write"})


class MistakenError(Exception):
    """What was asked can't be done, for a reason that the asker can see to: one sentence, as Markdown."""


@dataclass(slots=True)
class Conversation:
    """A comment with commands. ``evidence`` gathers what the answers rest on, ``questions`` what they answer.

    ``sender`` is who wrote the commands: rights are theirs, whoever the comment belongs to.
    """

    scene: Scene
    comment: Comment
    sender: str
    evidence: tuple[dict[str, Any], ...] = field(default=())
    questions: list[str] = field(default_factory=list)
    _who: Who | None = field(default=None)

    @property
    def tools(self) -> Tools:
        """What jobs work with."""
        return self.scene.tools

    @property
    def job(self) -> Job:
        """The job this is done in."""
        return self.scene.job

    @property
    def github(self) -> GitHub:
        """GitHub."""
        return self.scene.github

    @property
    def repo(self) -> Repo:
        """The repository."""
        return self.scene.repo

    @property
    def issue(self) -> int:
        """The issue's number."""
        return self.scene.issue.number

    @property
    def policy(self) -> Policy:
        """What the repository wants."""
        return self.scene.policy

    @property
    def asking(self) -> Asking:
        """Who asks where, for the limits."""
        return Asking(self.repo.id, self.issue, self.comment.id, self.sender)

    @property
    def who(self) -> Who:
        """What the sender counts as, asked from GitHub once; what an author's name claims isn't trusted."""
        if self._who is None:
            self._who = self._ask_who()
        return self._who

    def refresh(self) -> None:
        """Look again at what is in force, after a command changed it."""
        self.scene = replace(self.scene, policy=policy_of(self.tools, self.github, self.repo))

    def read_issue(self) -> IssueState:
        """The issue as it stands now, kept for what follows."""
        self.scene = replace(self.scene, issue=self.github.read_issue(self.repo, self.issue))
        return self.scene.issue

    def recognise(self, title: str, body: str) -> Verdict:
        """What is known of a text; kept as evidence."""
        verdict = self.tools.read(Report(title, body))
        self.evidence += evidence(verdict)
        return verdict

    def _ask_who(self) -> Who:
        if self.github.permission(self.repo, self.sender) in WRITERS:
            return Who.WRITE
        author = self.scene.issue.author
        return Who.AUTHOR if author and author.lower() == self.sender.lower() else Who.ANYONE
