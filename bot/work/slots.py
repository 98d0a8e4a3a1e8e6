"""Which worker is which: a slot is a name that one living process holds, and that is free as soon as it's
dead.

The system gives the lock back, not we: a file lock on one machine, an advisory lock of a PostgreSQL
session on many.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.failure import told

MOST: Final = 1_000
PREFIX: Final = "slot-"
CLASS: Final = 0x62_75_72_6E  # the first half of our advisory locks' names


class SlotLost(Exception):  # noqa: N818 - it says what happened
    """The session that held our slot is gone, so another worker may take over our jobs: this one has to
    end.
    """


class Slots(Protocol):
    """The slots of all workers on one database."""

    @property
    def death_is_certain(self) -> bool:
        """Whether a slot that isn't held means that its process is no more, and not only cut off."""

    def take(self) -> str:
        """Hold the first free slot until this process ends; its name."""

    def check(self) -> None:
        """Raise `SlotLost` when the slot isn't held any more."""

    def dead(self, name: str) -> contextlib.AbstractContextManager[bool]:
        """Whether nobody holds the slot of this name; while the block runs, nobody takes it either."""

    def release(self) -> None:
        """Give the slot back."""


def slots_for(settings: Settings) -> Slots:
    """The kind of slots that goes with the database."""
    if settings.is_sqlite:
        file = Path(make_url(settings.database).database or "")
        return FileSlots(file.with_name(file.name + ".workers"))
    return SessionSlots(settings.database)


class FileSlots:
    """Slots as locked files in a folder."""

    death_is_certain = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: int | None = None
        self._name = ""

    def take(self) -> str:
        """Lock the first file that nobody has locked."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(MOST):
            file = self._lock(f"{PREFIX}{number}")
            if file is not None:
                self._held, self._name = file, f"{PREFIX}{number}"
                return self._name
        raise SlotLost(f"all {MOST} slots are taken")

    def check(self) -> None:
        """A file lock goes with its process only; but to others a file that was deleted is free."""
        if self._held is not None:
            mine = os.fstat(self._held)
            try:
                there = (self._folder / self._name).stat()
            except FileNotFoundError:
                raise SlotLost("the file of our slot was deleted") from None
            if (mine.st_dev, mine.st_ino) != (there.st_dev, there.st_ino):
                raise SlotLost("the file of our slot is another one now")

    @contextlib.contextmanager
    def dead(self, name: str) -> Iterator[bool]:
        """Try the lock of this name. Where its file was deleted the worker may live: it ends when it notices,
        before anybody asks again.
        """
        is_there = (self._folder / name).exists()
        file = self._lock(name) if _number(name) is not None else None
        if file is not None and not is_there:
            os.close(file)
            file = None
        try:
            yield file is not None
        finally:
            if file is not None:
                os.close(file)

    def release(self) -> None:
        """Close the file, and with it the lock."""
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def _lock(self, name: str) -> int | None:
        file = os.open(self._folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            return None
        return file


class SessionSlots:
    """Slots as advisory locks of one PostgreSQL session, which ends with its process or its connection."""

    death_is_certain = False

    def __init__(self, address: str) -> None:
        # A peer that vanished without a word is noticed within about ten seconds, on both sides.
        self._engine = open_engine(address, connections=1, patience=5.0)
        self._session: Connection | None = None
        self._name = ""

    def take(self) -> str:
        """Lock the first number that no session has locked."""
        self._session = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        for number in range(MOST):
            if self._try(number):
                self._name = f"{PREFIX}{number}"
                return self._name
        raise SlotLost(f"all {MOST} slots are taken")

    def check(self) -> None:
        """Ask the session whether it still lives."""
        try:
            self._ask("SELECT 1")
        except SQLAlchemyError as error:
            raise SlotLost(told(error)) from error

    @contextlib.contextmanager
    def dead(self, name: str) -> Iterator[bool]:
        """Try the lock of this name; our own would be given to us again, so it's never dead."""
        number = _number(name)
        if number is None or name == self._name:
            yield False
            return
        try:
            got = self._try(number)
        except SQLAlchemyError as error:
            raise SlotLost(told(error)) from error
        try:
            yield got
        finally:
            if got:
                self._ask("SELECT pg_advisory_unlock(:class, :number)", number)

    def release(self) -> None:
        """End the session, and with it the lock."""
        if self._session is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._session.close()
            self._session = None
        self._engine.dispose()

    def _try(self, number: int) -> bool:
        return bool(self._ask("SELECT pg_try_advisory_lock(:class, :number)", number))

    def _ask(self, query: str, number: int | None = None) -> object:
        if self._session is None:
            raise SlotLost("no slot was taken")
        parameters = {} if number is None else {"class": CLASS, "number": number}
        return self._session.execute(text(query), parameters).scalar()


def _number(name: str) -> int | None:
    digits = name.removeprefix(PREFIX)
    return int(digits) if name.startswith(PREFIX) and digits.isdecimal() else None
