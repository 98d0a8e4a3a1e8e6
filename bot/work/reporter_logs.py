"""Logs that the reporter adds in a comment: read together with the issue, for one answer to both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.answer.commands import parse
from bot.github.model import Comment, IssueState
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer

MOST_LOOKED_AT: Final = 20  # comments under an issue; later ones are talk among people who are at work on it
MOST_LOGS: Final = 3
SEPARATOR: Final = "\n\n"


def has_log(recognizer: Recognizer, text: str) -> bool:
    """Whether a comment holds a panic or a message of Burn's, and isn't itself a question to us."""
    if not text.strip() or parse(text):
        return False
    verdict = recognizer.read(Report("", text))
    return bool(verdict.panics or verdict.speak)


def report_of(recognizer: Recognizer, issue: IssueState, comments: Iterable[Comment]) -> Report:
    """The issue with the logs its author added. What stands in the issue comes first, and counts first."""
    return Report(issue.title, SEPARATOR.join([issue.body, *_logs(recognizer, issue, comments)]))


def _logs(recognizer: Recognizer, issue: IssueState, comments: Iterable[Comment]) -> Iterator[str]:
    found = 0
    for at, comment in enumerate(comments):
        if at >= MOST_LOOKED_AT or found >= MOST_LOGS:
            return
        if issue.author and comment.author == issue.author and has_log(recognizer, comment.body):
            found += 1
            yield comment.body
