"""One torture run: real processes, a GitHub that fails, kill -9 at random, and a check from the outside."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from bot.catalog.load import load_catalog
from bot.recognize.recognizer import Recognizer
from bot.settings import Settings
from bot.store.database import open_engine
from bot.store.delivery import OPEN
from bot.store.tables import DELIVERIES
from bot.work.engine import prepare
from tests.torture.databases import Database, database
from tests.torture.documents import APP_ID, Fault
from tests.torture.faults import Faults
from tests.torture.known import Known
from tests.torture.patience import lags
from tests.torture.plan import Author, Plan, texts
from tests.torture.processes import Processes, wait_until_ready
from tests.torture.senders import SECRET, Senders
from tests.torture.stand_in import StandIn
from tests.torture.verdict import complaints

QUIET: Final = 5.0  # seconds after the last open delivery until we believe it
Say = Callable[[str], None]


@dataclass(frozen=True)
class Size:
    """How much of everything. ``untold`` times GitHub tells to wait and doesn't say how long."""

    deliveries: int
    issues: int
    installations: int
    kills: int
    restarts: int
    seconds: float
    poisoned: int = 3
    faults: float = 0.12
    untold: int = 3
    patience: float = 1_200.0


SHORT: Final = Size(120, 40, 8, 5, 1, 15.0, poisoned=1, patience=240.0)
LONG: Final = Size(2_000, 700, 40, 50, 2, 150.0)


@dataclass
class Figures:
    """What a run showed."""

    complaints: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def run(kind: str, seed: int, size: Size, say: Say, *, keep: bool = False) -> Figures:
    """Run it on a database of this kind; ``complaints`` is empty when everything held."""
    with database(kind, keep=keep) as (base, folder), StandIn() as github:
        settings = settings_for(base, folder, github)
        prepare(Settings.model_validate(settings))
        environment = {f"BURNERR_{name.upper()}": value for name, value in settings.items()}
        if keep:
            say(f"logs in {folder}")
        processes = Processes(environment, folder, workers=2)
        processes.start()
        wait_until_ready(processes.port)
        try:
            figures = _drive(base, github, processes, seed, size, say)
        finally:
            statuses = processes.stop()
        figures.lines.append(f"exit statuses after SIGTERM: {statuses}")
        if set(statuses.values()) != {0}:
            figures.complaints.append(f"not ended well: {statuses}")
        return figures


