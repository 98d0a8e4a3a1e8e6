"""SIGTERM and Ctrl-C as an event that a command looks at."""

from __future__ import annotations

import signal
import threading
from types import FrameType


def stop_on_signals() -> threading.Event:
    """An event that is set by either; call it in the main thread."""
    stop = threading.Event()

    def leave(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    return stop
