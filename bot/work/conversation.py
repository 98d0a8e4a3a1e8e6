"""What a command is given in: the comment, its issue, and the means to look further."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.answer.where import Where
from bot.github.model import Comment, GitHub, IssueState, Repo
from bot.recognize.model import Report, Verdict
from bot.work.evidence import evidence
from bot.work.tools import Tools


@dataclass(slots=True)
class Conversation:
    """A comment with commands. ``evidence`` gathers what the answers rest on."""

    tools: Tools
    github: GitHub
    repo: Repo
    issue: int
    comment: Comment
    evidence: tuple[dict[str, Any], ...] = field(default=())

    @property
    def where(self) -> Where:
        """The place the reply stands in."""
        return self.tools.where(self.repo.name)

    def read_issue(self) -> IssueState:
        """The issue as it stands."""
        return self.github.read_issue(self.repo, self.issue)

    def recognise(self, title: str, body: str) -> Verdict:
        """What is known of a text; kept as evidence."""
        verdict = self.tools.recognizer.read(Report(title, body))
        self.evidence += evidence(verdict)
        return verdict
