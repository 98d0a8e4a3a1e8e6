"""``burnerr action``: the same job in a workflow's step, which keeps nothing but what stands on GitHub."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from bot.answer.registry import PER_PERSON
from bot.catalog.load import load_catalog
from bot.cli import main
from bot.github.as_action import APP_ID, LOGIN
from bot.recognize.recognizer import Recognizer
from bot.work.repository.model import PATH
from tests.torture.documents import Comment, Fault
from tests.torture.stand_in import StandIn
from tests.work.house import HANDLE, INSTALLATION, NOTHING, REPO, REPO_ID, STEP

ROOT = Path(__file__).parents[2]
TOKEN = "ghs_action"
SHA = "0123456789abcdef0123456789abcdef01234567"


_CATALOG = cache(load_catalog)
_RECOGNIZER = cache(Recognizer)


class Runs:
    """Workflow runs on a GitHub of our own."""

    def __init__(self, github: StandIn, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.github = github
        self.folder = folder
        github.tokens[TOKEN] = (INSTALLATION, time.time() + 3600)
        github.writers[TOKEN] = (LOGIN, APP_ID)
        for name, value in {
            "GITHUB_API_URL": github.url,
            "GITHUB_TOKEN": TOKEN,
            "GITHUB_SHA": SHA,
            "GITHUB_EVENT_PATH": str(folder / "event.json"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
            "BURNERR_WRITE_INTERVAL": "0",
            "BURNERR_GITHUB_TIMEOUT": "2",
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("BURNERR_DEFAULT_MODE", "comment")
        # Read once for all runs: it takes most of a run's time, and never changes.
        monkeypatch.setattr("bot.work.action.load_catalog", _CATALOG)
        monkeypatch.setattr("bot.work.action.Recognizer", _RECOGNIZER)
        self._set = monkeypatch.setenv

    def event(self, name: str, document: dict[str, Any]) -> Result:
        """One run of the step."""
        document.pop("installation", None)  # a workflow's event has none
        (self.folder / "event.json").write_text(json.dumps(document))
        self._set("GITHUB_EVENT_NAME", name)
        done = CliRunner().invoke(main, ["action"], catch_exceptions=False)
        assert done.exit_code in {0, 1}, done.output
        return done

    def issue(self, number: int, body: str, action: str = "opened") -> str:
        """An issue as it's opened or edited; what the run says."""
        self.github.put_issue(REPO_ID, number, "It fails", body)
        return self.event("issues", self.github.payload(REPO_ID, number, action)).output

    def comment(self, number: int, body: str, who: str = "octo") -> str:
        """A comment; what the run says."""
        comment_id = self.github.put_comment(REPO_ID, number, body, who)
        comment = {"id": comment_id, "body": body, "user": {"login": who, "id": 8, "type": "User"}}
        sender = {"login": who, "id": 8, "type": "User"}
        document = self.github.payload(REPO_ID, number, "created", comment=comment, sender=sender)
        return self.event("issue_comment", document).output

    def ours(self, number: int) -> list[Comment]:
        """Our comments under an issue."""
        return [c for c in self.github.comments.values() if (c.issue, c.author) == (number, LOGIN)]


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Runs]:
    """A GitHub with one repository, and a workflow in it."""
    with StandIn() as github:
        github.add_repository(REPO_ID, REPO, INSTALLATION)
        github.permissions[REPO_ID, "octo"] = "write"
        yield Runs(github, tmp_path, monkeypatch)


def test_one_comment_over_many_runs(runs: Runs) -> None:
    """Opened, run again, edited, edited to nothing: always the same comment, found by its marker."""
    assert "created" in runs.issue(1, HANDLE)
    assert "unchanged" in runs.issue(1, HANDLE)
    assert "edited" in runs.issue(1, STEP, "edited")
    assert "minimised" in runs.issue(1, NOTHING, "edited")
    (comment,) = runs.ours(1)
    assert f"app={APP_ID}" in comment.body
    assert comment.minimised
    assert (runs.folder / "summary.md").read_text().count("Known Burn error") == 3
    assert "http://127.0.0.1:8000" not in comment.body


