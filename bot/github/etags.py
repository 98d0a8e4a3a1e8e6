"""What GitHub answered last, by address, so that it can be asked whether that still holds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

MOST: Final = 500  # answers; an issue has 64 KB at most


@dataclass(frozen=True, slots=True)
class Held:
    """An answer and its tag."""

    etag: str
    data: Any


class Etags:
    """The newest answers, for all threads. What one installation may see isn't shown to another."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[int, str], Held] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, installation_id: int, path: str) -> Held | None:
        """What is held for an address."""
        with self._guard:
            return self._held.get((installation_id, path))

    def put(self, installation_id: int, path: str, etag: str, data: Any) -> None:
        """Hold an answer; one without a tag is none to hold."""
        if not etag:
            return
        with self._guard:
            self._held[installation_id, path] = Held(etag, data)
            self._held.move_to_end((installation_id, path))
            if len(self._held) > MOST:
                self._held.popitem(last=False)
