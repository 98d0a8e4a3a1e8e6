"""Opening the way to GitHub from the settings."""

from __future__ import annotations

from bot.github.credentials import app_auth
from bot.github.live import LiveGitHub
from bot.github.transport import Transport
from bot.settings import Settings


def connect(settings: Settings) -> LiveGitHub:
    """GitHub as the settings' App; calls nobody yet. The settings must be those of a worker that isn't in
    dry run.
    """
    app_id, pem = settings.app_id, settings.private_key_pem
    if app_id is None or pem is None:
        raise ValueError("without an App's id and key only a dry run is possible")
    return LiveGitHub(
        Transport(settings.github_api_url, app_auth(app_id, pem), settings.github_timeout), app_id
    )
