"""One delivery's job: taken up, done by the module for its event, and brought to an end, whatever happens.

Every way out is written down: handled, postponed, or set aside with its error. A job that failed never
stops the next one of its issue, because it leaves the line and comes back later.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Mapping
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.github.errors import Later, Refused, Unclear
from bot.store import deliveries, pace
from bot.store.clock import now
from bot.store.deliveries import Job, Outcome, State, What
from bot.store.failure import told
from bot.work.answer_comment import answer_comment
from bot.work.answer_issue import answer_issue
from bot.work.backoff import backoff
from bot.work.engine import Interrupted
from bot.work.forget import note_repository
from bot.work.note_installation import note_installation
from bot.work.repository.tell import tell_about_settings
from bot.work.tools import Tools
from bot.work.triage.asking import EVENT
from bot.work.triage.carry_out import carry_out_by_hand
from bot.work.turn import InLine
from bot.work.unclear import SETTLE, MayStand

Behaviour = Callable[[Tools, Job], Outcome]
BEHAVIOURS: Final[Mapping[str, Behaviour]] = {
    "issues": answer_issue,
    "issue_comment": answer_comment,
    "push": tell_about_settings,
    "repository": note_repository,
    EVENT: carry_out_by_hand,
    "installation": note_installation,
    "installation_repositories": note_installation,
}
MOST_STARTS: Final = 50  # a job that was begun so often without an end kills its workers
GIVE_UP_AFTER: Final = 86_400.0  # seconds for which GitHub may be away
LIMIT_UNTOLD: Final = 60.0  # seconds
DATABASE_PAUSE: Final = 0.5  # seconds

log = structlog.get_logger(__name__)


def handle(tools: Tools, delivery_id: str, job_id: str) -> None:
    """Work on a delivery as the workflow ``job_id``. Waits while the database is away, then begins anew."""
    pause, anew = DATABASE_PAUSE, True
    while True:
        try:
            _attempt(tools, delivery_id, job_id, anew=anew)
        except (DBAPIError, PoolTimeout) as error:
            if not _is_passing(error):
                raise
            log.warning("the database is away", delivery=delivery_id, error=told(error))
            if tools.stop.wait(pause * random.uniform(0.5, 1.5)):  # noqa: S311 - no secret
                raise Interrupted from error
            pause, anew = min(pause * 2, 10.0), False
        else:
            return


def _is_passing(error: DBAPIError | PoolTimeout) -> bool:
    """Whether the database, and not what we asked of it, is at fault."""
    if isinstance(error, PoolTimeout) or error.connection_invalidated:
        return True
    text = str(error.orig)
    return isinstance(error, OperationalError) and "no such" not in text and "syntax error" not in text


def _attempt(tools: Tools, delivery_id: str, job_id: str, *, anew: bool) -> None:
    with tools.engine.begin() as connection:
        job = deliveries.start(connection, delivery_id, job_id, anew=anew)
        if job is None:
            return  # done already, or another workflow's by now
        installation = job.delivery.installation_id
        blocked = pace.blocked_for(connection, installation) if installation is not None else 0.0
    with structlog.contextvars.bound_contextvars(delivery=delivery_id, event_kind=job.delivery.event):
        if job.starts > MOST_STARTS:
            _set_aside(tools, job, job_id, f"begun {job.starts} times and never ended: it kills its workers")
        elif blocked > 0:
            _postpone(tools, job, job_id, _spread(blocked), "GitHub asked us to wait")
        else:
            with tools.figures.job(job.delivery.event):
                _run(tools, job, job_id)


def _run(tools: Tools, job: Job, job_id: str) -> None:
    try:
        outcome = BEHAVIOURS[job.delivery.event](tools, job)
    except InLine as in_line:
        _postpone(tools, job, job_id, in_line.seconds, in_line.why, write_at=in_line.write_at)
    except Later as later:
        _wait_for_github(tools, job, job_id, later)
    except Unclear as unclear:
        look = SETTLE if isinstance(unclear, MayStand) else None
        _wait_for_github(tools, job, job_id, Later(f"unclear: {unclear}"), look_after=look)
    except Refused as refused:
        if refused.ours:
            log.error("GitHub refuses what we asked", error=refused.reason)
            _set_aside(tools, job, job_id, refused.reason)
        else:
            _finish(tools, job, job_id, Outcome(What.SILENT, refused.reason))
    except (DBAPIError, PoolTimeout) as error:
        if _is_passing(error):
            raise
        _failed(tools, job, job_id, error)
    except Exception as error:  # noqa: BLE001 - the end of the line: it's kept and shown, never lost
        _failed(tools, job, job_id, error)
    else:
        _finish(tools, job, job_id, outcome)


def _wait_for_github(
    tools: Tools, job: Job, job_id: str, later: Later, *, look_after: float | None = None
) -> None:
    """Come back when GitHub says so; when it doesn't, ever later, but for a look, ``look_after`` seconds. A
    day without success is for somebody to look at.
    """
    installation = job.delivery.installation_id
    seconds = later.seconds
    if later.limit and installation is not None:
        seconds = seconds if seconds is not None else LIMIT_UNTOLD
        with tools.engine.begin() as connection:
            pace.block(connection, installation, seconds)
    with tools.engine.connect() as connection:
        age = now(connection) - job.received_at
    log.warning("GitHub is to be asked again later", error=str(later))
    if age > GIVE_UP_AFTER:
        _set_aside(tools, job, job_id, f"given up after {age / 3600:.0f} hours: {later}")
        return
    told = look_after if seconds is None else seconds
    pause = _spread(backoff(tools.settings, job.tries) if told is None else told)
    tries = job.tries + (seconds is None)
    _postpone(tools, job, job_id, pause, str(later), tries=tries)


def _failed(tools: Tools, job: Job, job_id: str, error: Exception) -> None:
    """Our own fault: tried again a few times, then kept for somebody to look at."""
    text = "".join(traceback.format_exception(error))
    # Where, not what: an error's own words may be what a reporter wrote. They're kept with the delivery.
    where = "".join(traceback.format_tb(error.__traceback__))[-2_000:]
    log.error("a job failed", tries=job.tries + 1, kind=type(error).__name__, trace=where)
    if job.tries + 1 >= tools.settings.job_tries:
        _set_aside(tools, job, job_id, text)
    else:
        pause = _spread(backoff(tools.settings, job.tries))
        _postpone(tools, job, job_id, pause, text, tries=job.tries + 1)


def _spread(seconds: float) -> float:
    """A little later, each job another little, so that they don't all come back at once."""
    return seconds * random.uniform(1.0, 1.25)  # noqa: S311 - no secret


