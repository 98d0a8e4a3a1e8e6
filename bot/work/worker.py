"""The worker process: does what the stored deliveries ask for, until told to stop."""

from __future__ import annotations

import logging
import os
import sys
import threading
from typing import Any, Final

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.catalog.load import load_catalog
from bot.github.connect import Connection, connect
from bot.github.dry_run import LOGIN, DryRun
from bot.github.model import GitHub
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.store import pace
from bot.store.database import open_engine
from bot.store.failure import told
from bot.store.outbox import Outbox
from bot.work.adoption import adopt
from bot.work.engine import Durable, Line, prepare
from bot.work.figures import Figures
from bot.work.job import handle
from bot.work.schedules import schedules_for
from bot.work.slots import SlotLost, Slots, slots_for
from bot.work.told import Told
from bot.work.tools import Tools

SWITCH: Final = 0.001  # seconds
LOOK: Final = 2.0  # seconds between two looks for workers that died
log = structlog.get_logger(__name__)


def run(settings: Settings, stop: threading.Event) -> None:
    """Work until ``stop`` is set, then end what is running within the settings' grace.

    Ends the whole process at once, with status 75, when the database took our place from us: another
    worker may be taking over our jobs. It may be started again.
    """
    # A thread that holds the turn to write on SQLite gets the interpreter back from the others sooner.
    sys.setswitchinterval(SWITCH)
    prepare(settings)
    slots = slots_for(settings)
    executor = slots.take()
    engine = open_engine(settings.database, connections=settings.job_threads + 10)
    line = Line(engine)
    figures = Figures()
    connection = None if settings.dry_run else connect(settings, Told(engine), figures.called)
    tools = tools_for(settings, engine, line, connection, executor, figures)
    durable = Durable(settings, engine, executor, lambda delivery, job: handle(tools, delivery, job))
    if settings.metrics_port is not None:
        figures.offer(settings.host, settings.metrics_port)
    durable.start(schedules_for(tools, durable, connection))
    log.info("working", worker=executor, dry_run=settings.dry_run)
    try:
        while not stop.wait(LOOK):
            _look_around(tools, durable, slots)
    except SlotLost:
        log.error("the place in the database is lost, ending", worker=executor)
        logging.shutdown()
        os._exit(os.EX_TEMPFAIL)  # threads that are still at it would work beside those who take over
    finally:
        tools.stop.set()
        durable.stop(settings.stop_grace)
        slots.release()
        line.close()
        engine.dispose()


def _look_around(tools: Tools, durable: Durable, slots: Slots) -> None:
    def bury(worker: str) -> None:
        with tools.engine.begin() as connection:
            pace.free_dead(connection, worker, tools.limits)

    slots.check()
    try:
        adopt(durable, slots, bury)
    except SQLAlchemyError as error:
        log.warning("couldn't look for workers that died", error=told(error))


def tools_for(
    settings: Settings,
    engine: Engine,
    line: Line,
    connection: Connection | None,
    worker: str,
    figures: Figures | None = None,
) -> Tools:
    """What the jobs of a process work with; without a ``connection`` they make a dry run."""
    catalog = load_catalog(settings.catalog_dir)
    box = Outbox(engine)

    def github(payload: dict[str, Any]) -> GitHub:
        return DryRun(payload, box) if connection is None else connection.github

    def app_slug() -> str:
        login = LOGIN if connection is None else connection.github.login
        return login.removesuffix("[bot]")

    return Tools(
        settings,
        engine,
        line,
        catalog,
        Recognizer(catalog),
        github,
        app_slug,
        threading.Event(),
        worker,
        figures or Figures(),
    )
