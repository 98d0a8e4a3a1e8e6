"""``python -m tests.torture.measure``: how fast deliveries are acknowledged and worked off, and at what
cost.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click
from sqlalchemy import Engine, func, select, text

from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.delivery import OPEN
from bot.store.tables import DELIVERIES
from bot.work.engine import prepare
from tests.torture.databases import database
from tests.torture.load import webhook
from tests.torture.processes import GUNICORN, Processes, wait_until_ready
from tests.torture.run import settings_for
from tests.torture.senders import SECRET
from tests.torture.stand_in import StandIn

REPOSITORIES: Final = 200
UNPACED: Final = {"write_interval": "0", "writes_per_minute": "1000000", "writes_per_hour": "1000000"}


def load(port: int, count: int, rate: float = 0.0, first: int = 0) -> dict[str, Any]:
    """Figures of the load generator, run as a process of its own."""
    command = [sys.executable, "-m", "tests.torture.load", str(port), str(count)]
    options = ["--rate", str(rate), "--first", str(first), "--repositories", str(REPOSITORIES)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


@contextmanager
def bare(name: str, folder: Path) -> Iterator[int]:
    """A bare route behind the same gunicorn; its port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    environment = {
        **os.environ,
        "BURNERR_WEBHOOK_SECRET": SECRET,
        "BARE_DATABASE": str(folder / f"{name}.sqlite"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    process = subprocess.Popen(
        [sys.executable, *GUNICORN, "--bind", f"fd://{listener.fileno()}", f"tests.torture.bare:{name}()"],
        env=environment,
        cwd=folder,
        pass_fds=(listener.fileno(),),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    port: int = listener.getsockname()[1]
    try:
        wait_until_ready(port)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        listener.close()


@contextmanager
def whole(kind: str, workers: int, **more: str) -> Iterator[tuple[Processes, Engine, StandIn, Path]]:
    """Everything on a database of this kind, with a GitHub that answers at once and without its pace."""
    with database(kind) as (base, folder), StandIn() as github:
        for number in range(REPOSITORIES):
            github.add_repository(100 + number, f"owner{100 + number}/model", 1_100 + number)
        values = {**settings_for(base, folder, github), **UNPACED, **more}
        settings = Settings.model_validate(values)
        prepare(settings)
        processes = Processes({f"BURNERR_{k.upper()}": v for k, v in values.items()}, folder, workers)
        processes.start()
        wait_until_ready(processes.port)
        engine = open_engine(settings.database)
        try:
            yield processes, engine, github, folder
        finally:
            engine.dispose()
            processes.stop()


def put_issues(github: StandIn, count: int, first: int = 0) -> None:
    """Let the issues exist that the load tells of."""
    for number in range(first, first + count):
        issue = json.loads(webhook(number, REPOSITORIES)[0])["issue"]
        spot = 100 + number % REPOSITORIES, number // REPOSITORIES + 1
        github.put_issue(*spot, issue["title"], issue["body"], created_at=issue["created_at"])


def open_deliveries(engine: Engine) -> int:
    """How many are still to be done."""
    query = select(func.count()).where(DELIVERIES.c.state.in_(OPEN))
    with engine.connect() as connection:
        return int(connection.execute(query).scalar_one())


def drain(engine: Engine, seconds: float = 1_800.0) -> list[tuple[float, int]]:
    """Wait until nothing is open; (seconds since the start, open) twice a second."""
    start, seen = time.monotonic(), []
    while time.monotonic() - start < seconds:
        left = open_deliveries(engine)
        seen.append((time.monotonic() - start, left))
        if not left:
            return seen
        time.sleep(0.5)
    raise TimeoutError("the line isn't worked off")


def latency(engine: Engine) -> dict[str, float]:
    """From acknowledgement to outcome, in seconds."""
    took = (DELIVERIES.c.finished_at - DELIVERIES.c.received_at).label("took")
    with engine.connect() as connection:
        rows = sorted(
            row.took for row in connection.execute(select(took).where(DELIVERIES.c.finished_at > 0))
        )
    return {"median": round(rows[len(rows) // 2], 3), "p99": round(rows[int(len(rows) * 0.99)], 3)}


def acknowledge(kind: str, count: int) -> None:
    """Acknowledgement under load, beside the bare routes, in one run."""
    with database("sqlite") as (_, folder):
        for name in ("nothing", "insert"):
            with bare(name, folder) as port:
                load(port, 200)
                click.echo(f"bare {name}, flat out: {load(port, count)}")
                click.echo(f"bare {name}, 100/s:    {load(port, count, 100.0)}")
    with whole(kind, 1) as (processes, engine, github, _):
        put_issues(github, 3 * count)
        load(processes.port, 200, first=2 * count)
        drain(engine)
        click.echo(f"{kind}, 100/s, worker running: {load(processes.port, count, 100.0)}")
        drain(engine)
        click.echo(f"{kind}, flat out, worker running: {load(processes.port, count, first=count)}")
        began = open_deliveries(engine)
        seen = drain(engine)
        click.echo(f"{kind}, worked off: {began / seen[-1][0]:.0f} jobs a second")


def idle(kind: str) -> None:
    """One delivery at a time: how soon its comment is there; and what the processes cost when nothing
    happens.
    """
    with whole(kind, 1) as (processes, engine, github, _):
        put_issues(github, 60)
        time.sleep(3)
        for number in range(40):
            load(processes.port, 1, first=number)
            drain(engine)
        click.echo(f"{kind}, idle, acknowledgement to outcome (s): {latency(engine)}")
        before = processes.figures()
        time.sleep(20)
        after = processes.figures()
        for name, (cpu, memory) in after.items():
            share = (cpu - before.get(name, (cpu, 0.0))[0]) / 20 * 100
            click.echo(f"{kind}, idle {name}: {share:.1f} % of a processor, {memory:.0f} MB")


def growth(kind: str, count: int, workers: int) -> None:
    """A backlog is worked off by so many workers: how fast, and how evenly; and what is left on disk."""
    with whole(kind, 0, dry_run="true") as (processes, engine, _, folder):
        empty = size(engine, folder)
        load(processes.port, count)
        full = size(engine, folder)
        processes.add_workers(workers)
        seen = drain(engine)
        rates = [
            (earlier[1] - later[1]) / (later[0] - earlier[0])
            for earlier, later in zip(seen[::20], seen[20::20], strict=False)
        ]
        done = size(engine, folder)
        click.echo(
            f"{kind}, {workers} workers, {count} in line: {count / seen[-1][0]:.0f} jobs a second over all, "
            f"by ten seconds: {[round(rate) for rate in rates]}"
        )
        per = [f"{(after - empty) / count:.0f}" for after in (full, done)]
        click.echo(f"{kind}, bytes a delivery: {per[0]} in line, {per[1]} handled")


def size(engine: Engine, folder: Path) -> int:
    """Bytes on disk."""
    if engine.dialect.name == "sqlite":
        return sum(file.stat().st_size for file in folder.glob("burnerr.sqlite*"))
    with engine.connect() as connection:
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


@click.group()
def main() -> None:
    """Measure; nothing is asserted."""


@main.command("acknowledge")
@click.argument("kind", type=click.Choice(["sqlite", "postgres"]))
@click.option("--count", default=2_000, show_default=True)
def acknowledge_command(kind: str, count: int) -> None:
    """Acknowledgement under load."""
    acknowledge(kind, count)


@main.command("idle")
@click.argument("kind", type=click.Choice(["sqlite", "postgres"]))
def idle_command(kind: str) -> None:
    """Idle latency and cost."""
    idle(kind)


@main.command("growth")
@click.argument("kind", type=click.Choice(["sqlite", "postgres"]))
@click.option("--count", default=20_000, show_default=True)
@click.option("--workers", default=1, show_default=True)
def growth_command(kind: str, count: int, workers: int) -> None:
    """A backlog worked off."""
    growth(kind, count, workers)


if __name__ == "__main__":
    main()
