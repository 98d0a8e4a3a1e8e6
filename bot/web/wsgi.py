"""What gunicorn runs: ``gunicorn -c python:bot.web.gunicorn_conf 'bot.web.wsgi:app()'``."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.github.oauth import OAuth
from bot.logs import configure_logs
from bot.sentry import tell_sentry
from bot.settings import Settings, load_settings
from bot.store.database import open_engine
from bot.web.app import create_app
from bot.web.seen import SeenCounts
from bot.web.services import Check
from bot.web.stock import Stock
from bot.web.triage.room import Triage
from bot.web.warm import warm
from bot.work.intake import Intake
from bot.work.prepared import is_prepared
from bot.work.triage.desk import Desk

_READERS = 3  # connections for the pages of maintainers
_PATIENCE = 3.0  # seconds; who asks whether we're ready waits no longer than that


def app() -> Flask:
    """The application with the settings of the environment. Starts also while the database is away."""
    settings = load_settings("web")
    configure_logs(settings.log_format)
    tell_sentry(settings.sentry_dsn)
    catalog = load_catalog(settings.catalog_dir)
    engine = open_engine(settings.database, connections=1, patience=_PATIENCE)
    made = create_app(
        settings,
        Intake(settings),
        catalog,
        readiness(engine, catalog),
        SeenCounts(engine),
        Stock(engine),
        _triage(settings, catalog),
    )
    warm(made)
    return made


def _triage(settings: Settings, catalog: Catalog) -> Triage | None:
    """What maintainers log in with, where the operator has set that up."""
    if settings.app_id is None or settings.client_id is None:
        return None
    engine = open_engine(settings.database, connections=_READERS, patience=_PATIENCE)
    oauth = OAuth(
        settings.pages_url,
        settings.github_api_url,
        settings.app_id,
        settings.client_id,
        settings.current_client_secret,
    )
    return Triage(engine, Desk(settings, catalog), oauth)


def readiness(engine: Engine, catalog: Catalog) -> Mapping[str, Check]:
    """What this process can't take deliveries without, by name."""

    def database() -> str | None:
        try:
            if not is_prepared(engine):
                return "the tables are not up to date: run `burnerr migrate`"
        except SQLAlchemyError as error:
            return f"not reachable ({type(error).__name__})"
        return None

    def knowledge() -> str | None:
        return None if catalog.records else "there is no record in it"

    return {"database": database, "catalogue": knowledge}
