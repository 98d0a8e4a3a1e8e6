"""gunicorn's settings for the set-up pages: one process, for it alone knows who went to make an App."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from bot.logs import log_config
from bot.settings import load_settings
from bot.web.lifeline import follow_supervisor

workers = 1
worker_class = "gthread"
threads = 4
graceful_timeout = 5
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  gunicorn's files are private
control_socket_disable = True
logconfig_dict = log_config(load_settings("release").log_format)
accesslog = None  # the key stands in an address


class _Process(Protocol):
    """What gunicorn hands over, as far as it's used here (it ships no types)."""

    pid: int


def on_starting(server: _Process) -> None:
    """End when the command that started it ends."""
    del server
    follow_supervisor()
