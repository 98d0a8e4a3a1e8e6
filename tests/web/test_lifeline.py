"""A process that follows its supervisor ends with it, and else ends as it wants."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bot.web.lifeline import SUPERVISOR

# Longer than the pause between two looks, and in the very last part of Python's end.
SLOW_END = """
import time
from bot.web.lifeline import follow_supervisor

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(1.6)

slow = Slow()
follow_supervisor()
"""
WAITING = "import time; from bot.web.lifeline import follow_supervisor; follow_supervisor(); time.sleep(20)"


def run(code: str, supervisor: int) -> int:
    """The exit status of a process that was told of this supervisor."""
    environment = os.environ | {
        SUPERVISOR: str(supervisor),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    return subprocess.run([sys.executable, "-c", code], env=environment, timeout=15, check=False).returncode


def test_a_slow_end_is_a_good_end() -> None:
    """The look at the supervisor kills no process that is just ending: its status stays 0."""
    assert run(SLOW_END, os.getpid()) == 0


def test_without_its_supervisor_it_ends() -> None:
    """A supervisor that isn't the parent (any more): the process gets SIGTERM."""
    assert run(WAITING, os.getppid()) == -15
