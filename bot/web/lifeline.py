"""A process that was started by a supervisor ends when the supervisor is gone, even if that was killed."""

from __future__ import annotations

import atexit
import os
import signal
from types import FrameType

SUPERVISOR = "BURNERR_SUPERVISOR_PID"
_EVERY = 1.0  # seconds


def follow_supervisor() -> None:
    """Where ``BURNERR_SUPERVISOR_PID`` is set: send ourselves SIGTERM once that isn't our parent any more.

    Uses the alarm signal and not a thread, because gunicorn's master forks, and not ``prctl``, because macOS
    has none. Call it in the main thread.
    """
    told = os.environ.get(SUPERVISOR)
    if told is None:
        return
    supervisor = int(told)

    def look(_signal: int, _frame: FrameType | None) -> None:
        if os.getppid() != supervisor:
            signal.setitimer(signal.ITIMER_REAL, 0)
            os.kill(os.getpid(), signal.SIGTERM)

    # While Python ends it gives signals back their own way, and an alarm's own way is to kill.
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _EVERY, _EVERY)
