"""What gunicorn runs while there is no App: ``bot.web.setup.wsgi:app()``."""

from __future__ import annotations

import os

from flask import Flask

from bot.settings import APP_FILE, load_settings
from bot.web.setup.app import Setup, create_setup_app

KEY = "BURNERR_SETUP_KEY"


def app() -> Flask:
    """The pages, with the settings of the environment and the key that the starting command made."""
    settings = load_settings("release")
    file = settings.data_dir.absolute() / APP_FILE
    return create_setup_app(Setup(file=file, key=os.environ[KEY], public_url=settings.public_url))