def _finish(tools: Tools, job: Job, job_id: str, outcome: Outcome) -> None:
    with tools.engine.begin() as connection:
        at = now(connection)
        is_first = deliveries.finish(connection, job.delivery.id, job_id, outcome, at)
    if is_first:
        tools.figures.ended(job.delivery.event, outcome.what.value, at - job.received_at)
    log.info(
        "handled",
        what=outcome.what.value,
        reason=outcome.reason,
        repo=job.delivery.repo,
        issue=job.delivery.issue,
    )


def _set_aside(tools: Tools, job: Job, job_id: str, error: str) -> None:
    with tools.engine.begin() as connection:
        deliveries.set_aside(connection, job.delivery.id, job_id, error, now(connection))
    tools.figures.ended(job.delivery.event, State.SET_ASIDE.value)
    # Of a traceback that says no more than that it is one.
    log.error("set aside", state=State.SET_ASIDE.value, error=error.partition("\n")[0][:200])


def _postpone(
    tools: Tools,
    job: Job,
    job_id: str,
    seconds: float,
    error: str | None,
    *,
    tries: int | None = None,
    write_at: float | None = None,
) -> None:
    """Hand over to a workflow that begins later, in one transaction, and let this one end: no thread
    waits.
    """
    following = deliveries.next_job(job)
    with tools.engine.begin() as connection:
        kept = deliveries.postpone(
            connection,
            job,
            job_id,
            following,
            due_at=now(connection) + seconds,
            tries=job.tries if tries is None else tries,
            error=error,
            write_at=write_at,
        )
        if kept:
            tools.line.put(connection, job.delivery, job=following, seq=job.seq, delay=seconds)
    if kept:
        tools.figures.ended(job.delivery.event, State.POSTPONED.value)
