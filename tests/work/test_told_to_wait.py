"""What GitHub told one thread of one process to wait, all threads of all processes keep to."""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from bot.github.connect import Connection, connect
from bot.github.errors import Later
from bot.github.model import Repo
from bot.store.database import open_engine
from bot.work.told import Told
from tests.torture.documents import Fault
from tests.torture.known import Known
from tests.torture.patience import impatient, lags
from tests.work.house import INSTALLATION, REPO, REPO_ID, House

PROCESSES, THREADS, LIMITS = 3, 4, 3
LIMITED = Fault(403, headers=(("Retry-After", "1"),), message="You have exceeded a secondary rate limit")


class Stern:
    """All calls are a little slow, and each two hundredth of the installation, read or write, is told to
    wait.
    """

    def __init__(self) -> None:
        self.told = 0
        self._calls = itertools.count(1)
        self._guard = threading.Lock()

    def __call__(self, _verb: str, path: str, _body: Any) -> Fault | None:
        """The fault that a call meets."""
        if path.startswith("/app"):
            return None
        with self._guard:
            if next(self._calls) % 200:
                return Fault(proceed=True, seconds=0.01)
            self.told += 1
            return LIMITED


@contextlib.contextmanager
def process(house: House) -> Iterator[Connection]:
    """What a worker has of the database and of GitHub, shared with no other."""
    engine = open_engine(house.settings.database, connections=THREADS)
    yield connect(house.settings, Told(engine))
    engine.dispose()


def call_on_and_on(github: Any, stern: Stern) -> None:
    """Read and write without a pause, and don't listen to what one is told."""
    for number in itertools.count(1):
        if stern.told >= LIMITS:
            return
        try:
            github.read_issue(Repo(INSTALLATION, REPO_ID, REPO), 1)
            if number % 10 == 0:
                github.create_comment(Repo(INSTALLATION, REPO_ID, REPO), 1, "hello")
        except Later:
            time.sleep(0.01)


@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True, scope="module")
def test_all_keep_to_what_one_was_told(idle_house: House) -> None:
    """Several processes with several threads each that call without a pause: whoever is told, none comes too
    early.
    """
    github, stern = idle_house.github, Stern()
    github.put_issue(REPO_ID, 1, "It fails", "")
    known = Known(idle_house.engine)
    known.start()
    github.choose = stern
    with contextlib.ExitStack() as stack:
        views = [stack.enter_context(process(idle_house)).github for _ in range(PROCESSES)]
        threads = [
            threading.Thread(target=call_on_and_on, args=(view, stern))
            for view in views
            for _ in range(THREADS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    known.stop()
    calls = sorted(github.calls, key=lambda call: call.at)
    ours = [call for call in calls if call.installation == INSTALLATION]
    assert len(lags(ours, known)) >= LIMITS
    assert impatient(INSTALLATION, ours, known, ()) == []
