"""``issues.opened``, ``issues.edited``, ``issues.reopened``: the one comment under an issue.

And ``issues.deleted``: nothing is left to answer.
"""

from __future__ import annotations

from typing import Final

from bot.github.dry_run import issue_in
from bot.github.errors import Refused
from bot.github.model import GitHub, IssueState, Repo
from bot.recognize.model import Verdict
from bot.store import comments, installations, sightings
from bot.store.clock import now
from bot.store.comments import Spot
from bot.store.deliveries import Job, Outcome, What
from bot.store.installations import Repository
from bot.work.forget import forget_issue
from bot.work.leave_alone import reason_in_delivery, reason_in_issue
from bot.work.reporter_logs import report_of
from bot.work.repository.model import Mode
from bot.work.repository.policy import policy_of, reason_to_skip
from bot.work.say import Scene, say
from bot.work.tools import Tools, repo_of

OPENED: Final = "opened"
DELETED: Final = "deleted"
OFF: Final = "switched off in this repository"
SPOKEN: Final = frozenset({What.CREATED, What.EDITED, What.UNCHANGED, What.LABELLED})


def answer_issue(tools: Tools, job: Job) -> Outcome:
    """Read the issue as it stands now, and let our comment say what is known of it: create, edit, leave or
    fold.
    """
    delivery = job.delivery
    if delivery.action == DELETED:
        return forget_issue(tools, job)
    reason = reason_in_delivery(delivery) or reason_in_issue(told_issue(job))
    if reason is not None:
        return Outcome(What.SILENT, reason)
    repo, github = repo_of(delivery), tools.github(delivery.payload)
    issue = newest_issue(github, repo, job)
    _note_issue(tools, repo, issue, private=_is_private(job))
    reason = reason_in_issue(issue)
    if reason is not None:
        return Outcome(What.SILENT, reason)
    if _is_stale(tools, Spot(repo.id, issue.number), issue):
        return Outcome(What.UNCHANGED, "a newer state of the issue was answered already")
    policy = policy_of(tools, github, repo)
    return bring_up_to_date(Scene(tools, job, github, repo, issue, policy), look=delivery.action != OPENED)


def bring_up_to_date(scene: Scene, *, look: bool = True) -> Outcome:
    """Recognise what stands in the issue now, and say what is to be said in its repository."""
    if scene.policy.mode is Mode.OFF:
        return Outcome(What.SILENT, OFF)
    reason = reason_to_skip(scene.policy.settings, scene.issue)
    if reason is not None:
        return Outcome(What.SILENT, reason)
    verdict = verdict_on(scene, with_comments=look)
    outcome = say(scene, verdict, look=look)
    _note_verdict(scene, verdict, outcome)
    return outcome


def verdict_on(scene: Scene, *, with_comments: bool = True) -> Verdict:
    """What is known of the issue and the logs its author added."""
    added = scene.github.first_comments(scene.repo, scene.issue.number) if with_comments else ()
    return scene.tools.read(report_of(scene.tools.recognizer, scene.issue, added))


def told_issue(job: Job) -> IssueState:
    """The issue as the delivery tells of it."""
    return issue_in(job.delivery.payload, job.delivery.issue or 0)


def newest_issue(github: GitHub, repo: Repo, job: Job) -> IssueState:
    """The issue as GitHub has it now; `Refused` where another one stands under the repository's old name."""
    told = told_issue(job)
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


def _note_issue(tools: Tools, repo: Repo, issue: IssueState, *, private: bool) -> None:
    if issue.created_at:
        with tools.engine.begin() as connection:
            repository = Repository(repo.id, repo.name, private)
            installations.issue_seen(
                connection, repo.installation_id, repository, issue.number, issue.created_at
            )


def _note_verdict(scene: Scene, verdict: Verdict, outcome: Outcome) -> None:
    repo, issue = scene.repo, scene.issue
    spoken = outcome.what in SPOKEN
    with scene.tools.engine.begin() as connection:
        at = now(connection)
        where = sightings.Where(repo.id, repo.name, _is_private(scene.job), issue.number)
        said = sightings.Said(spoken, None if spoken else outcome.reason)
        sightings.replace(connection, where, verdict, at, said)
        comments.read_state(connection, scene.spot, issue.updated_at, at)
