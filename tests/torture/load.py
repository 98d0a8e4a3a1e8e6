"""``python -m tests.torture.load``: sends signed webhooks from a process of its own, and tells how long
each took.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import threading
import time
import uuid
from typing import Any, Final

import click

from tests.torture.senders import SECRET

CONNECTIONS: Final = 8
HOME: Final = "/home/alice/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
REPORT: Final = (
    f"""Training fails after some hours, with the newest release and the one before.

```
thread 'main' panicked at {HOME}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
```
"""
    + "Some words on what was tried already, and with which settings. " * 40
)


def webhook(number: int, repositories: int) -> tuple[bytes, dict[str, str]]:
    """A webhook of 3 KB that tells of an issue of its own, ready to be sent."""
    repo = number % repositories
    name = f"owner{100 + repo}/model"
    person = {"login": "alice", "id": 7, "type": "User"}
    times = {"created_at": "2026-11-01T00:00:00Z", "updated_at": "2026-11-01T00:00:00Z"}
    issue: dict[str, Any] = {"number": number // repositories + 1, "title": "It fails", "body": REPORT}
    issue |= {"user": person, "state": "open", "locked": False, **times}
    document = {
        "action": "opened",
        "issue": issue,
        "repository": {"id": 100 + repo, "full_name": name, "private": False},
        "installation": {"id": 1_100 + repo},
        "sender": person,
    }
    body = json.dumps(document).encode()
    headers = {
        "Content-Type": "application/json",
        "X-GitHub-Event": "issues",
        "X-GitHub-Delivery": str(uuid.uuid4()),
        "X-Hub-Signature-256": "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest(),
    }
    return body, headers


class Load:
    """Sends ``count`` webhooks, ``rate`` a second (0: as fast as they're acknowledged)."""

    def __init__(self, port: int, count: int, rate: float, repositories: int, first: int) -> None:
        self._port, self._rate = port, rate
        self._webhooks = [webhook(first + number, repositories) for number in range(count)]
        self._next = 0
        self._guard = threading.Lock()
        self._start = 0.0
        self.seconds: list[float] = []
        self.statuses: list[int] = []

    def run(self) -> float:
        """Send all; how long it took."""
        threads = [threading.Thread(target=self._work) for _ in range(CONNECTIONS)]
        self._start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - self._start

    def _work(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        while (number := self._take()) is not None:
            body, headers = self._webhooks[number]
            due = self._start + number / self._rate if self._rate else 0.0
            time.sleep(max(0.0, due - time.perf_counter()))
            begin = time.perf_counter()
            connection.request("POST", "/webhook", body, headers)
            answer = connection.getresponse()
            answer.read()
            self.seconds.append(time.perf_counter() - begin)
            self.statuses.append(answer.status)
        connection.close()

    def _take(self) -> int | None:
        with self._guard:
            if self._next >= len(self._webhooks):
                return None
            self._next += 1
            return self._next - 1


@click.command()
@click.argument("port", type=int)
@click.argument("count", type=int)
@click.option("--rate", type=float, default=0.0, help="Webhooks a second; 0 sends as fast as it can.")
@click.option("--repositories", type=int, default=200, show_default=True)
@click.option("--first", type=int, default=0, help="The first issue's number, so that runs don't meet.")
def main(port: int, count: int, rate: float, repositories: int, first: int) -> None:
    """Send COUNT webhooks to PORT and print the figures as JSON; times in milliseconds."""
    load = Load(port, count, rate, repositories, first)
    took = load.run()
    ordered = sorted(load.seconds)

    def share(part: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000, 1)

    figures = {"per_second": round(count / took, 1), "p50": share(0.5), "p99": share(0.99), "max": share(1.0)}
    click.echo(json.dumps({**figures, "not_202": sum(status != 202 for status in load.statuses)}))


if __name__ == "__main__":
    main()
