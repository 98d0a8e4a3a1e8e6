"""Several processes as one: started together, and when one of them ends all do."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from bot.web.lifeline import SUPERVISOR


class Supervisor:
    """Starts child processes and ends them; none outlives it.

    Children get a session of their own, so that Ctrl-C in a terminal reaches the supervisor alone and they're
    stopped in order. Should the supervisor be killed, they notice by themselves (``bot.web.lifeline``).
    """

    def __init__(self, environment: Mapping[str, str], folder: Path | None, log: IO[bytes] | None) -> None:
        """Children get ``environment``, run in ``folder``, and print to ``log`` (else where we print)."""
        self._environment = {**environment, SUPERVISOR: str(os.getpid())}
        self._folder = folder
        self._log = log
        self._children: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: Sequence[str], descriptors: Sequence[int] = ()) -> None:
        """Start a child; ``descriptors`` are open files it inherits under the same numbers."""
        self._children[name] = subprocess.Popen(  # noqa: S603  our own commands, no shell
            command,
            env=self._environment,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            pass_fds=descriptors,
            start_new_session=True,
        )

    def ended(self) -> tuple[str, int] | None:
        """The first child that is no more, with its exit status (negative: the signal), or ``None``."""
        for name, child in self._children.items():
            status = child.poll()
            if status is not None:
                return name, status
        return None

    def stop(self, grace: float) -> None:
        """Ask all to end, wait ``grace`` seconds, and kill what is left with everything it started."""
        running = [child for child in self._children.values() if child.poll() is None]
        for child in running:
            child.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + grace
        for child in running:
            try:
                child.wait(max(deadline - time.monotonic(), 0.0))
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        self._sweep()

    def _sweep(self) -> None:
        """End what a child that died by itself may have left: gunicorn's workers, for one."""
        for child in self._children.values():
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue  # nobody left (macOS says the latter)
