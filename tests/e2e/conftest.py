"""A GitHub that isn't ours (npm ``emulate``) and the whole of burnerr as real processes beside it."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
import requests

T = TypeVar("T")

SECRET = "end-to-end-secret"  # the stand-in's own, on loopback
APP_ID = 12345
SLUG = "burnerr-test"
REPO = "octoowner/model"
NODE = Path(__file__).parents[1] / "node"


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on right now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def wait_until(look: Callable[[], T | None], seconds: float, what: str) -> T:
    """What ``look`` gives as soon as it isn't None; fails the test with ``what`` after ``seconds``."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} s: {what}")


@dataclass
class GitHub:
    """The stand-in, seen by a person with a token."""

    url: str
    private_key: str = field(repr=False)

    def call(self, method: str, path: str, *, who: str = "alice", **body: object) -> Any:
        """The JSON answer to one API call by ``who``; an HTTP error raises."""
        answer = requests.request(
            method,
            f"{self.url}{path}",
            json=body or None,
            headers={"Authorization": f"token tok-{who}"},
            timeout=10,
        )
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def open_issue(self, title: str, body: str) -> int:
        """Opens an issue as alice and gives its number."""
        number: int = self.call("POST", f"/repos/{REPO}/issues", title=title, body=body)["number"]
        return number

    def put_file(self, path: str, text: str) -> None:
        """Commits a file to the default branch as its owner."""
        content = base64.b64encode(text.encode()).decode()
        address = f"/repos/{REPO}/contents/{path}"
        self.call("PUT", address, who="octoowner", message=f"Add {path}", content=content)

    def comments(self, issue: int) -> list[dict[str, Any]]:
        """All comments of an issue, oldest first."""
        found: list[dict[str, Any]] = self.call("GET", f"/repos/{REPO}/issues/{issue}/comments")
        return found


@dataclass
class Burnerr:
    """``burnerr serve`` as a process, and where it listens."""

    url: str
    process: subprocess.Popen[str]
    log: Path


def _stop(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise


@pytest.fixture(scope="session")
def github_port() -> int:
    """The port that burnerr listens on, known before either side starts."""
    return free_port()


@pytest.fixture(scope="session")
def github(
    node_modules: Path, github_port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[GitHub]:
    """The stand-in, its webhook set to burnerr."""
    with stand_in_for_github(github_port, tmp_path_factory.mktemp("github")) as github:
        yield github


@contextmanager
def stand_in_for_github(webhook_port: int, folder: Path) -> Iterator[GitHub]:
    """The stand-in with one repository that uses Burn, two people and our App installed."""
    seed = {
        "tokens": {
            "tok-alice": {"login": "alice", "scopes": ["repo", "user"]},
            "tok-octoowner": {"login": "octoowner", "scopes": ["repo", "user"]},
        },
        "github": {
            "users": [{"login": "nobody"}, {"login": "octoowner"}, {"login": "alice"}],
            "repos": [{"owner": "octoowner", "name": "model", "auto_init": True}],
            "apps": [
                {
                    "app_id": APP_ID,
                    "slug": SLUG,
                    "name": "burnerr",
                    "permissions": {"metadata": "read", "issues": "write", "contents": "read"},
                    "events": ["*"],
                    "webhook_url": f"http://127.0.0.1:{webhook_port}/webhook",
                    "webhook_secret": SECRET,
                    "installations": [
                        {"installation_id": 100, "account": "octoowner", "repository_selection": "all"}
                    ],
                }
            ],
        },
    }
    seed_file = folder / "seed.json"
    seed_file.write_text(json.dumps(seed))
    process = subprocess.Popen(
        ["node", str(NODE / "emulator.mjs"), str(seed_file), str(free_port())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    hello = process.stdout.readline()
    assert hello, "the stand-in for GitHub did not start"
    ready = json.loads(hello)
    stand_in = GitHub(ready["url"], ready["secrets"][0]["value"])
    stand_in.put_file("Cargo.toml", '[package]\nname = "model"\n\n[dependencies]\nburn = "0.20.0"\n')
    yield stand_in
    process.stdin.close()
    process.wait(10)
    process.stdout.close()


@pytest.fixture(scope="session")
def burnerr(github: GitHub, github_port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Burnerr]:
    """``burnerr serve`` with an embedded database in a folder of its own, talking to the stand-in."""
    home = tmp_path_factory.mktemp("burnerr")
    key = home / "app.pem"
    key.write_text(github.private_key)
    key.chmod(0o600)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
    environment |= {
        "BURNERR_APP_ID": str(APP_ID),
        "BURNERR_PRIVATE_KEY_FILE": str(key),
        "BURNERR_WEBHOOK_SECRET": SECRET,
        "BURNERR_GITHUB_API_URL": github.url,
        "BURNERR_DATA_DIR": str(home / "data"),
        "BURNERR_PUBLIC_URL": "https://burnerr.example",
        "BURNERR_DEFAULT_MODE": "comment",
        "BURNERR_HOST": "127.0.0.1",
        "BURNERR_PORT": str(github_port),
    }
    log = home / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot.cli", "serve"],
            env=environment,
            cwd=home,
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
    url = f"http://127.0.0.1:{github_port}"

    def ready() -> bool | None:
        assert process.poll() is None, log.read_text()
        try:
            return requests.get(f"{url}/readyz", timeout=2).ok or None
        except requests.RequestException:  # not up yet, or still reading the catalogue
            return None

    try:
        wait_until(ready, 40, "burnerr ready")
        yield Burnerr(url, process, log)
    finally:
        _stop(process)
