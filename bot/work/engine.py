"""The durable engine, DBOS, and everything one has to know to use it safely. Nothing else imports it.

What was found by measuring, and where it's held:

1. The web process only puts jobs in line, and doesn't wait when the database is away: `Line`.
2. Each worker has an executor id that no other living one has: `bot.work.slots`.
3. What a dead worker was running is taken over by a living one: `bot.work.adoption`.
4. The version is pinned, or a new release would leave the jobs of the old one lying: `VERSION`. So a
workflow keeps its
   name and its arguments for ever, and holds no steps: it's one function that may be run again from its
   beginning.
5. Running it again does no harm: it looks before it writes (`bot.work.publish`).
6. Writers on SQLite take turns: `bot.store.fair_lock`.
7. Jobs of an issue run in the order of their deliveries: ``priority`` is the delivery's number.
8. GitHub's pace isn't left to the engine's limiter, which counts starts: `bot.store.pace`.
9. One queue of our own, polled four times a second; a job that must wait long ends and comes back as another.
10. Finished workflows are deleted by us: `Durable.forget_before`. Only ids go through the engine, as plain
JSON.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from dbos import (
    DBOS,
    DBOSClient,
    DBOSConfig,
    DBOSPortableJSONSerializer,
    EnqueueOptions,
    ScheduleInput,
    WorkflowStatus,
    error,
)
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.deliveries import Delivery
from bot.store.failure import told
from bot.store.schema import migrate

APP: Final = "burnerr"
QUEUE: Final = "deliveries"
WORKFLOW: Final = "handle_delivery"
VERSION: Final = "1"
POLL: Final = 0.25  # seconds
SCHEDULE_POLL: Final = 10.0  # seconds until a new schedule is noticed
HIGHEST_PRIORITY: Final = 2**31 - 1
LIVING: Final = ("ENQUEUED", "PENDING", "DELAYED")

EngineError = error.DBOSException
"""What the engine raises of its own; database errors come as SQLAlchemy's."""


class DatabaseFailedError(Exception):
    """A workflow came to nothing for the database; says no more than may be logged."""


class Interrupted(BaseException):
    """Raised by a handler whose process is ending: its workflow stays unfinished, for another worker to run.

    No `Exception`, for those the engine would write down as the workflow's end.
    """


Run = WorkflowStatus
"""One workflow, as the engine tells of it."""

Handler = Callable[[str, str], None]
"""Works on a delivery: its id, and the id of the workflow it's called from."""


def prepare(settings: Settings) -> None:
    """Bring all tables up to date, ours and the engine's. Safe to run in several processes."""
    _log_as_we_do()
    engine = open_engine(settings.database, connections=2)
    try:
        migrate(engine)
    finally:
        engine.dispose()
    DBOS.migrate(settings.database)


class Line:
    """Puts jobs in line, within the caller's transaction."""

    def __init__(self, engine: Engine) -> None:
        _log_as_we_do()
        self._client = DBOSClient(
            system_database_engine=engine,
            serializer=DBOSPortableJSONSerializer(),
            application_name=APP,
            lazy=True,
            retry_connection_errors=False,
        )

    def put(
        self, connection: Connection, delivery: Delivery, *, job: str, seq: int, delay: float = 0.0
    ) -> None:
        """Let a workflow named ``job`` work on a delivery, ``delay`` seconds from now at the earliest."""
        options: EnqueueOptions = {
            "workflow_name": WORKFLOW,
            "queue_name": QUEUE,
            "workflow_id": job,
            "priority": seq % HIGHEST_PRIORITY + 1,
            "queue_partition_key": lane(delivery),
        }
        if delay > 0:
            options["delay_seconds"] = delay
        self._client.enqueue_in_transaction(connection, options, delivery.id)

    def close(self) -> None:
        """Let go of the engine; its connections are the caller's."""
        self._client.destroy()


def lane(delivery: Delivery) -> str:
    """What jobs run one at a time and in order: those of one issue, else those of one installation."""
    if delivery.repo_id is not None and delivery.issue is not None:
        return f"{delivery.repo_id}:{delivery.issue}"
    return f"installation:{delivery.installation_id}"


@dataclass(frozen=True, slots=True)
class Schedule:
    """Work done now and then, by one of all workers: its name, when (cron, in UTC), and what."""

    name: str
    cron: str
    work: Callable[[], None]


