"""What a person got wrong on the command line is told in a sentence, never as a traceback."""

from __future__ import annotations

import json
import os
import socket
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


@pytest.mark.parametrize("name", [".env", ".burnerr/app.env"])
def test_a_settings_file_that_is_no_text_is_named(name: str, tmp_path: Path) -> None:
    """A damaged file of settings is told with its name by every command that reads it."""
    (tmp_path / ".burnerr").mkdir()
    (tmp_path / name).write_bytes(b"BURNERR_APP_ID=1\n\x92\xff")
    for command in ("serve", "doctor", "migrate"):
        done = burnerr(command, cwd=tmp_path)
        assert done.returncode == 1
        assert f"{name} is no UTF-8 text".encode() in done.stdout + done.stderr
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--url", "http://127.0.0.1:99999/x"),
        ("--url", "http://127.0.0.1:abc/x"),
        ("--url", "http://[::1"),
        ("--url", "http:///x"),
        ("--url", "http://a..b/x"),
        ("--event", "a\nb"),
        ("--event", "issu\u00e9s"),
        ("--delivery", "\u2603"),
    ],
)
def test_a_replay_that_cannot_be_sent(arguments: tuple[str, str], tmp_path: Path) -> None:
    """An address or a header that is none is told in a sentence."""
    done = burnerr(
        *("replay", "-", "--event", "issues", "--url", "http://127.0.0.1:1/x", *arguments),
        cwd=tmp_path,
        BURNERR_WEBHOOK_SECRET="0123456789abcdef0123",
    )
    assert done.returncode in {1, 2}
    assert b"Error: " in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_replay_to_an_ipv6_host(tmp_path: Path) -> None:
    """An IPv6 host stands in brackets in the address."""
    done = burnerr(
        *("replay", "-", "--event", "issues"),
        cwd=tmp_path,
        BURNERR_WEBHOOK_SECRET="0123456789abcdef0123",
        BURNERR_HOST="::1",
        BURNERR_PORT="1",
    )
    assert b"no answer from http://[::1]:1/webhook" in done.stderr


@pytest.mark.parametrize("command", [("feedback", "list"), ("deliveries", "list"), ("data", "export", "a/b")])
def test_a_database_that_is_a_folder(command: tuple[str, ...], tmp_path: Path) -> None:
    """Every command that reads the database tells in a sentence that it can't."""
    done = burnerr(*command, cwd=tmp_path, BURNERR_DATABASE_URL=f"sqlite:///{tmp_path}")
    assert done.returncode == 1
    assert b"the database can't be used" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_number_larger_than_any_repository_s(tmp_path: Path) -> None:
    """A number that no table can hold is that of no repository."""
    assert burnerr("migrate", cwd=tmp_path).returncode == 0
    done = burnerr("data", "export", "9" * 24, cwd=tmp_path)
    assert b"nothing is kept of" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_port_for_figures_that_is_taken(tmp_path: Path) -> None:
    """A worker whose port for figures is taken says so, with the setting's name."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = burnerr(
            "worker",
            cwd=tmp_path,
            BURNERR_DRY_RUN="true",
            BURNERR_PUBLIC_URL="http://127.0.0.1:1",
            BURNERR_METRICS_PORT=str(port),
        )
    assert done.returncode == 1
    assert b"BURNERR_METRICS_PORT" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_doctor_for_a_database_that_is_a_folder(tmp_path: Path) -> None:
    """A database that can't be opened is wrong, not one that is still to be made."""
    done = burnerr(
        *("doctor", "--no-reach"),
        cwd=tmp_path,
        BURNERR_DATABASE_URL=f"sqlite:///{tmp_path}",
        BURNERR_DRY_RUN="true",
        BURNERR_WEBHOOK_SECRET="0123456789abcdef0123",
        BURNERR_PUBLIC_URL="http://127.0.0.1:1",
    )
    assert done.returncode == 1
    assert b"wrong   database: not reachable" in done.stdout
