"""The worker process: does what the stored deliveries ask for, until told to stop."""

from __future__ import annotations

import threading
from typing import Any, Final

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.catalog.load import load_catalog
from bot.github.connect import connect
from bot.github.dry_run import LOGIN, DryRun
from bot.github.model import GitHub
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.outbox import Outbox
from bot.work.adoption import adopt
from bot.work.engine import Durable, Line, prepare
from bot.work.job import handle
from bot.work.slots import SlotLost, Slots, slots_for
from bot.work.tools import Tools

LOOK: Final = 2.0  # seconds between two looks for workers that died
BOT: Final = "[bot]"
log = structlog.get_logger(__name__)


def run(settings: Settings, stop: threading.Event) -> None:
    """Work until ``stop`` is set, then end what is running within the settings' grace.

    Raises `SlotLost` when the database took our place from us: the process has to end, and may start again.
    """
    prepare(settings)
    slots = slots_for(settings)
    executor = slots.take()
    engine = open_engine(settings.database, connections=settings.job_threads + 10)
    line = Line(engine)
    tools = _tools(settings, engine, line, stop)
    running = _Running(tools)
    durable = Durable(settings, engine, executor, running.handle)
    log.info("working", worker=executor, dry_run=settings.dry_run)
    grace = settings.stop_grace
    try:
        while not stop.wait(LOOK):
            _look_around(durable, slots, running)
    except SlotLost:
        log.error("the place in the database is lost, ending", worker=executor)
        grace = 0.0
        raise
    finally:
        stop.set()
        durable.stop(grace)
        slots.release()
        line.close()
        engine.dispose()


class _Running:
    """The workflows that threads of this process work on."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._jobs: set[str] = set()
        self._guard = threading.Lock()

    def handle(self, delivery_id: str, job_id: str) -> None:
        with self._guard:
            self._jobs.add(job_id)
        try:
            handle(self._tools, delivery_id, job_id)
        finally:
            with self._guard:
                self._jobs.discard(job_id)

    def has(self, job_id: str) -> bool:
        with self._guard:
            return job_id in self._jobs


def _look_around(durable: Durable, slots: Slots, running: _Running) -> None:
    slots.check()
    try:
        adopt(durable, slots, running.has)
    except SQLAlchemyError as error:
        log.warning("couldn't look for workers that died", error=str(error)[:200])


def _tools(settings: Settings, engine: Any, line: Line, stop: threading.Event) -> Tools:
    catalog = load_catalog(settings.catalog_dir)
    if settings.dry_run:
        box = Outbox(engine)

        def dry(payload: dict[str, Any]) -> GitHub:
            return DryRun(payload, box)

        return Tools(
            settings,
            engine,
            line,
            catalog,
            Recognizer(catalog),
            dry,
            lambda: LOGIN.removesuffix(BOT),
            stop,
        )
    live = connect(settings)
    return Tools(
        settings,
        engine,
        line,
        catalog,
        Recognizer(catalog),
        lambda _payload: live,
        lambda: live.login.removesuffix(BOT),
        stop,
    )
