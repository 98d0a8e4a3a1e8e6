"""The new App's settings: as lines to copy, or in a file that only its owner can read."""

from __future__ import annotations

import os
from pathlib import Path

from bot.github.manifest_flow import CreatedApp
from bot.setting_problems import PREFIX


def lines_for(app: CreatedApp, public_url: str, api_url: str) -> str:
    """The settings as an environment file has them, the key in one line."""
    pem = app.pem.strip().replace("\r", "").replace("\n", "\\n")
    values = {
        "APP_ID": str(app.id),
        "CLIENT_ID": app.client_id,
        "CLIENT_SECRET": app.client_secret,
        "WEBHOOK_SECRET": app.webhook_secret,
        "PRIVATE_KEY": pem,
        "PUBLIC_URL": public_url,
        "GITHUB_API_URL": api_url,
    }
    return "".join(f"{PREFIX}{name}='{value}'\n" for name, value in values.items())


def write(file: Path, lines: str) -> None:
    """Put the lines into ``file``, whole or not at all, for its owner alone. Raises ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = file.with_name(file.name + ".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(lines)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
