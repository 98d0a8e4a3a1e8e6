"""``burnerr serve`` and the Procfile's lines, as real processes."""

from __future__ import annotations

import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.demo_webhooks import webhooks
from bot.cli.send import send_webhook
from bot.settings import Settings
from bot.store import deliveries
from bot.store.database import open_engine
from tests.cli.conftest import BURNERR, SECRET, Start, children, get, wait_for
from tests.store.databases import postgres_database, postgres_server

pytestmark = pytest.mark.e2e
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
PROCFILE = Path(__file__).parents[2] / "Procfile"
LONG = 60  # seconds


def outcome(database: str, delivery: str) -> str | None:
    """What was done for a delivery, read from the database."""
    engine = open_engine(Settings.model_validate({"database_url": database}).database)
    try:
        found = deliveries.outcome(engine, delivery)
    finally:
        engine.dispose()
    return found.what.value if found else None


def deliver(port: int, database: str) -> None:
    """Send a webhook, see it acknowledged and its job done."""
    webhook = webhooks()[0]
    said = send_webhook(
        f"http://127.0.0.1:{port}/webhook", webhook.body, webhook.event, webhook.delivery, SECRET.encode()
    )
    assert said.status == 202
    assert json.loads(said.body)["outcome"] == "stored"
    wait_for(lambda: outcome(database, webhook.delivery) == "created", LONG, "the comment is written")


def page(port: int, path: str) -> str:
    """What is there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


@on_linux
def test_serve_takes_webhooks_and_stops_on_sigterm(start: Start, port: int, tmp_path: Path) -> None:
    """It migrates, listens, says where, does the work, and ends with status 0 and no process left."""
    process = start([*BURNERR, "serve"])
    wait_for(lambda: get(port, "/readyz") == 200, LONG, "it is ready")
    deliver(port, f"sqlite:///{tmp_path / 'data' / 'burnerr.sqlite'}")
    shown = page(port, "/metrics")
    for figure in (
        'burnerr_deliveries_total{event="issues",outcome="stored"} 1.0',
        'burnerr_jobs_total{event="issues",outcome="created"} 1.0',
        "burnerr_handled_after_seconds_count 1.0",
        "burnerr_recognition_seconds_count",
        'burnerr_queue_length{state="handled"} 1.0',
        "burnerr_queue_age_seconds 0.0",
        'burnerr_issues{said="spoken"} 1.0',
        "burnerr_database_up 1.0",
    ):
        assert figure in shown, figure
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 0, out
    assert f"burnerr listens on http://127.0.0.1:{port}" in out
    assert not children(process.pid)


@on_linux
@pytest.mark.parametrize("part", ["bot.cli worker", "gunicorn"])
def test_serve_ends_when_a_part_dies(start: Start, port: int, part: str) -> None:
    """Half of it is no service: it stops the rest and says which part died."""
    process = start([*BURNERR, "serve"])
    wait_for(lambda: get(port, "/readyz") == 200, LONG, "it is ready")
    for pid in children(process.pid):
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        if part in command and parent == process.pid:
            os.kill(pid, signal.SIGKILL)
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 1, out
    assert "process ended by itself, status -9" in out
    assert not children(process.pid)
    assert get(port, "/healthz") is None


@on_linux
def test_no_process_outlives_a_killed_serve(start: Start, port: int) -> None:
    """Killed without a chance to clean up, its processes end by themselves."""
    process = start([*BURNERR, "serve"])
    wait_for(lambda: get(port, "/readyz") == 200, LONG, "it is ready")
    assert children(process.pid)
    process.kill()
    process.wait(timeout=LONG)
    wait_for(lambda: not children(process.pid), LONG, "every process is gone")
    assert get(port, "/healthz") is None


def test_serve_says_when_the_port_is_taken(start: Start, port: int) -> None:
    """A port in use is told with the setting to change, at once."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        out, _ = start([*BURNERR, "serve"]).communicate(timeout=LONG)
    assert "BURNERR_PORT" in out
    assert "Traceback" not in out


def test_serve_refuses_to_start_without_a_secret(start: Start) -> None:
    """All problems at once, with what to do, and no traceback (without any setting: see test_setup)."""
    process = start([*BURNERR, "serve"], BURNERR_WEBHOOK_SECRET="", BURNERR_DRY_RUN="false")
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert "BURNERR_WEBHOOK_SECRET is missing" in out
    assert "BURNERR_APP_ID is missing" in out
    assert "secrets.token_hex" in out
    assert "Traceback" not in out


def test_gunicorn_refuses_to_start_without_a_secret(start: Start) -> None:
    """The Procfile's way says it as plainly."""
    command = shlex.split(procfile()["web"].replace("$PORT", "0"))
    process = start([sys.executable, "-m", *command], BURNERR_WEBHOOK_SECRET="")
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode != 0
    assert "BURNERR_WEBHOOK_SECRET is missing" in out
    assert "Traceback" not in out


def procfile() -> dict[str, str]:
    """The Procfile's commands by name."""
    lines = PROCFILE.read_text("utf-8").splitlines()
    return {name: command.strip() for name, _, command in (line.partition(":") for line in lines)}


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database; its address."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'data' / 'burnerr.sqlite'}"
        return
    with postgres_server() as server, postgres_database(server) as address:
        yield address


def free_port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@on_linux
def test_the_procfiles_lines_run(start: Start, port: int, database: str) -> None:
    """Release, web and worker, each started as its line says, do the same as serve; the worker shows its
    figures at a port of its own.
    """
    figures = free_port()
    commands = procfile()
    assert set(commands) == {"web", "worker", "release"}
    scripts = f"{Path(sys.executable).parent}:{os.environ['PATH']}"

    def run(name: str) -> subprocess.Popen[str]:
        more = {"BURNERR_METRICS_PORT": str(figures)} if name == "worker" else {}
        return start(
            ["sh", "-c", f"exec {commands[name]}"], PATH=scripts, BURNERR_DATABASE_URL=database, **more
        )

    release = run("release")
    out, _ = release.communicate(timeout=LONG)
    assert release.returncode == 0, out
    web, worker = run("web"), run("worker")
    wait_for(lambda: get(port, "/readyz") == 200, LONG, "the web process is ready")
    deliver(port, database)
    assert 'burnerr_jobs_total{event="issues",outcome="created"} 1.0' in page(figures, "/metrics")
    assert 'burnerr_queue_length{state="handled"} 1.0' in page(port, "/metrics")
    for process in (web, worker):
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=LONG)
        assert process.returncode == 0, out


def test_replay_sends_a_stored_payload(start: Start, port: int, tmp_path: Path) -> None:
    """Signed with our secret, taken like any other; the answer is shown; a refusal is status 1."""
    server = start([*BURNERR, "serve"])
    wait_for(lambda: get(port, "/readyz") == 200, LONG, "it is ready")
    stored = tmp_path / "payload.json"
    stored.write_bytes(webhooks()[2].body)
    delivery = str(uuid.uuid4())
    command = [*BURNERR, "replay", str(stored), "--event", "issues", "--delivery", delivery]
    for outcome_told in ("stored", "known"):
        process = start(command)
        out, _ = process.communicate(timeout=LONG)
        assert process.returncode == 0, out
        assert out.startswith("202 after ")
        assert outcome_told in out
    stored.write_text("{")
    process = start(command)
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert out.startswith("400 after ")
    server.terminate()
    server.communicate(timeout=LONG)
    process = start(command)
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert "no answer from http://127.0.0.1" in out
