"""What a job works with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine

from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.github.model import GitHub, Repo
from bot.recognize.model import Report, Verdict
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.store.deliveries import Delivery
from bot.store.pace import Limits
from bot.work.engine import Line
from bot.work.figures import Figures


@dataclass(frozen=True, slots=True)
class Tools:
    """Everything a job needs, made once a process. ``github`` takes a delivery's payload, for dry runs;
    ``worker`` is this process's name among all workers.
    """

    settings: Settings
    engine: Engine
    line: Line
    catalog: Catalog
    recognizer: Recognizer
    github: Callable[[dict[str, Any]], GitHub]
    app_slug: Callable[[], str]
    stop: threading.Event
    worker: str
    figures: Figures = field(default_factory=Figures)
    keeps: bool = True
    """Whether what is stored is still there for the next delivery."""

    @property
    def app_id(self) -> int:
        """The App's number; 0 in a dry run without one."""
        return self.settings.app_id or 0

    @property
    def limits(self) -> Limits:
        """GitHub's pace."""
        settings = self.settings
        return Limits(settings.write_interval, settings.writes_per_minute, settings.writes_per_hour)

    def read(self, report: Report) -> Verdict:
        """Recognise what stands in an issue."""
        with self.figures.recognition():
            return self.recognizer.read(report)

    def where(self, repo: str) -> Where:
        """The place an answer in ``repo`` stands in."""
        return Where(base_url=self.settings.base_url, repo=repo, app_slug=self.app_slug())


def repo_of(delivery: Delivery) -> Repo:
    """The repository a delivery tells of; only for events that have one."""
    if delivery.installation_id is None or delivery.repo_id is None or delivery.repo is None:
        raise ValueError("the delivery tells of no repository")
    return Repo(delivery.installation_id, delivery.repo_id, delivery.repo)
