"""``burnerr action`` as a process, on events of a GitHub that isn't ours, with a token it gave out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from bot.github.credentials import app_auth
from tests.e2e.conftest import APP_ID, REPO, SLUG, GitHub, free_port, stand_in_for_github
from tests.e2e.test_e2e_comment import HANDLE_PANIC, MATMUL_PANIC, OWN_PANIC, ours

pytestmark = pytest.mark.e2e
Run = Callable[[str, str, int], str]


@pytest.fixture(scope="module")
def quiet_github(node_modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GitHub]:
    """The stand-in, with nobody listening to its webhooks: only workflows would run there."""
    with stand_in_for_github(free_port(), tmp_path_factory.mktemp("quiet")) as github:
        yield github


@pytest.fixture
def run(quiet_github: GitHub, tmp_path: Path) -> Run:
    """One run of the step for an event on an issue, as the workflow has it."""
    bearer = f"Bearer {app_auth(APP_ID, quiet_github.private_key).token}"
    answer = requests.post(
        f"{quiet_github.url}/app/installations/100/access_tokens",
        json={"permissions": {"issues": "write", "contents": "read", "metadata": "read"}},
        headers={"Authorization": bearer},
        timeout=10,
    )
    answer.raise_for_status()
    event = tmp_path / "event.json"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BURNERR_")}
    environment |= {
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_API_URL": quiet_github.url,
        "GITHUB_TOKEN": answer.json()["token"],
    }

    def start(name: str, action: str, number: int) -> str:
        issue = quiet_github.call("GET", f"/repos/{REPO}/issues/{number}")
        document: dict[str, Any] = {
            "action": action,
            "issue": issue,
            "repository": quiet_github.call("GET", f"/repos/{REPO}"),
            "sender": issue["user"],
        }
        if name == "issue_comment":
            document["comment"] = quiet_github.comments(number)[-1]
        event.write_text(json.dumps(document))
        done = subprocess.run(
            [sys.executable, "-m", "bot.cli", "action", "--login", f"{SLUG}[bot]"],
            env=environment | {"GITHUB_EVENT_NAME": name},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return start


def test_one_comment_kept_up_to_date(quiet_github: GitHub, run: Run) -> None:
    """Opened, the same again, edited: one comment, which changes."""
    issue = quiet_github.open_issue("Panic while training", HANDLE_PANIC)
    assert "created" in run("issues", "opened", issue)
    assert "unchanged" in run("issues", "opened", issue)
    quiet_github.call("PATCH", f"/repos/{REPO}/issues/{issue}", body=MATMUL_PANIC)
    assert "edited" in run("issues", "edited", issue)
    (comment,) = ours(quiet_github, issue)
    assert "Matmul" in comment["body"]


def test_a_command_is_answered(quiet_github: GitHub, run: Run) -> None:
    """`/burnerr explain` gets one reply, though this GitHub knows neither reactions nor GraphQL."""
    issue = quiet_github.open_issue("unwrap fails", OWN_PANIC)
    assert "silent" in run("issues", "opened", issue)
    body = f"/burnerr explain\n\n{MATMUL_PANIC}"
    quiet_github.call("POST", f"/repos/{REPO}/issues/{issue}/comments", body=body)
    assert "replied" in run("issue_comment", "created", issue)
    (reply,) = ours(quiet_github, issue)
    assert "Matmul" in reply["body"]
