"""What the web room's functions work with; one bundle an app, none of it global."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from flask import current_app

if TYPE_CHECKING:
    from bot.catalog.catalog import Catalog
    from bot.catalog.search import Search
    from bot.recognize.recognizer import Recognizer
    from bot.settings import Settings
    from bot.web.metrics import Metrics
    from bot.web.record_page import RecordPages
    from bot.web.selection import Selection
    from bot.web.site_page import SitePages
    from bot.work.intake import Accepted, Delivery

EXTENSION = "burnerr"

Check = Callable[[], str | None]
"""Looks at one thing the process can't do without: ``None`` when it's there, else what is wrong."""

Seen = Callable[[], Mapping[str, int]]
"""In how many issues of public repositories each record (by id) was seen: ``bot.web.seen.SeenCounts``."""


class Stores(Protocol):
    """Where deliveries go: ``bot.work.intake.Intake``."""

    def accept(self, delivery: Delivery) -> Accepted:
        """Store it durably, or find that it's known. Raises ``IntakeUnavailable``."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a request may need. Safe to share between threads."""

    settings: Settings
    intake: Stores
    catalog: Catalog
    recognizer: Recognizer
    pages: RecordPages
    site_pages: SitePages
    search: Search
    selection: Selection
    metrics: Metrics
    seen: Seen
    checks: Mapping[str, Check]


def services() -> Services:
    """The bundle of the app that answers the current request."""
    return cast("Services", current_app.extensions[EXTENSION])
