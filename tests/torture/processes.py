"""The processes of a torture run: gunicorn, workers, and somebody who kills them and starts them again."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import psutil  # type: ignore[import-untyped]  # its stubs are a package of their own

from bot.web.lifeline import SUPERVISOR

GUNICORN: Final = ("-m", "gunicorn", "-c", "python:bot.web.gunicorn_conf", "--threads", "4")


class Processes:
    """Keeps one gunicorn (two processes) and some workers running, whatever ends."""

    def __init__(self, environment: Mapping[str, str], folder: Path, workers: int) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
        # Should this process be killed itself, they end too.
        self._environment = clean | dict(environment) | {SUPERVISOR: str(os.getpid())}
        self._folder = folder
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
        self.port: int = self._listener.getsockname()[1]
        self._names = ["web", *(f"worker{number}" for number in range(workers))]
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self.ends: Counter[str] = Counter()
        self.starts: Counter[str] = Counter()
        self.kills: list[float] = []  # when; seconds since 1970

    def start(self) -> None:
        """Start all, and start again what ends."""
        for name in self._names:
            self._start(name)
        threading.Thread(target=self._watch, daemon=True).start()

    def add_workers(self, number: int) -> None:
        """Start so many workers more."""
        with self._guard:
            for _ in range(number):
                name = f"worker{len(self._names)}"
                self._names.append(name)
                self._start(name)

    def stop(self) -> dict[str, int]:
        """End all in good order; the exit statuses."""
        self._stop.set()
        with self._guard:
            for process in self._running.values():
                process.send_signal(signal.SIGTERM)
            statuses = {name: process.wait(60) for name, process in self._running.items()}
        self._listener.close()
        return statuses

    def kill_one(self, chance: random.Random) -> str:
        """Kill one process, gunicorn's children among them; what it was."""
        with self._guard:
            targets = [(name, process.pid) for name, process in self._running.items()]
        web = dict(targets).get("web")
        if web is not None:
            try:
                children = psutil.Process(web).children()
            except psutil.NoSuchProcess:
                children = []
            targets += [("web child", child.pid) for child in children]
        name, pid = chance.choice(targets)
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return f"{name} (gone)"
        self.kills.append(time.time())
        return name

    def figures(self) -> dict[str, tuple[float, float]]:
        """For each process: seconds of processor time so far, and megabytes in memory of its own."""
        with self._guard:
            pids = {name: process.pid for name, process in self._running.items()}
        figures = {}
        for name, pid in pids.items():
            for number, process in enumerate([psutil.Process(pid), *psutil.Process(pid).children()]):
                times, memory = process.cpu_times(), process.memory_full_info()
                label = name if number == 0 else f"{name} child {number}"
                figures[label] = (times.user + times.system, memory.pss / 1e6)
        return figures

    def _start(self, name: str) -> None:
        arguments: tuple[str, ...] = ("-m", "bot.cli", "worker")
        descriptors: tuple[int, ...] = ()
        if name == "web":
            descriptors = (self._listener.fileno(),)
            arguments = (*GUNICORN, "--bind", f"fd://{descriptors[0]}", "bot.web.wsgi:app()")
        with (self._folder / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                [sys.executable, *arguments],
                env=self._environment,
                cwd=self._folder,
                stdout=log,
                stderr=log,
                pass_fds=descriptors,
                start_new_session=True,
            )
        self.starts[name] += 1

    def _watch(self) -> None:
        while not self._stop.wait(0.1):
            with self._guard:
                for name, process in list(self._running.items()):
                    if process.poll() is not None and not self._stop.is_set():
                        self.ends[f"{name}: {process.returncode}"] += 1
                        self._start(name)


def wait_until_ready(port: int, seconds: float = 60.0) -> None:
    """Come back when deliveries are taken."""
    import http.client

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise TimeoutError("the web process isn't ready")
