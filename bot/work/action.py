"""The same job inside a GitHub Actions workflow: one event, one run, and nothing kept but on GitHub."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import structlog

from bot.answer.where import Where
from bot.catalog.load import load_catalog
from bot.github.as_action import APP_ID, ActionGitHub
from bot.github.dry_run import DryRun
from bot.github.errors import GitHubError, Later, Refused, Unclear
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.deliveries import Delivery, Job, Outcome, What
from bot.store.outbox import Outbox
from bot.store.schema import migrate
from bot.work.engine import Line
from bot.work.job import BEHAVIOURS
from bot.work.remember import remember
from bot.work.repository.parse import Problem, RefusedFileError, parse
from bot.work.repository.settings import known_names
from bot.work.told_again import delivery_from
from bot.work.tools import Tools
from bot.work.turn import InLine

INSTALLATION: Final = 1  # a workflow has none; all that it may touch is one repository
TRIES: Final = 6
LONGEST_WAIT: Final = 120.0  # seconds; a run costs minutes
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ActionTools(Tools):
    """Tools without pages of our own to link to, unless somebody serves them."""

    def where(self, repo: str) -> Where:
        """The place an answer in ``repo`` stands in."""
        return Where(base_url=self.settings.public_url or "", repo=repo, app_slug=self.app_slug())


def run_action(settings: Settings, github: ActionGitHub, event: str, document: Mapping[str, Any]) -> Outcome:
    """Do what a workflow's event asks for. Raises `GitHubError` when GitHub doesn't let us."""
    told = {**document, "installation": {"id": INSTALLATION}}
    delivery = delivery_from("action", event, told)
    if delivery is None:
        return Outcome(What.SILENT, f"nothing is done on {event} {document.get('action', '')}".rstrip())
    with _tools(settings, github) as tools:
        remember(tools, github, delivery)
        return _attempts(tools, delivery)


def check_file(settings: Settings, text: str) -> tuple[Problem, ...]:
    """What is wrong in a settings file, for a workflow that runs where it's changed."""
    try:
        parse(text, known_names(load_catalog(settings.catalog_dir)))
    except RefusedFileError as refused:
        return refused.problems
    return ()


@contextmanager
def _tools(settings: Settings, github: ActionGitHub) -> Iterator[Tools]:
    catalog = load_catalog(settings.catalog_dir)
    with tempfile.TemporaryDirectory(prefix="burnerr-") as folder:
        engine = open_engine(f"sqlite:///{Path(folder) / 'run.sqlite'}")
        migrate(engine)
        line = Line(engine)
        own, box = settings.model_copy(update={"app_id": APP_ID}), Outbox(engine)
        yield ActionTools(
            settings=own,
            engine=engine,
            line=line,
            catalog=catalog,
            recognizer=Recognizer(catalog),
            github=lambda payload: DryRun(payload, box) if own.dry_run else github,
            app_slug=lambda: github.login.removesuffix("[bot]"),
            stop=threading.Event(),
            worker="action",
            keeps=False,
        )
        line.close()
        engine.dispose()


def _attempts(tools: Tools, delivery: Delivery) -> Outcome:
    """Try until it's done: what is unclear is looked at again, never written twice."""
    write_at: float | None = None
    tries = hops = 0
    while tries < TRIES:
        job = Job(1, delivery, hops, starts=hops + 1, tries=tries, write_at=write_at, received_at=0.0)
        hops += 1
        try:
            return BEHAVIOURS[delivery.event](tools, job)
        except InLine as in_line:
            write_at, seconds = in_line.write_at, in_line.seconds
            tries += in_line.why is None  # looking for what may have been posted isn't one more attempt
        except (Later, Unclear) as error:
            told = error.seconds if isinstance(error, Later) else None
            tries += 1
            seconds = 2.0**tries if told is None else told
            log.warning("GitHub is to be asked again later", error=str(error))
            if seconds > LONGEST_WAIT:
                raise
        except Refused as refused:
            if refused.ours:
                raise
            return Outcome(What.SILENT, refused.reason)
        time.sleep(min(seconds, LONGEST_WAIT))
    raise GitHubError(f"not done after {TRIES} attempts")
