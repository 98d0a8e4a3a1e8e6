"""``burnerr demo``: the real thing, started, shown and stopped."""

from __future__ import annotations

import json
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import BURNERR, Start, children, get

pytestmark = pytest.mark.e2e
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
LONG = 60  # seconds; much more than it takes, on a machine that is busy


def recognised(webhook: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Which records were seen: slug, role, and the last line of evidence."""
    return [(seen["record"], seen["role"], seen["evidence"][-1]["text"]) for seen in webhook["recognised"]]


@on_linux
def test_the_four_webhooks_come_out_as_they_should(start: Start) -> None:
    """A comment, a comment on the cause, silence with its reason, and a reply; then nothing is left."""
    process = start([*BURNERR, "demo", "--json"])
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 0, out
    told = json.loads(out)
    known, cascade, own, command = told["webhooks"]

    for webhook in told["webhooks"]:
        assert webhook["status"] == 202
        assert 0 < webhook["acknowledged_ms"] < 5000
        assert webhook["done_ms"] > 0

    assert (known["event"], known["action"], known["what"]) == ("issues", "opened", "created")
    ((record, role, line),) = recognised(known)
    assert (record, role) == ("matmul-inner-dimensions-differ", "cause")
    assert "The inner dimension of matmul should be the same, but got 12 and 8." in line
    assert f"{told['server']}/errors/matmul-inner-dimensions-differ" in known["comment"]

    assert cascade["what"] == "created"
    assert [seen[:2] for seen in recognised(cascade)] == [
        ("should-have-handle-for-tensor", "cause"),
        ("checkpointer-thread-is-gone", "cascade"),
    ]
    assert "Should have handle for tensor TensorId { value: 497010 }" in cascade["comment"]

    assert (own["what"], own["comment"]) == ("silent", None)
    assert own["reason"] == "the panic is in the reporter's own code, not in Burn's"
    assert recognised(own) == []

    assert (command["event"], command["action"], command["what"]) == ("issue_comment", "created", "replied")
    assert recognised(command)[0][:2] == ("node-is-needed-but-never-checkpointed", "cause")
    assert "Gradient checkpointing" in command["comment"]

    assert not children(process.pid)
    assert get(int(told["server"].rpartition(":")[2]), "/healthz") is None


def keep(start: Start) -> tuple[Any, int, Path]:
    """A demo that stays up: its process, its port and its folder."""
    process = start([*BURNERR, "demo", "--keep"], COLUMNS="200")
    assert process.stdout is not None
    shown = ""
    for line in process.stdout:
        shown += line
        if "stays up at" in line:
            break
    port = re.search(r"stays up at http://127\.0\.0\.1:(\d+)", shown)
    folder = re.search(r"the database in (\S+burnerr-demo-\w+)", shown)
    assert port, shown
    assert folder, shown
    assert "Acknowledged with 202" in shown
    assert "the comment, as GitHub would get it" in shown
    assert "Silent, because" in shown
    return process, int(port[1]), Path(folder[1])


@on_linux
def test_keep_leaves_the_server_up_until_ctrl_c(start: Start) -> None:
    """The links in the comments open; Ctrl-C, pressed twice, ends everything and removes the folder."""
    process, port, folder = keep(start)
    assert get(port, "/errors/matmul-inner-dimensions-differ") == 200
    assert children(process.pid)
    assert folder.is_dir()
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LONG)
    assert process.returncode == 130
    assert not children(process.pid)
    assert get(port, "/healthz") is None
    assert not folder.exists()


@on_linux
def test_ctrl_c_at_the_very_start_leaves_nothing(start: Start, tmp_path: Path) -> None:
    """Interrupted before anything answers, it ends at once, with its folder gone."""
    process = start([*BURNERR, "demo"], TMPDIR=str(tmp_path), COLUMNS="200")
    assert process.stdout is not None
    assert "Starting gunicorn" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 130, out
    assert not children(process.pid)
    assert not list(tmp_path.glob("burnerr-demo-*"))
