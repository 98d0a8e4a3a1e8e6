"""A job's turn to write: at GitHub's pace, without holding a thread for longer than a moment."""

from __future__ import annotations

import contextlib
import random
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Engine

from bot.store import pace
from bot.store.deliveries import Job
from bot.store.pace import HOLDER_SEPARATOR, Limits
from bot.work.tools import Tools

PATIENCE: Final = 2.5  # seconds a thread may wait for its turn; a longer wait ends the job, which comes back
SPARE: Final = 4.0  # seconds that a turn lasts beyond the call it's for


class InLine(Exception):  # noqa: N818 - it says where the job is
    """It isn't this job's turn yet: ``seconds`` to go, after which it has its place (``write_at``) in the
    line. ``why`` is for who looks at the delivery meanwhile.
    """

    def __init__(self, seconds: float, write_at: float | None, why: str | None = None) -> None:
        super().__init__(f"waits {seconds:.1f} s for its turn to write")
        self.seconds = seconds
        self.write_at = write_at
        self.why = why


@dataclass(slots=True)
class Turn:
    """The right to write now. Call `about_to_write` before each write, so that it's counted even if no answer
    comes. ``keep`` makes the turn last for a first write, ``another`` for one more, after ``pause`` seconds.
    """

    keep: Callable[[], bool]
    another: Callable[[], float | None]
    pause: float
    wrote: bool = field(default=False)

    def about_to_write(self) -> None:
        """Make sure that the turn outlasts one more call, and count it. Raises `InLine` when it doesn't."""
        if self.wrote:
            time.sleep(self.pause)
            wait = self.another()
            if wait is not None:
                raise InLine(wait, None)
        elif not self.keep():
            raise InLine(SPARE, None)
        self.wrote = True


@contextlib.contextmanager
def turn(tools: Tools, job: Job) -> Iterator[Turn]:
    """Wait for the installation's turn to write, and hold it while the block runs. Raises `InLine`.

    All that decides on a write belongs into the block: what was read before may be another's write by then.
    """
    installation = job.delivery.installation_id
    if installation is None:
        raise ValueError("without an installation there is nothing to write to")
    engine, limits = tools.engine, tools.limits
    holder = f"{tools.worker}{HOLDER_SEPARATOR}{uuid.uuid4().hex[:12]}"
    lease = tools.settings.github_timeout + SPARE
    _wait(engine, job, installation, holder, limits, lease)
    began = time.monotonic()

    def keep() -> bool:
        if time.monotonic() - began < SPARE / 2:
            return True  # the lease was just taken, and lasts
        with engine.begin() as connection:
            return pace.extend(connection, installation, holder, lease)

    def another() -> float | None:
        with engine.begin() as connection:
            return pace.claim_another(connection, installation, holder, lease, limits)

    mine = Turn(keep, another, limits.interval)
    try:
        yield mine
    finally:
        with engine.begin() as connection:
            pace.release(connection, installation, holder, limits, wrote=mine.wrote)


def free_turn() -> contextlib.AbstractContextManager[Turn]:
    """A turn where nobody keeps the pace: a dry run."""
    return contextlib.nullcontext(Turn(lambda: True, lambda: None, 0.0))


def _wait(engine: Engine, job: Job, installation: int, holder: str, limits: Limits, lease: float) -> None:
    end = time.monotonic() + PATIENCE
    if job.write_at is None:
        with engine.begin() as connection:
            wait, in_line = pace.enter(connection, installation, holder, lease, limits)
        if wait is None:
            return
        if wait > PATIENCE:
            raise InLine(wait, time.time() + wait if in_line else None)
        time.sleep(wait)
        end += wait
    while True:
        with engine.begin() as connection:
            wait = pace.claim(connection, installation, holder, lease, limits)
        if wait is None:
            return
        if time.monotonic() + wait > end:
            raise InLine(wait + random.uniform(0.0, limits.interval), job.write_at)  # noqa: S311 - no secret
        time.sleep(min(wait + 0.01, 0.3))
