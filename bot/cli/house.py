"""The whole of burnerr as processes on one machine: gunicorn for the web, and a worker."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from bot.cli.supervisor import Supervisor

START = 60.0  # seconds until a web process that isn't ready counts as failed
LOOK = 0.1  # seconds between two looks
GRACE_MORE = 5.0  # seconds beyond the worker's own grace
_BURNERR = [sys.executable, "-m", "bot.cli"]
_GUNICORN = [sys.executable, "-m", "gunicorn", "-c", "python:bot.web.gunicorn_conf"]
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  not bound here: where a listener on all is reached


class HouseError(Exception):
    """It could not be started, or a part of it ended; the message is a sentence for the operator."""


class House:
    """Database, web and worker: all or nothing. ``start`` it, and ``stop`` it in any case."""

    def __init__(
        self,
        listener: socket.socket,
        environment: Mapping[str, str],
        folder: Path | None = None,
        log: IO[bytes] | None = None,
    ) -> None:
        """The processes read their settings from ``environment`` and from ``.env`` in ``folder``."""
        self._listener = listener
        self._host, self._port = listener.getsockname()[:2]
        self._figures = tempfile.TemporaryDirectory(prefix="burnerr-house-")
        # One folder for the figures of web and worker, so that the web process shows both.
        self._environment = {"PROMETHEUS_MULTIPROC_DIR": self._figures.name, **environment}
        self._folder, self._log = folder, log
        self._supervisor = Supervisor(self._environment, folder, log)

    def start(self, stop: threading.Event) -> None:
        """Bring the tables up to date and start both; come back when deliveries are taken, or at ``stop``.

        Raises ``HouseError`` where that doesn't come about.
        """
        self._migrate()
        fd = self._listener.fileno()
        self._supervisor.start("web", [*_GUNICORN, "--bind", f"fd://{fd}", "bot.web.wsgi:app()"], [fd])
        self._supervisor.start("worker", [*_BURNERR, "worker"])
        self._listener.close()  # the web process has it now: with ours open, its end would go unnoticed
        deadline = time.monotonic() + START
        while time.monotonic() < deadline:
            self.check()
            if self._is_ready() or stop.wait(LOOK):
                return
        raise HouseError(f"the web process wasn't ready within {START:.0f} seconds")

    def check(self) -> None:
        """Raise ``HouseError`` when a process has ended."""
        ended = self._supervisor.ended()
        if ended is not None:
            raise HouseError("the {} process ended by itself, status {}".format(*ended))

    def stop(self, grace: float) -> None:
        """End both: calls and jobs that run are finished, within ``grace`` seconds."""
        self._listener.close()
        self._supervisor.stop(grace + GRACE_MORE)
        self._figures.cleanup()

    def _migrate(self) -> None:
        """In a process of its own: the engine's libraries would stay in ours for nothing."""
        done = subprocess.run(  # noqa: S603  our own command, no shell
            [*_BURNERR, "migrate"],
            env=self._environment,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=self._log or subprocess.DEVNULL,
            stderr=self._log,
            check=False,
        )
        if done.returncode != 0:
            raise HouseError("the database's tables could not be brought up to date (see above)")

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection(_ANY.get(self._host, self._host), self._port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


def address(host: str, port: int) -> str:
    """The http address of a listener there, an IPv6 host in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises ``HouseError`` when the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        say = f"can't listen on {host}:{port} ({error.strerror}); set BURNERR_HOST or BURNERR_PORT"
        raise HouseError(say) from None
    listener.listen(2048)
    return listener