class Durable:
    """The engine running in a worker: takes jobs from the line and calls the handler, in threads."""

    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        executor: str,
        handler: Handler,
    ) -> None:
        """Made once a process; ``executor`` must be nobody else's. Nothing runs before `start`."""
        _log_as_we_do()
        config: DBOSConfig = {
            "name": APP,
            "system_database_engine": engine,
            "executor_id": executor,
            "application_version": VERSION,
            "serializer": DBOSPortableJSONSerializer(),
            "log_level": "WARNING",
            "run_migrations": False,
            "scheduler_polling_interval_sec": SCHEDULE_POLL,
        }
        self.executor = executor
        self._threads = settings.job_threads
        self._running: set[str] = set()
        self._guard = threading.Lock()
        DBOS(config=config)

        @DBOS.workflow(name=WORKFLOW)
        def handle_delivery(delivery_id: str) -> None:
            with self._marked() as job:
                handler(delivery_id, job)

    def start(self, schedules: Sequence[Schedule] = ()) -> None:
        """Begin to take jobs, and let these schedules be the only ones."""
        inputs = [self._schedule(schedule) for schedule in schedules]
        DBOS.launch()
        DBOS.register_queue(
            QUEUE,
            partition_concurrency=1,
            worker_concurrency=self._threads,
            polling_interval_sec=POLL,
            on_conflict="always_update",
        )
        DBOS.apply_schedules(inputs)
        names = {schedule.name for schedule in schedules}
        for old in DBOS.list_schedules():
            if old["schedule_name"] not in names:
                DBOS.delete_schedule(old["schedule_name"])

    def is_running(self, job: str) -> bool:
        """Whether a thread of this process works on a workflow."""
        with self._guard:
            return job in self._running

    def running(self) -> list[Run]:
        """The workflows that some worker is running, or was running when it died."""
        return DBOS.list_workflows(status="PENDING", load_input=False, load_output=False)

    def living(self, jobs: Iterable[str]) -> set[str]:
        """Those of these workflows that will still come to an end by themselves.

        One that waits for another version of the code isn't among them: nobody of that version may be left.
        """
        asked = list(jobs)
        if not asked:
            return set()
        found = DBOS.list_workflows(
            workflow_ids=asked, status=list(LIVING), load_input=False, load_output=False
        )
        return {
            each.workflow_id
            for each in found
            if each.status == "PENDING" or each.app_version in {None, "", VERSION}
        }

    def run_again(self, workflows: Iterable[Run]) -> None:
        """Put workflows whose worker died back in line, each in its own queue."""
        for workflow in workflows:
            DBOS.resume_workflow(workflow.workflow_id, queue_name=workflow.queue_name)

    def cancel(self, jobs: Iterable[str]) -> None:
        """Let workflows that nobody will run be forgotten."""
        asked = list(jobs)
        if asked:
            DBOS.cancel_workflows(asked)

    def forget_before(self, moment: float, most: int = 2_000) -> int:
        """Delete workflows that ended before ``moment`` (seconds since 1970), ``most`` at once; how many."""
        before = datetime.fromtimestamp(moment, UTC).isoformat()
        ended = DBOS.list_workflows(completed_before=before, limit=most, load_input=False, load_output=False)
        ids = [workflow.workflow_id for workflow in ended if workflow.status not in LIVING]
        if ids:
            DBOS.delete_workflows(ids)
        return len(ids)

    def stop(self, grace: float) -> None:
        """Take no more jobs, and wait ``grace`` seconds for those that run; the rest is run again
        elsewhere.
        """
        DBOS.destroy(destroy_registry=True, workflow_completion_timeout_sec=int(grace))

    def _schedule(self, schedule: Schedule) -> ScheduleInput:
        @DBOS.workflow(name=f"schedule:{schedule.name}")
        def tick(_at: datetime, _context: Any) -> None:
            with self._marked():
                schedule.work()

        return {
            "schedule_name": schedule.name,
            "workflow_fn": tick,
            "schedule": schedule.cron,
            "context": None,
        }

    @contextlib.contextmanager
    def _marked(self) -> Iterator[str]:
        job = DBOS.workflow_id or ""
        with self._guard:
            self._running.add(job)
        try:
            yield job
        except SQLAlchemyError as failure:
            # The engine writes down and logs what is raised here, with all that a database may quote.
            raise DatabaseFailedError(told(failure)) from None
        finally:
            with self._guard:
                self._running.discard(job)


def _log_as_we_do() -> None:
    """Let the engine's records go the way of all others; it would print them in a format of its own."""
    logger = logging.getLogger("dbos")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    logger.setLevel(logging.WARNING)