def settings_for(base: Database, folder: Path, github: StandIn) -> dict[str, str]:
    """The settings of the processes, by their names in `bot.settings`."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return {
        "database_url": base.address,
        "data_dir": str(folder),
        "webhook_secret": SECRET,
        "app_id": str(APP_ID),
        "private_key": key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
        "public_url": "https://burnerr.example",
        "github_api_url": github.url,
        "default_mode": "comment",
        "github_timeout": "3",
        "stop_grace": "15",
    }


def _drive(base: Database, github: StandIn, processes: Processes, seed: int, size: Size, say: Say) -> Figures:
    catalog = load_catalog()
    author = Author(github, texts(catalog, Recognizer(catalog)), seed, size.seconds)
    plan = author.write(size.issues, size.deliveries, size.installations, size.poisoned)
    faults = Faults(seed, size.faults, size.untold)
    github.choose = faults.choose
    senders = Senders(processes.port)
    engine = open_engine(Settings.model_validate({"database_url": base.address}).database)
    known = Known(engine)
    known.start()
    start = time.monotonic()
    over = threading.Event()
    trouble = threading.Thread(target=_make_trouble, args=(base, processes, seed, size, over, say))
    trouble.start()
    for at, kind in _timeline(plan.steps, plan.renames):
        while time.monotonic() - start < at:
            _send_due(plan, senders, time.monotonic() - start)
            time.sleep(0.005)
        if isinstance(kind, str):
            repo_id, name = kind.split(" ", 1)
            github.rename(int(repo_id), name)
        else:
            author.play((at, kind))
    while plan.events:
        _send_due(plan, senders, time.monotonic() - start)
        time.sleep(0.02)
    senders.finish()
    say(f"all sent after {time.monotonic() - start:.0f} s: {len(senders.accepted)} deliveries accepted")
    trouble.join()
    drained = _drain(engine, size.patience, say)
    faults.on = False
    figures = Figures()
    if not drained:
        figures.complaints.append(f"not drained within {size.patience:.0f} s")
    known.stop()
    troubles = [*processes.kills, *base.crashes]
    figures.complaints += complaints(github, engine, plan, set(senders.accepted), 1.0, known, troubles)
    figures.lines += _lines(github, processes, senders, time.monotonic() - start)
    figures.lines.append(_patience(github, known))
    figures.lines.append(f"outcomes: {_outcomes(engine)}")
    figures.lines += _slowest(engine)
    engine.dispose()
    return figures


def _timeline(
    steps: list[tuple[float, Any]], renames: list[tuple[float, int, str]]
) -> list[tuple[float, Any]]:
    return sorted([*steps, *((at, f"{repo} {name}") for at, repo, name in renames)], key=lambda each: each[0])


def _send_due(plan: Plan, senders: Senders, at: float) -> None:
    events = plan.events
    due = [event for event in events if event.at <= at]
    for event in due:
        events.remove(event)
        senders.send(event)


def _make_trouble(
    base: Database, processes: Processes, seed: int, size: Size, over: threading.Event, say: Say
) -> None:
    """Kill at random over the time of the run and a while longer, and crash the database server now and
    then.
    """
    chance = random.Random(seed + 1)
    span = size.seconds * 1.2
    moments = sorted(
        [(chance.uniform(2.0, span), "kill") for _ in range(size.kills)]
        + [(chance.uniform(0.2, 0.8) * span, "restart") for _ in range(size.restarts if base.data else 0)]
    )
    start = time.monotonic()
    killed: Counter[str] = Counter()
    for at, what in moments:
        over.wait(max(0.0, at - (time.monotonic() - start)))
        if what == "restart":
            base.restart()
            say("the database server was crashed and started again")
        else:
            killed[processes.kill_one(chance)] += 1
    say(f"killed: {dict(killed)}")


def _drain(engine: Engine, patience: float, say: Say) -> bool:
    end, quiet_since = time.monotonic() + patience, None
    query = select(func.count()).where(DELIVERIES.c.state.in_(OPEN))
    last = 0.0
    while time.monotonic() < end:
        try:
            with engine.connect() as connection:
                left = connection.execute(query).scalar_one()
        except SQLAlchemyError:
            left = -1
        if time.monotonic() - last > 15:
            say(f"{left} deliveries are open")
            last = time.monotonic()
        if left:
            quiet_since = None
        elif quiet_since is None:
            quiet_since = time.monotonic()
        elif time.monotonic() - quiet_since > QUIET:
            return True
        time.sleep(0.25)
    return False


def _lines(github: StandIn, processes: Processes, senders: Senders, seconds: float) -> list[str]:
    met = Counter(_named(call.fault) for call in github.calls if call.fault is not None)
    acks = sorted(senders.seconds)
    return [
        f"{seconds:.0f} s, {len(senders.accepted)} accepted, {len(senders.refused)} refused or unanswered",
        f"calls to GitHub: {len(github.calls)}, of them writes: {len(github.writes())}",
        f"faults met: {sum(met.values())} {dict(met)}",
        f"process ends: {dict(processes.ends)}, starts: {dict(processes.starts)}",
        f"acknowledged in (s): median {statistics.median(acks):.3f}, p99 {acks[int(len(acks) * 0.99)]:.3f}",
    ]


def _patience(github: StandIn, known: Known) -> str:
    took = lags(github.calls, known)
    if not took:
        return "never told to wait"
    half, most = statistics.median(took), took[-1]
    return f"told to wait: {len(took)} times; known to all after (s): median {half:.3f}, at most {most:.3f}"


def _outcomes(engine: Engine) -> dict[str, int]:
    columns = (DELIVERIES.c.state, DELIVERIES.c.what, DELIVERIES.c.reason)
    with engine.connect() as connection:
        rows = connection.execute(select(*columns, func.count()).group_by(*columns)).all()
    return {f"{what or state} {reason or ''}".strip()[:60]: number for state, what, reason, number in rows}


def _slowest(engine: Engine) -> list[str]:
    columns = DELIVERIES.c
    took = (columns.finished_at - columns.received_at).label("took")
    query = select(took, columns.id, columns.hops, columns.starts, columns.tries).order_by(took.desc())
    with engine.connect() as connection:
        rows = connection.execute(query).all()
    half = rows[len(rows) // 2].took
    return [
        f"from acknowledgement to outcome: median {half:.1f} s",
        *(
            f"slowest: {row.took:.0f} s, {row.hops} hops, {row.starts} starts, {row.tries} tries, {row.id}"
            for row in rows[:3]
        ),
    ]


def _named(fault: Fault) -> str:
    status, after = fault.status, fault.after
    if fault.proceed:
        return "slow"
    return f"{status or 'cut'} {'after' if after else 'before'}"
