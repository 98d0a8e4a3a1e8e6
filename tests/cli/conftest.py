"""Commands as real processes, with surroundings of their own."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

BURNERR = [sys.executable, "-m", "bot.cli"]
SECRET = "a webhook secret for tests, long enough"
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def surroundings(tmp_path: Path, port: int) -> dict[str, str]:
    """The environment of a dry run in ``tmp_path``, without anybody's own settings."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
    return others | {
        "BURNERR_DRY_RUN": "true",
        "BURNERR_WEBHOOK_SECRET": SECRET,
        "BURNERR_DATA_DIR": str(tmp_path / "data"),
        "BURNERR_PORT": str(port),
        "BURNERR_STOP_GRACE": "5",
        "BURNERR_DEFAULT_MODE": "comment",
        "WEB_CONCURRENCY": "1",
        "PORT": str(port),
    }


@pytest.fixture
def start(surroundings: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Starts commands in ``tmp_path``; what is left of them afterwards is killed, with what they started."""
    started: list[subprocess.Popen[str]] = []

    def go(command: list[str], **changed: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            command,
            env=surroundings | changed,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield go
    for process in started:
        if process.poll() is None:
            process.kill()
        for pid in (*children(process.pid), process.pid):
            try:
                os.killpg(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        process.communicate()


def children(supervisor: int) -> list[int]:
    """The living processes that were started by this supervisor, and their own children (Linux only)."""
    mark = f"BURNERR_SUPERVISOR_PID={supervisor}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark in (process / "environ").read_bytes().split(b"\0")
            alive = (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except (OSError, ProcessLookupError):
            continue
        if marked and alive:
            found.append(int(process.name))
    return found


def get(port: int, path: str) -> int | None:
    """The status of a GET on this machine, ``None`` while nobody listens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def wait_for(look: Callable[[], bool], seconds: float, what: str) -> None:
    """Come back when ``look`` says so; fail the test with ``what`` after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)
