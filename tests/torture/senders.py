"""GitHub's part of a torture run: signed webhooks, sent once each, and again later when they weren't
taken.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import queue
import threading
import time
from typing import Final

from tests.torture.plan import Event

SECRET: Final = "torture-torture-torture"
ACCEPTED: Final = 202


class Senders:
    """Threads that send what is put in; ``accepted`` are the ids that were acknowledged with 202."""

    def __init__(self, port: int, threads: int = 8) -> None:
        self._port = port
        self._events: queue.Queue[Event | None] = queue.Queue()
        self.accepted: dict[str, float] = {}
        self.refused: list[tuple[str, int]] = []
        self.seconds: list[float] = []
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def send(self, event: Event) -> None:
        """Send an event soon."""
        self._events.put(event)

    def finish(self) -> None:
        """Wait until all is sent and taken."""
        for _ in self._threads:
            self._events.put(None)
        for thread in self._threads:
            thread.join(300)

    def _work(self) -> None:
        while (event := self._events.get()) is not None:
            # GitHub itself doesn't repeat; somebody who presses "redeliver" does.
            while not self._is_taken(event):
                time.sleep(0.5)

    def _is_taken(self, event: Event) -> bool:
        start = time.monotonic()
        status = post(self._port, event)
        self.seconds.append(time.monotonic() - start)
        if status == ACCEPTED:
            self.accepted.setdefault(event.guid, time.time())
            return True
        self.refused.append((event.guid, status))
        return status == 200


def post(port: int, event: Event) -> int:
    """Send one webhook; the status, 0 without an answer."""
    body = json.dumps(event.document).encode()
    signature = "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
    try:
        headers = {
            "Content-Type": "application/json",
            "X-GitHub-Event": event.kind,
            "X-GitHub-Delivery": event.guid,
            "X-Hub-Signature-256": signature,
        }
        connection.request("POST", "/webhook", body, headers)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()
