"""``burnerr doctor`` on set-ups that are well and on those that aren't."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from pytest_httpserver import HTTPServer

from bot.cli.doctor import doctor
from bot.cli.migrate import migrate
from bot.web import signature
from bot.work.app_manifest import load_manifest
from tests.cli.conftest import BURNERR, SECRET, Start, get, wait_for

ADDRESS = "https://burnerr.example.org"
JSON = "application/json"


class Says:
    """A GitHub that answers what a test puts into it; what isn't there is 404, as there."""

    def __init__(self, server: HTTPServer) -> None:
        self.server = server
        self.ahead = 0.0
        self.status = 200
        needed = load_manifest()
        granted = {"permissions": dict(needed.permissions), "events": sorted(needed.events)}
        self.app: dict[str, Any] = {
            "id": 7,
            "slug": "burnerr",
            "owner": {"login": "octo-org"},
            "html_url": "https://github.com/apps/burnerr",
            **granted,
        }
        self.hook: dict[str, Any] = {
            "url": f"{ADDRESS}/webhook",
            "content_type": "json",
            "secret": "********",
            "insecure_ssl": "0",
        }
        self.calls: list[dict[str, Any]] = [call(n, 202) for n in range(3)]
        self.installations = [
            {"id": 5, "account": {"login": "octo"}, "suspended_at": None, **json.loads(json.dumps(granted))}
        ]
        self.left = 4_900

    def offer(self) -> None:
        """Answer from now on."""
        token = {"token": "t", "expires_at": "2099-01-01T00:00:00Z"}
        core = {"limit": 5_000, "remaining": self.left, "reset": int(time.time()) + 900}
        for path, method, document in (
            ("/app", "GET", self.app if self.status == 200 else {"message": "no"}),
            ("/app/hook/config", "GET", self.hook),
            ("/app/hook/deliveries", "GET", self.calls),
            ("/app/installations", "GET", self.installations),
            ("/app/installations/5/access_tokens", "POST", token),
            ("/rate_limit", "GET", {"resources": {"core": core}}),
        ):
            status = self.status if path == "/app" else 200
            self.server.expect_request(path, method=method).respond_with_json(document, status=status)


def call(number: int, status: int) -> dict[str, Any]:
    """One attempt to deliver, as GitHub lists it."""
    return {
        "id": number,
        "guid": f"guid-{number}",
        "delivered_at": "2026-11-30T10:00:00Z",
        "status_code": status,
        "event": "issues",
        "action": "opened",
        "installation_id": 5,
    }


@pytest.fixture(scope="session")
def pem() -> str:
    """An App's private key."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@pytest.fixture
def says(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pem: str) -> Says:
    """A GitHub on which all is well, and settings that go with it."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "APP_ID": "7",
        "PRIVATE_KEY": pem,
        "WEBHOOK_SECRET": SECRET,
        "PUBLIC_URL": ADDRESS,
        "GITHUB_API_URL": httpserver.url_for("").rstrip("/"),
        "DATA_DIR": str(tmp_path / "data"),
    }.items():
        monkeypatch.setenv(f"BURNERR_{name}", value)
    return Says(httpserver)


def run(says: Says, *options: str) -> Result:
    """The command's output and status, its public address left alone."""
    says.offer()
    return CliRunner().invoke(doctor, ["--no-reach", *options], catch_exceptions=False)


