"""``issues.opened``, ``issues.edited``, ``issues.reopened``: the one comment under an issue."""

from __future__ import annotations

from typing import Final

from bot.answer.comment import render
from bot.github.dry_run import issue_in
from bot.github.errors import Refused
from bot.github.model import GitHub, IssueState, Repo
from bot.recognize.model import Report, Verdict
from bot.store import comments, installations, sightings
from bot.store.clock import now
from bot.store.comments import Spot
from bot.store.deliveries import Job, Outcome, What
from bot.work.evidence import evidence
from bot.work.leave_alone import reason_in_delivery, reason_in_issue
from bot.work.publish import Published, Publisher, Text
from bot.work.tools import Tools, repo_of

OPENED: Final = "opened"


def answer_issue(tools: Tools, job: Job) -> Outcome:
    """Read the issue as it stands now, and let our comment say what is known of it: create, edit, leave or
    fold.
    """
    delivery = job.delivery
    reason = reason_in_delivery(delivery) or reason_in_issue(_told(job))
    if reason is not None:
        return Outcome(What.SILENT, reason)
    repo, number = repo_of(delivery), _told(job).number
    spot = Spot(repo.id, number)
    github = tools.github(delivery.payload)
    issue = _newest(github, repo, job)
    _note_issue(tools, repo, issue)
    reason = reason_in_issue(issue)
    if reason is not None:
        return Outcome(What.SILENT, reason)
    if _is_stale(tools, spot, issue):
        return Outcome(What.UNCHANGED, "a newer state of the issue was answered already")
    verdict = tools.recognizer.read(Report(issue.title, issue.body))
    publisher = Publisher(tools, job, github, repo, spot)
    published = _publish(tools, publisher, verdict, repo, look=delivery.action != OPENED)
    _note_verdict(tools, repo, issue, verdict, private=_is_private(job))
    if published is None:
        silence = verdict.silence.value if verdict.silence else "nothing known was found"
        return Outcome(What.SILENT, silence, evidence=evidence(verdict))
    return Outcome(published.what, published.reason, published.body, evidence(verdict))


def _publish(
    tools: Tools, publisher: Publisher, verdict: Verdict, repo: Repo, *, look: bool
) -> Published | None:
    if not verdict.speak:
        return publisher.take_back(look=look)
    where = tools.where(repo.name)
    return publisher.put(
        Text(
            render(verdict, tools.catalog, where), changed=render(verdict, tools.catalog, where, changed=True)
        )
    )


def _told(job: Job) -> IssueState:
    return issue_in(job.delivery.payload, job.delivery.issue or 0)


def _newest(github: GitHub, repo: Repo, job: Job) -> IssueState:
    """The issue as GitHub has it now; not another one that stands under an old name of the repository."""
    told = _told(job)
    issue = github.read_issue(repo, told.number)
    if told.created_at and issue.created_at and issue.created_at != told.created_at:
        raise Refused("another issue stands there: the repository's name is somebody else's now")
    return issue


def _is_stale(tools: Tools, spot: Spot, issue: IssueState) -> bool:
    with tools.engine.connect() as connection:
        own = comments.find(connection, spot)
    return own is not None and bool(issue.updated_at) and own.issue_updated_at > issue.updated_at


def _is_private(job: Job) -> bool:
    return bool((job.delivery.payload.get("repository") or {}).get("private", True))


def _note_issue(tools: Tools, repo: Repo, issue: IssueState) -> None:
    if issue.created_at:
        with tools.engine.begin() as connection:
            installations.issue_seen(connection, repo.id, issue.number, issue.created_at)


def _note_verdict(tools: Tools, repo: Repo, issue: IssueState, verdict: Verdict, *, private: bool) -> None:
    with tools.engine.begin() as connection:
        at = now(connection)
        where = sightings.Where(repo.id, repo.name, private, issue.number)
        sightings.replace(connection, where, verdict, at)
        comments.read_state(connection, Spot(repo.id, issue.number), issue.updated_at, at)
