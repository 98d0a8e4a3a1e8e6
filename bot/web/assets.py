"""Stylesheet, script and icon, each named by its content: kept for long, and fetched anew when it changes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask

_STATIC = Path(__file__).parent / "static"
_A_DAY = 86_400  # seconds


def offer_assets(app: Flask) -> None:
    """Let templates name a static file by ``asset("site.css")``."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = _A_DAY
    names = {
        file.name: f"/static/{file.name}?v={hashlib.sha256(file.read_bytes()).hexdigest()[:12]}"
        for file in _STATIC.iterdir()
        if file.is_file()
    }
    app.jinja_env.globals["asset"] = names.__getitem__
