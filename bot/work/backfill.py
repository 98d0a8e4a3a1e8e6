"""Issues that were there before burnerr: what it would have said of each, and saying it where it's wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Engine

from bot.answer.comment import render
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.github.backlog import Installed
from bot.github.issue_document import issue_state
from bot.github.model import IssueState
from bot.recognize.model import Match, Report, Role, Verdict
from bot.recognize.recognizer import Recognizer
from bot.store import deliveries
from bot.store.deliveries import Outcome
from bot.work.engine import Line
from bot.work.leave_alone import reason_in_issue
from bot.work.take_in import take_in
from bot.work.told_again import delivery_of_issue

WHY: Final = "backfill"
AT_ONCE: Final = 20  # issues under way: who stops has no more than these to come


@dataclass(frozen=True, slots=True)
class Past:
    """An issue, what was recognised in it, and the comment that would be written (empty: ``why`` not)."""

    issue: IssueState
    verdict: Verdict
    body: str
    why: str

    @property
    def cause(self) -> Match | None:
        """The match that leads."""
        return next((each for each in self.verdict.matches if each.role is Role.CAUSE), None)

    @property
    def record(self) -> str:
        """The slug of the record that leads, empty where none does."""
        cause = self.cause
        return cause.record.slug if cause is not None and cause.record is not None else ""

    @property
    def release(self) -> str:
        """Burn's version as the report tells it, empty where it doesn't."""
        version = self.verdict.burn_version
        return version.value if version is not None else ""

    @property
    def unknown(self) -> str:
        """The fingerprint of a panic that nothing is known of, empty where there is none."""
        matched = {match.panic for match in self.verdict.matches}
        unknown = (panic for panic in self.verdict.panics if panic not in matched and panic.fingerprint)
        return next((panic.fingerprint for panic in unknown), "")


@dataclass(frozen=True, slots=True)
class Summary:
    """How many issues speak of which record, release, unknown panic, and why the others are left alone."""

    records: Counter[str]
    releases: Counter[str]
    unknown: Counter[str]
    silent: Counter[str]


def look_back(
    documents: Iterable[Mapping[str, Any]], recognizer: Recognizer, catalog: Catalog, where: Where
) -> Iterator[Past]:
    """Recognise each of GitHub's issue documents; writes nothing. Pull requests are left out."""
    for data in documents:
        issue = issue_state(dict(data), int(data["number"]))
        if issue.is_pull_request:
            continue
        verdict = recognizer.read(Report(issue.title, issue.body))
        why = "" if verdict.speak else str(verdict.silence.value if verdict.silence else "")
        body = render(verdict, catalog, where) if verdict.speak else ""
        yield Past(issue, verdict, body, why)


def summarise(found: Iterable[Past]) -> Summary:
    """Count it up."""
    summary = Summary(Counter(), Counter(), Counter(), Counter())
    for past in found:
        if past.record:
            summary.records[past.record] += 1
            summary.releases[past.release or "not told"] += 1
        if past.unknown:
            summary.unknown[past.unknown] += 1
        if past.why:
            summary.silent[past.why] += 1
    return summary


def postable(past: Past) -> bool:
    """Whether a comment may be written there: there is one, and the issue is open and not locked."""
    return bool(past.body) and reason_in_issue(past.issue) is None


def post(
    engine: Engine,
    line: Line,
    installed: Installed,
    found: Iterable[Past],
    wait: Callable[[float], bool],
) -> Iterator[tuple[int, Outcome]]:
    """Let the workers answer the issues that may be answered, a few at a time, at GitHub's pace; the number
    and outcome of each as it's done.

    ``wait`` sleeps for some seconds and says whether to stop: what is under way then is still done by the
    workers, and the rest is taken up by the next call, which does nothing twice. Workers have to run.
    """
    waiting = iter([past for past in found if postable(past)])
    under_way: dict[str, int] = {}
    is_more = True
    while is_more or under_way:
        while is_more and len(under_way) < AT_ONCE:
            past = next(waiting, None)
            if past is None:
                is_more = False
                break
            delivery = delivery_of_issue(installed.repo, _document(past), private=installed.private, why=WHY)
            take_in(engine, line, delivery)
            under_way[delivery.id] = past.issue.number
        for delivery_id in list(under_way):
            outcome = deliveries.outcome(engine, delivery_id)
            if outcome is not None:
                yield under_way.pop(delivery_id), outcome
        if under_way and wait(0.3):
            return


def _document(past: Past) -> dict[str, Any]:
    """The issue as a delivery tells of it; the job reads it anew."""
    issue = past.issue
    return {
        "number": issue.number,
        "title": issue.title,
        "body": issue.body,
        "state": issue.state,
        "locked": issue.locked,
        "created_at": issue.created_at,
        "updated_at": issue.updated_at,
        "user": {"login": issue.author, "type": "Bot" if issue.author_is_bot else "User"},
    }
