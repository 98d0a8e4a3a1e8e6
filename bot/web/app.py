"""The web application, put together."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from flask import Flask

from bot.catalog.catalog import Catalog
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.web import api, health, metrics, site, webhook
from bot.web.problems import answer_errors_plainly
from bot.web.record_page import RecordPages
from bot.web.search import Search
from bot.web.security import send_security_headers
from bot.web.services import EXTENSION, Check, Services, Stores
from bot.web.understand import EVENTS

_STATIC = Path(__file__).parent / "static"
_A_DAY = 86_400  # seconds


def create_app(
    settings: Settings, intake: Stores, catalog: Catalog, checks: Mapping[str, Check] | None = None
) -> Flask:
    """The application: webhook, pages, JSON, health, figures.

    ``intake`` takes deliveries (``bot.work.intake.Intake``); ``checks`` are what ``/readyz`` looks at.
    Nothing happens on import; nothing is kept outside the returned object.
    """
    app = Flask(__name__)
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _A_DAY  # its address changes with its content
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.extensions[EXTENSION] = Services(
        settings=settings,
        intake=intake,
        catalog=catalog,
        recognizer=Recognizer(catalog),
        pages=RecordPages(catalog),
        search=Search(catalog),
        metrics=metrics.Metrics(EVENTS),
        checks=dict(checks or {}),
    )
    for room in (webhook, health, metrics, site, api):
        app.register_blueprint(room.bp)
    answer_errors_plainly(app)
    send_security_headers(app, https=settings.base_url.startswith("https://"))
    app.jinja_env.globals["base_url"] = settings.base_url
    app.jinja_env.globals["report_url"] = settings.report_url
    _offer_stylesheet(app)
    return app


def _offer_stylesheet(app: Flask) -> None:
    """Name the stylesheet by its content, so that it can be kept and a new one is fetched at once."""
    version = hashlib.sha256((_STATIC / "site.css").read_bytes()).hexdigest()[:12]
    app.jinja_env.globals["stylesheet"] = f"/static/site.css?v={version}"
