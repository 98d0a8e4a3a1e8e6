"""The web application, put together."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask
from prometheus_client.registry import Collector

from bot.catalog.catalog import Catalog
from bot.catalog.search import Search
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.web import api, crawlers, health, index, metrics, site, webhook
from bot.web.assets import offer_assets
from bot.web.excerpt import Checkout
from bot.web.limits import limit_callers
from bot.web.problems import answer_errors_plainly
from bot.web.record_page import RecordPages
from bot.web.security import send_security_headers
from bot.web.selection import Selection
from bot.web.services import EXTENSION, Check, Seen, Services, Stores
from bot.web.site_page import SitePages
from bot.web.triage.room import Triage
from bot.web.triage.wire import ROOMS, offer_triage
from bot.web.understand import EVENTS


def create_app(
    settings: Settings,
    intake: Stores,
    catalog: Catalog,
    checks: Mapping[str, Check] | None = None,
    seen: Seen | None = None,
    stock: Collector | None = None,
    triage: Triage | None = None,
) -> Flask:
    """The application: webhook, pages, JSON, health, figures.

    ``intake`` takes deliveries (``bot.work.intake.Intake``); ``checks`` are what ``/readyz`` looks at;
    ``seen`` counts sightings; ``stock`` gives the figures that stand in the database, ``triage``
    what maintainers log in with. Nothing happens on import; nothing is kept outside the returned object.
    """
    app = Flask(__name__)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["base_url"] = settings.base_url
    app.jinja_env.globals["report_url"] = settings.report_url
    app.extensions[EXTENSION] = Services(
        settings=settings,
        intake=intake,
        catalog=catalog,
        recognizer=Recognizer(catalog),
        pages=RecordPages(catalog, Checkout(settings.burn_checkout) if settings.burn_checkout else None),
        site_pages=SitePages(catalog),
        search=Search(catalog),
        selection=Selection(catalog),
        metrics=metrics.Metrics(EVENTS, stock),
        checks=dict(checks or {}),
        seen=seen or dict,
    )
    for room in (webhook, health, metrics, index, site, api, crawlers):
        app.register_blueprint(room.bp)
    https = settings.base_url.startswith("https://")
    offer_triage(app, triage, https=https)
    answer_errors_plainly(app)
    send_security_headers(app, https=https)
    limit_callers(app, people=(index.bp, site.bp, *ROOMS), programs=(api.bp,), proxies=settings.proxies)
    metrics.time_answers(app, index.bp, site.bp, api.bp, crawlers.bp, *ROOMS)
    offer_assets(app)
    return app
