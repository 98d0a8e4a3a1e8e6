"""Opening the way to GitHub from the settings."""

from __future__ import annotations

from dataclasses import dataclass

from bot.github.app_facts import AppFacts
from bot.github.backlog import Backlog
from bot.github.credentials import app_auth
from bot.github.gate import Shared
from bot.github.hooks import Hooks
from bot.github.live_repository import LiveRepository
from bot.github.transport import Transport, Watch
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Connection:
    """The ways to GitHub that share tokens and connections: issues and comments, webhook calls, what was
    missed.
    """

    github: LiveRepository
    hooks: Hooks
    backlog: Backlog


def connect(settings: Settings, shared: Shared | None = None, watch: Watch | None = None) -> Connection:
    """GitHub as the settings' App; calls nobody yet. The settings must be those of a worker that isn't in
    dry run.
    """
    app_id, pem = settings.app_id, settings.private_key_pem
    if app_id is None or pem is None:
        raise ValueError("without an App's id and key only a dry run is possible")
    transport = Transport(
        settings.github_api_url, app_auth(app_id, pem), settings.github_timeout, shared, watch
    )
    return Connection(LiveRepository(transport, app_id), Hooks(transport), Backlog(transport))


def reading_as_app(settings: Settings) -> tuple[AppFacts, Hooks]:
    """What GitHub says of the settings' App, for whoever looks whether all is well; writes nothing."""
    app_id, pem = settings.app_id, settings.private_key_pem
    if app_id is None or pem is None:
        raise ValueError("without an App's id and key there is nothing to ask")
    transport = Transport(settings.github_api_url, app_auth(app_id, pem), settings.github_timeout)
    return AppFacts(transport), Hooks(transport)
