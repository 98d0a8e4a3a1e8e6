"""Labels by what an error is: only ever those that the repository's settings name."""

from __future__ import annotations

from bot.answer.speech import speech_of
from bot.github.model import GitHub, IssueState, Repo
from bot.recognize.model import Verdict
from bot.store.deliveries import Job
from bot.work.repository.model import RepositorySettings
from bot.work.tools import Tools
from bot.work.writing import writing


def labels_for(verdict: Verdict, settings: RepositorySettings) -> tuple[str, ...]:
    """The labels for the causes a verdict speaks of, by cause class and tag, in the file's order."""
    speech = speech_of(verdict)
    if speech is None:
        return ()
    told = (speech.first, *speech.others)
    is_a = {name for each in told for name in (each.record.facts.cause.value, *each.record.facts.tags)}
    return tuple(dict.fromkeys(label for name, label in settings.labels.items() if name in is_a))


def set_labels(
    tools: Tools, job: Job, github: GitHub, repo: Repo, issue: IssueState, labels: tuple[str, ...]
) -> None:
    """Put those of the labels on the issue that it doesn't have."""
    there = {label.lower() for label in issue.labels}
    missing = tuple(label for label in labels if label.lower() not in there)
    if not missing:
        return
    with writing(tools, job) as mine:
        mine.about_to_write()
        github.add_labels(repo, issue.number, missing)
