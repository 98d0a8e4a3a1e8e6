"""A worker as a real process, a database and a GitHub of our own, for tests."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Engine

from bot.settings import Settings
from bot.store import deliveries
from bot.store.database import open_engine
from bot.store.deliveries import Delivery, Outcome
from bot.web.lifeline import SUPERVISOR
from bot.work.engine import prepare
from bot.work.intake import Accepted, Intake
from tests.torture.documents import APP_ID
from tests.torture.stand_in import StandIn

T = TypeVar("T")
REPO_ID: Final = 77
INSTALLATION: Final = 5
REPO: Final = "octo/model"
HOME: Final = "/home/alice/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
HANDLE: Final = f"""```
thread 'main' panicked at {HOME}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}
```"""
STEP: Final = f"""```
thread 'main' panicked at {HOME}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 8 }}
```"""
NOTHING: Final = "It is slow. Any ideas?"


class House:
    """One database with its workers; ``send`` puts deliveries in as the web process does."""

    def __init__(self, database: str, folder: Path, github: StandIn, pem: str, **settings: str) -> None:
        self.github = github
        self.folder = folder
        self.environment = {
            "BURNERR_DATABASE_URL": database,
            "BURNERR_DATA_DIR": str(folder),
            "BURNERR_WEBHOOK_SECRET": "0123456789abcdef",
            "BURNERR_APP_ID": str(APP_ID),
            "BURNERR_PRIVATE_KEY": pem,
            "BURNERR_PUBLIC_URL": "https://burnerr.example",
            "BURNERR_GITHUB_API_URL": github.url,
            "BURNERR_GITHUB_TIMEOUT": "2",
            "BURNERR_WRITE_INTERVAL": "0.05",
            "BURNERR_RETRY_AFTER": "0.2",
            "BURNERR_JOB_TRIES": "2",
            "BURNERR_STOP_GRACE": "5",
            "BURNERR_DEFAULT_MODE": "comment",
            **{f"BURNERR_{name.upper()}": value for name, value in settings.items()},
        }
        values = {name.removeprefix("BURNERR_").lower(): value for name, value in self.environment.items()}
        self.settings = Settings.model_validate(values)
        prepare(self.settings)
        self.engine: Engine = open_engine(self.settings.database)
        self.intake = Intake(self.settings)
        self.workers: list[subprocess.Popen[bytes]] = []
        self._ids = itertools.count(1)
        self._log = (folder / "worker.log").open("ab")

    def start(self) -> subprocess.Popen[bytes]:
        """Start one more worker."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
        worker = subprocess.Popen(
            [sys.executable, "-m", "bot.cli", "worker"],
            env=clean | self.environment | {SUPERVISOR: str(os.getpid())},
            cwd=self.folder,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.workers.append(worker)
        return worker

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """End a worker as a power cut would."""
        worker.send_signal(signal.SIGKILL)
        worker.wait(10)

    def close(self) -> None:
        """End everything."""
        for worker in self.workers:
            if worker.poll() is None:
                self.kill(worker)
        self.intake.close()
        self.engine.dispose()
        self._log.close()

    @property
    def log(self) -> str:
        """What the workers said."""
        return (self.folder / "worker.log").read_text(errors="replace")

    def delivery(self, number: int, action: str = "opened", event: str = "issues", **more: Any) -> Delivery:
        """A delivery that tells of an issue as it stands."""
        payload = self.github.payload(REPO_ID, number, action, **more.pop("payload", {}))
        values: dict[str, Any] = {
            "id": f"{next(self._ids):08d}-{number}",
            "event": event,
            "action": action,
            "installation_id": INSTALLATION,
            "repo_id": REPO_ID,
            "repo": payload["repository"]["full_name"],
            "issue": number,
            "comment_id": None,
            "sender": "alice",
            "sender_is_bot": False,
            "payload": payload,
            **more,
        }
        return Delivery(**values)

    def send(self, delivery: Delivery) -> str:
        """Take a delivery in; its id."""
        assert self.intake.accept(delivery) is Accepted.NEW
        return delivery.id

    def open_issue(self, number: int, body: str) -> str:
        """Somebody opens an issue; the delivery's id."""
        self.github.put_issue(REPO_ID, number, "It fails", body)
        return self.send(self.delivery(number))

    def edit_issue(self, number: int, body: str) -> str:
        """Somebody edits it."""
        self.github.put_issue(REPO_ID, number, "It fails", body)
        return self.send(self.delivery(number, "edited"))

    def comment(self, number: int, body: str) -> str:
        """Somebody comments."""
        comment_id = self.github.put_comment(REPO_ID, number, body)
        document = {"id": comment_id, "body": body, "user": {"login": "alice", "id": 7, "type": "User"}}
        return self.send(
            self.delivery(
                number, "created", "issue_comment", comment_id=comment_id, payload={"comment": document}
            )
        )

    def outcome(self, delivery_id: str, seconds: float = 20.0) -> Outcome:
        """What became of a delivery."""
        found = deliveries.wait_for(self.engine, delivery_id, seconds)
        assert found is not None, f"{delivery_id} not handled within {seconds} s\n{self.log[-3000:]}"
        return found

    def bodies(self, number: int) -> list[str]:
        """Our comments under an issue."""
        return [one.body for one in self.github.ours(REPO_ID, number)]


def wait_until(look: Callable[[], T | None], seconds: float, what: str) -> T:
    """What ``look`` gives as soon as it's true; fails with ``what`` after ``seconds``."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} s: {what}")
