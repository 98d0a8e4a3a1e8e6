"""Whether an installation may be called now: what GitHub told this process, and what it told others.

Both count. What others were told stands in the store; what we were told is kept here too, because the store
may be away just then, and the next call may be a moment off.
"""

from __future__ import annotations

import threading
import time
from typing import Protocol


class Shared(Protocol):
    """What all processes know together."""

    def blocked_for(self, installation_id: int) -> float:
        """Seconds for which GitHub told somebody to wait."""

    def block(self, installation_id: int, seconds: float) -> None:
        """Let everybody know. Doesn't raise when it can't: whoever was told comes back to it."""


class Gate:
    """Asked before each call, told after each answer that asks to wait. For all threads of a process."""

    def __init__(self, shared: Shared | None = None) -> None:
        self._shared = shared
        self._until: dict[int, float] = {}
        self._guard = threading.Lock()

    def seconds_to_wait(self, installation_id: int) -> float:
        """0 when it may be called."""
        with self._guard:
            ours = self._until.get(installation_id, 0.0) - time.monotonic()
        others = self._shared.blocked_for(installation_id) if self._shared else 0.0
        return max(ours, others, 0.0)

    def told_to_wait(self, installation_id: int, seconds: float) -> None:
        """Nobody is to call for this installation for so long; said before anything else is done."""
        until = time.monotonic() + seconds
        with self._guard:
            past = [each for each, end in self._until.items() if end < time.monotonic()]
            for each in past:
                del self._until[each]
            self._until[installation_id] = max(until, self._until.get(installation_id, 0.0))
        if self._shared is not None:
            self._shared.block(installation_id, seconds)
