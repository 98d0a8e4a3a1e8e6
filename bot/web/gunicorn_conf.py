"""gunicorn's settings, with reasons.

Used as ``gunicorn -c python:bot.web.gunicorn_conf 'bot.web.wsgi:app()'``; anything here can be overridden on
that command line.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Protocol

from bot.logs import log_config
from bot.settings import SettingsError, load_settings
from bot.web.lifeline import follow_supervisor

_PREFIX = "burnerr-figures-"

try:
    _settings = load_settings("web")
except SettingsError as _error:
    # Said once and plainly; a failing application would show a traceback for each worker.
    sys.exit(str(_error))

bind = f"{_settings.host}:{_settings.port}"

# Two processes: one may restart, or be busy with a long log at /api/explain, while the other acknowledges.
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
# Threads, because a call mostly waits for the disk; a slow sender holds one of them, not a process.
worker_class = "gthread"
threads = 8
# Not preloaded: the connection to the database must not be shared over a fork.
preload_app = False

# A worker whose main loop stands still this long is killed. Single slow requests don't count.
timeout = 60
# Running calls get this long after SIGTERM: GitHub itself gives up after 10 seconds.
graceful_timeout = 15
# Longer than a proxy's pause between two calls, short enough not to hold idle connections for long.
keepalive = 5
# A search's address may be long: 2,000 characters, most of them percent-encoded.
limit_request_line = 8190

# Heartbeats are file writes; in a container the usual folder may be a slow disk, and a stalled write looks
# like a worker that hangs.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  gunicorn's files are private
# gunicorn's control socket would lie in the home folder, which may be read-only or missing; nothing uses it.
control_socket_disable = True

logconfig_dict = log_config(_settings.log_format)
# Proxies log requests; our own log says what became of each delivery.
accesslog = None

# Must be known before prometheus_client is imported in any worker.
_FIGURES = os.environ.get("PROMETHEUS_MULTIPROC_DIR") or tempfile.mkdtemp(prefix=_PREFIX)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _FIGURES


class _Process(Protocol):
    """What gunicorn hands over, as far as it's used here (it ships no types)."""

    pid: int


def on_starting(server: _Process) -> None:
    """Under ``burnerr serve``: end when that ends."""
    del server
    follow_supervisor()


def child_exit(server: _Process, worker: _Process) -> None:
    """Keep the figures of a process that ended, and let go of its gauges."""
    del server
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415  reads the folder's name

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # the library has no types here


def on_exit(server: _Process) -> None:
    """Remove the figures' folder, if we made it."""
    del server
    if Path(_FIGURES).name.startswith(_PREFIX):
        shutil.rmtree(_FIGURES, ignore_errors=True)
