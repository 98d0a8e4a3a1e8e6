"""What a Sentry is told: which error and where, and nothing of what was being worked on."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from bot.settings import SettingsError, load_settings

PROGRAM = """
import sys, logging, structlog
from pydantic import SecretStr
from bot.logs import configure_logs
from bot.sentry import tell_sentry
configure_logs("json")
tell_sentry(SecretStr(sys.argv[1]))
secret = "the text of an issue"
log = structlog.get_logger("bot.work.job")
log.error("a job failed", delivery="d-1", kind="KeyError", error=secret, repo="octo/hidden")
try:
    raise ValueError(f"can't read\\n{secret}: {secret}")
except ValueError:
    log.exception("it went wrong", delivery="d-2")
logging.getLogger("other").error("told by another: %s", secret)
log.warning("not an error", delivery="d-3")
import sentry_sdk
sentry_sdk.flush(10)
"""


def test_it_gets_kinds_and_places_and_no_words(httpserver: HTTPServer, tmp_path: Path) -> None:
    """Texts, values, repositories and messages of exceptions stay here; ids and lines of code go."""
    told: list[str] = []

    def take(request: Request) -> Response:
        raw = request.get_data()
        told.append((gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode())
        return Response("{}", content_type="application/json")

    httpserver.expect_request("/api/1/envelope/", method="POST").respond_with_handler(take)
    dsn = httpserver.url_for("/1").replace("http://", "http://key@")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, dsn], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    every = "\n".join(told)
    for wanted in (
        "a job failed",
        "it went wrong",
        "d-1",
        "d-2",
        "KeyError",
        "ValueError",
        "told by another",
    ):
        assert wanted in every, wanted
    assert "told by another" in every
    for unwanted in ("text of an issue", "octo/hidden", "d-3", "not an error"):
        assert unwanted not in every, unwanted


def test_without_the_package_the_start_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without what it needs would tell nobody, in silence."""
    monkeypatch.setenv("BURNERR_SENTRY_DSN", "https://key@sentry.example/1")
    monkeypatch.setattr("bot.setting_problems.find_spec", lambda _name: None)
    with pytest.raises(SettingsError, match=r"burnerr\[sentry\]"):
        load_settings("release", env_file=None)