def test_folded_stays_folded_until_shown(runs: Runs) -> None:
    """``wrong`` by the reporter holds over runs; ``show`` takes it back."""
    runs.issue(2, HANDLE)
    runs.comment(2, "/burnerr wrong", "alice")
    assert runs.ours(2)[0].minimised
    runs.issue(2, STEP, "edited")
    assert runs.ours(2)[0].minimised
    runs.comment(2, "/burnerr show")
    (comment,) = runs.ours(2)
    assert (comment.minimised, "value: 8" in comment.body) == (False, True)


def test_deleted_is_not_posted_again(runs: Runs) -> None:
    """The issue's timeline tells that a comment of ours was deleted."""
    runs.issue(3, HANDLE)
    del runs.github.comments[runs.ours(3)[0].id]
    runs.github.deleted[3] = [LOGIN]
    assert "silent" in runs.issue(3, STEP, "edited")
    assert runs.ours(3) == []


def test_commands(runs: Runs) -> None:
    """Answered with rights, limits and links as with a server; what needs a store says so."""
    runs.issue(4, NOTHING)
    runs.comment(4, "/burnerr explain should-have-handle-for-tensor", "bob")
    runs.comment(4, "/burnerr explain should-have-handle-for-tensor", "carol")
    runs.comment(4, "/burnerr hide", "bob")
    runs.comment(4, "/burnerr off")
    said = [comment.body for comment in runs.ours(4)]
    assert said[0].startswith("**Known Burn error**")
    assert said[1].startswith("[Answered above](")
    assert "write access" in said[2]
    assert "needs a server" in said[3]


def test_limits_hold_over_runs(runs: Runs) -> None:
    """The questions of the last hour are counted by the replies they got."""
    runs.issue(5, NOTHING)
    for number in range(PER_PERSON + 1):
        runs.comment(5, f"/burnerr search words {number}", "eve")
    runs.comment(5, "/burnerr search words", "frank")
    said = [comment.body for comment in runs.ours(5)]
    assert "enough questions" in said[PER_PERSON]
    assert "enough questions" not in said[-1]


def test_a_lost_answer_doubles_nothing(runs: Runs) -> None:
    """A POST whose answer is lost is looked for before it's made again."""
    runs.github.fail_next("POST", r"/issues/6/comments$", Fault(502, after=True))
    runs.issue(6, HANDLE)
    assert len(runs.ours(6)) == 1


def test_the_settings_file_is_checked(runs: Runs) -> None:
    """Problems come as annotations on their lines, and the run fails."""
    document = {"repository": {"id": REPO_ID, "full_name": REPO}, "after": SHA}
    runs.github.repositories[REPO_ID].branches = {SHA: {PATH: "mode: comment\nspeek: exact"}}
    done = runs.event("push", dict(document))
    assert done.exit_code == 1
    assert f"::error file={PATH},line=2::there is no key `speek`. Did you mean `speak`?" in done.output
    runs.github.repositories[REPO_ID].branches = {SHA: {PATH: "mode: off"}}
    assert runs.event("pull_request", dict(document)).exit_code == 0


def test_a_repository_heeds_its_file(runs: Runs) -> None:
    """Modes are as with a server."""
    runs.github.repositories[REPO_ID].files[PATH] = "mode: shadow"
    assert "shadow mode" in runs.issue(7, HANDLE)
    assert runs.ours(7) == []


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside of a workflow the command says what it's for."""
    monkeypatch.delenv("GITHUB_EVENT_NAME", raising=False)
    monkeypatch.setenv("BURNERR_DEFAULT_MODE", "comment")
    done = CliRunner().invoke(main, ["action"])
    assert done.exit_code == 1
    assert "GITHUB_EVENT_NAME isn't set" in done.output


def test_the_workflow_asks_for_little() -> None:
    """Two rights at most, and for one job only; no action of others; no event's text in a script."""
    workflow = yaml.safe_load((ROOT / "deploy/action.yml").read_text("utf-8"))
    assert workflow["permissions"] == {}
    jobs = workflow["jobs"]
    assert jobs["answer"]["permissions"] == {"issues": "write", "contents": "read"}
    assert jobs["settings"]["permissions"] == {"contents": "read"}
    for job in jobs.values():
        assert job["runs-on"] == "ubuntu-24.04"
        for step in job["steps"]:
            assert set(step) == {"run", "env"}
            assert "${{" not in step["run"]
    assert workflow["env"]["BURNERR"].partition("@")[2] == "0" * 40
