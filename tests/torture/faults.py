"""What goes wrong with calls to GitHub in a torture run, by chance."""

from __future__ import annotations

import random
import threading
import time
from typing import Any, Final

from tests.torture.documents import Fault

SECONDARY: Final = "You have exceeded a secondary rate limit"
ANY: Final = (
    (4, Fault(502)),
    (2, Fault(0)),
    (2, Fault(503)),
    (2, Fault(proceed=True, seconds=0.7)),
    (1, Fault(401, message="Bad credentials")),
    (1, Fault(403, headers=(("Retry-After", "2"),), message=SECONDARY)),
    (1, Fault(429, headers=(("Retry-After", "1"),))),
)
WRITE: Final = (
    *ANY,
    (5, Fault(502, after=True)),
    (4, Fault(0, after=True)),
    (2, Fault(0, after=True, seconds=4.0)),
    (2, Fault(500, after=True)),
    (1, Fault(403, headers=(("Retry-After", "2"),), message=SECONDARY)),
    (1, Fault(429, headers=(("Retry-After", "1"),))),
)


class Faults:
    """Chooses a fault for a share of all calls; writes down what GitHub told to wait, and whom."""

    def __init__(self, seed: int, share: float, untold: int) -> None:
        self._chance = random.Random(seed)
        self._share = share
        self._untold = untold  # 429 without a time: a minute's pause each, so only a few
        self.on = True
        self._guard = threading.Lock()
        self.began = time.time()

    def choose(self, verb: str, path: str, body: Any) -> Fault | None:
        """The fault for a call, or none."""
        if not self.on or path.startswith("/app"):
            return None
        with self._guard:
            if "/issues/100" in path and path.endswith("/comments") and verb == "POST":
                return Fault(422, message="Validation Failed")  # the poisoned issues
            if self._chance.random() > self._share:
                return None
            if verb != "GET" and self._untold and self._chance.random() < 0.02:
                self._untold -= 1
                return Fault(429, message="Too many requests")
            kinds = ANY if verb == "GET" else WRITE
            weights = [weight for weight, _ in kinds]
            return self._chance.choices([fault for _, fault in kinds], weights)[0]