def test_a_good_set_up_is_ok_line_by_line(says: Says) -> None:
    """Everything is looked at, all of it is ok, and the status is 0."""
    assert CliRunner().invoke(migrate, []).exit_code == 0
    done = run(says, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert {each["level"] for each in found} == {"ok"}, done.output
    looked_at = [each["what"] for each in found]
    assert looked_at == [
        "settings",
        "catalogue",
        "database",
        "queue",
        "key",
        "clock",
        "permissions and events",
        "webhook",
        "deliveries",
        "installations",
        "limits",
    ]
    assert SECRET not in done.output


def test_it_makes_no_database(says: Says, tmp_path: Path) -> None:
    """Looking changes nothing: a database that isn't there is told of, not made."""
    done = run(says)
    assert "not there yet" in done.output
    assert not (tmp_path / "data").exists()


def _more(says: Says) -> None:
    says.app["permissions"]["administration"] = "write"


def _less(says: Says) -> None:
    says.app["permissions"]["issues"] = "read"


def _deaf(says: Says) -> None:
    says.app["events"].remove("push")


def _another(says: Says) -> None:
    says.app["id"] = 8


def _elsewhere(says: Says) -> None:
    says.hook["url"] = "https://old.example.org/webhook"


def _form(says: Says) -> None:
    says.hook["content_type"] = "form"


def _open(says: Says) -> None:
    del says.hook["secret"]


def _unchecked(says: Says) -> None:
    says.hook["insecure_ssl"] = "1"


def _other_secret(says: Says) -> None:
    says.calls = [call(9, 401), *says.calls]


def _unreached(says: Says) -> None:
    says.calls = [call(9, 0)]


def _once_failed(says: Says) -> None:
    says.calls = [*says.calls, call(1, 503)]


def _nothing_sent(says: Says) -> None:
    says.calls = []


def _nobody(says: Says) -> None:
    says.installations = []


def _suspended(says: Says) -> None:
    says.installations[0]["suspended_at"] = "2026-11-01T00:00:00Z"


def _not_accepted(says: Says) -> None:
    says.installations[0]["permissions"] = {"metadata": "read"}


def _used_up(says: Says) -> None:
    says.left = 12


def _slow_clock(says: Says) -> None:
    says.ahead = -300


def _late_clock(says: Says) -> None:
    says.ahead = 35


def _refused(says: Says) -> None:
    says.status = 401


@pytest.mark.parametrize(
    ("change", "level", "told", "advice"),
    [
        (_refused, "wrong", "doesn't take this key for App 7", "BURNERR_APP_ID"),
        (_another, "wrong", "it is of App 8", "BURNERR_APP_ID=8"),
        (_less, "wrong", "permission issues: write is missing", "each owner has to accept"),
        (_deaf, "wrong", "event push isn't sent", "add it"),
        (_more, "warning", "administration", "take it away"),
        (_elsewhere, "wrong", "https://old.example.org/webhook", f"{ADDRESS}/webhook"),
        (_form, "wrong", "as a form", "application/json"),
        (_open, "wrong", "without a secret", "BURNERR_WEBHOOK_SECRET"),
        (_unchecked, "warning", "certificate", "switch it on"),
        (_other_secret, "wrong", "401 (1)", "the same secret"),
        (_unreached, "wrong", "not at all (1)", "reached from outside"),
        (_once_failed, "warning", "503 (1)", "log"),
        (_nothing_sent, "warning", "none in three days", "open an issue"),
        (_nobody, "warning", "none yet", "https://github.com/apps/burnerr/installations/new"),
        (_suspended, "warning", "suspended: octo", "resume"),
        (_not_accepted, "warning", "not all is granted that the App asks for: octo", "accept"),
        (_used_up, "warning", "12 of 5000 calls left", "waits"),
        (_slow_clock, "wrong", "behind GitHub's", "NTP"),
        (_late_clock, "warning", "ahead of GitHub's", "NTP"),
    ],
)
def test_what_is_amiss_on_github_is_found(
    says: Says, change: Any, level: str, told: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each fault is told with what to do; only what doesn't work ends with status 1."""
    change(says)
    ours = SimpleNamespace(time=lambda: time.time() + says.ahead)
    monkeypatch.setattr("bot.work.doctor.app.time", ours)
    done = run(says, "--json")
    found = [each for each in json.loads(done.output) if told in each["said"]]
    assert [each["level"] for each in found] == [level], done.output
    assert advice in found[0]["do"]
    assert done.exit_code == (1 if level == "wrong" else 0)


def test_a_github_that_tells_less_is_no_fault(says: Says) -> None:
    """Some servers have no routes for webhooks: a warning names what couldn't be looked at."""
    says.server.expect_request("/app").respond_with_json(says.app)
    done = CliRunner().invoke(doctor, ["--no-reach"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "it doesn't tell" in done.output


def test_a_github_that_isnt_reached_is_told(says: Says, monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """A wrong address or a firewall, not the key, is named."""
    monkeypatch.setenv("BURNERR_GITHUB_API_URL", f"http://127.0.0.1:{port}")
    done = CliRunner().invoke(doctor, ["--no-reach"], catch_exceptions=False)
    assert done.exit_code == 1
    assert "BURNERR_GITHUB_API_URL" in done.output


def test_wrong_settings_are_all_told(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    """With settings that don't do there is nothing more to look at: each problem is a line."""
    monkeypatch.setenv("BURNERR_PRIVATE_KEY", "nonsense")
    monkeypatch.delenv("BURNERR_WEBHOOK_SECRET")
    done = CliRunner().invoke(doctor, [], catch_exceptions=False)
    assert done.exit_code == 1
    assert "BURNERR_WEBHOOK_SECRET is missing" in done.output
    assert "not a readable PEM key" in done.output


def test_a_queue_that_nobody_works_on_is_wrong(says: Says, tmp_path: Path) -> None:
    """Deliveries that are long due, and those set aside, are told with the command that helps."""
    assert CliRunner().invoke(migrate, []).exit_code == 0
    row = {
        "event": "issues",
        "action": "opened",
        "sender": "a",
        "sender_is_bot": 0,
        "payload": "{}",
        "job": "j",
        "received_at": time.time() - 2_000,
    }
    with sqlite3.connect(tmp_path / "data" / "burnerr.sqlite") as connection:
        for name, state in (("one", "queued"), ("two", "set aside")):
            values = row | {"id": name, "state": state}
            marks = ",".join("?" * len(values))
            connection.execute(
                f"insert into deliveries ({','.join(values)}) values ({marks})", tuple(values.values())
            )
    connection.close()
    done = run(says)
    assert done.exit_code == 1
    assert "1 deliveries wait, the oldest is 20" in done.output
    assert "burnerr worker" in done.output
    assert "burnerr deliveries list" in done.output


def test_broken_records_are_told(says: Says, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of further records that can't be read is named with its first problem."""
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "bad.md").write_text("no front matter")
    monkeypatch.setenv("BURNERR_CATALOG_DIR", str(tmp_path / "more"))
    done = run(says)
    assert done.exit_code == 1
    assert "bad.md" in done.output


@pytest.mark.e2e
def test_it_calls_a_running_server(start: Start, port: int, says: Says) -> None:
    """The public address is called as GitHub would: reached, signed and taken; with another it isn't."""
    here = f"http://127.0.0.1:{port}"
    start([*BURNERR, "serve"])
    wait_for(lambda: get(port, "/readyz") == 200, 60, "it is ready")
    for secret, told in ((SECRET, "a signed ping is taken"), (SECRET * 2, "our own signature is refused")):
        out, _ = start(
            [*BURNERR, "doctor"], BURNERR_PUBLIC_URL=here, BURNERR_WEBHOOK_SECRET=secret
        ).communicate(timeout=60)
        assert f"{here} is reached" in out
        assert told in out
        assert signature.HEADER not in out
    out, _ = start([*BURNERR, "doctor"], BURNERR_PUBLIC_URL="http://127.0.0.1:9").communicate(timeout=60)
    assert "isn't reached" in out
