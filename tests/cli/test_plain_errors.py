"""What a person got wrong on the command line is told in a sentence, never as a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PANIC = (
    "thread 'main' panicked at /x/burn-ir-0.20.0/src/handle.rs:88:32:\r\n"
    "Should have handle for tensor TensorId { value: 4 }\r\n"
)


def burnerr(
    *arguments: str, feed: bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a process, with no settings but those given."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
    return subprocess.run(
        [sys.executable, "-m", "bot.cli", *arguments],
        input=feed,
        capture_output=True,
        env=clean | {"PYTHONPATH": str(Path(__file__).parents[2])} | environment,
        cwd=cwd,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql://u@127.0.0.1:1/x", "the database can't be used"),
        ("postgresql://u@127.0.0.1:99999999/x", "its port is no number"),
        ("sqlite:////proc/nowhere/x.sqlite", "can't be used"),
    ],
)
def test_a_database_that_is_not_there(address: str, said: str, tmp_path: Path) -> None:
    """A database that can't be reached is named with the setting to look at."""
    done = burnerr("migrate", cwd=tmp_path, BURNERR_DATABASE_URL=address)
    assert done.returncode == 1
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert b"BURNERR_DATA" in done.stderr


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    """A data folder that can't be one is refused with the setting's name."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        done = burnerr("migrate", cwd=tmp_path, BURNERR_DATA_DIR=str(folder))
        assert done.returncode == 1
        assert b"BURNERR_DATA_DIR" in done.stderr
        assert b"Traceback" not in done.stderr


def test_an_unreadable_key_hides_no_other_problem(tmp_path: Path) -> None:
    """A key file that isn't there, a slip in `.env`, and all that is missing are told in one start."""
    (tmp_path / ".env").write_text("BURNERR_WEBHOOK_SECRT=0123456789abcdef\n")
    done = burnerr("serve", cwd=tmp_path, BURNERR_PRIVATE_KEY_FILE="/nope")
    told = done.stderr.decode()
    for name in (
        "PRIVATE_KEY_FILE",
        "WEBHOOK_SECRT is no setting",
        "WEBHOOK_SECRET is",
        "APP_ID",
        "PUBLIC_URL",
    ):
        assert f"BURNERR_{name}" in told


def test_bad_lines_of_a_batch_are_told_and_the_rest_goes_on() -> None:
    """Half characters, nesting without end, lists and a byte-order mark stop no batch."""
    lines = [
        b'\xef\xbb\xbf{"id": "first", "title": "t", "text": "x"}',
        b'{"id": "half", "text": "\\ud800"}',
        b"[" * 200_000,
        b"[1]",
        b'{"text": "no id"}',
        json.dumps({"id": "last", "text": PANIC}).encode(),
    ]
    done = burnerr("explain", "--batch", feed=b"\n".join(lines))
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["first", "half", "last"]
    assert [line.split(b":")[0] for line in done.stderr.splitlines()] == [b"line 3", b"line 4", b"line 5"]
    assert done.returncode == 2


@pytest.mark.parametrize(
    "arguments", [("--batch", "/no/where"), ("no such log.txt",), ("nothing.log",), ("/",)]
)
def test_a_file_that_is_not_there(arguments: tuple[str, ...]) -> None:
    """A name of a file that can't be read is refused as such, not explained as a text."""
    done = burnerr("explain", *arguments)
    assert done.returncode == 2
    assert b"name a file" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_log_as_powershell_writes_it_on_a_terminal_without_utf8() -> None:
    """UTF-16 is read by its mark, and a terminal that knows only ASCII still gets the answer."""
    done = burnerr("explain", feed=PANIC.encode("utf-16"), LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert b"Known Burn error" in done.stdout
    assert b"feff" not in done.stdout
