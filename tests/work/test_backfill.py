"""``burnerr backfill`` on a repository with a past: a report that changes nothing, then the answers."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.torture.documents import Fault
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, NOTHING, REPO, REPO_ID, House, wait_until

pytestmark = ON_SQLITE
HOSTILE = "=HYPERLINK(\"http://evil\")</h3><script>alert('x')</script>"
UNKNOWN = """thread 'main' panicked at src/model.rs:10:5:
a message that nobody has heard of before
"""


@pytest.fixture
def past(house: House) -> House:
    """Open, closed and locked issues with known errors, one with nothing, one that is a pull request."""
    github = house.github
    for number in (601, 602):
        github.put_issue(REPO_ID, number, HOSTILE if number == 602 else "It fails", HANDLE)
    github.put_issue(REPO_ID, 603, "closed", HANDLE, state="closed")
    github.put_issue(REPO_ID, 604, "locked", HANDLE, locked=True)
    github.put_issue(REPO_ID, 605, "slow", NOTHING)
    github.put_issue(REPO_ID, 606, "mine", UNKNOWN)
    return house


def command(house: House, *arguments: str) -> list[str]:
    """The command line."""
    return [sys.executable, "-m", "bot.cli", "backfill", *arguments]


def run(house: House, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command's output and status."""
    return subprocess.run(
        command(house, *arguments),
        env={**os.environ, **house.environment, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def ours(house: House) -> list[int]:
    """The issues under which a comment of ours stands, each as often as there is one."""
    return sorted(number for number in range(601, 700) for _ in house.github.ours(REPO_ID, number))


def test_it_reports_and_changes_nothing(past: House, tmp_path: Path) -> None:
    """By record, by release, unknown kinds, why silent; the table and the page have all of it."""
    writes = len(past.github.writes())
    table, page = tmp_path / "found.csv", tmp_path / "found.html"
    done = run(past, REPO, "--state", "all", "--csv", str(table), "--html", str(page))
    assert done.returncode == 0, done.stderr
    assert "should-have-handle-for-tensor" in done.stdout
    assert "6 issues read; 4 would be answered, 2 of them are open." in done.stdout
    assert len(past.github.writes()) == writes
    rows = {row["issue"]: row for row in csv.DictReader(table.read_text("utf-8").splitlines())}
    assert rows["602"]["title"].startswith("'=")
    assert rows["603"]["answer"] == "yes"
    assert rows["605"]["why silent"]
    assert rows["606"]["answer"] == "no"
    text = page.read_text("utf-8")
    assert text.count("<article>") == 4
    assert "<script>alert" not in text


def test_the_page_is_harmless_in_a_browser(past: House, tmp_path: Path, browser: Browser) -> None:
    """Titles stay text, nothing runs, nothing is loaded, and it fits a phone."""
    page_file = tmp_path / "found.html"
    assert run(past, REPO, "--html", str(page_file)).returncode == 0
    page = browser.new_page(viewport={"width": 375, "height": 700})
    said: list[str] = []
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", lambda request: said.extend([] if request.url.startswith("file:") else [request.url]))
    page.goto(page_file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert HOSTILE in page.locator("body").inner_text()
    assert said == []
    page.context.close()


def test_only_as_much_as_was_asked_for(past: House) -> None:
    """The newest so many; none before a day; a repository that isn't there is told."""
    assert "2 issues read" in run(past, REPO, "--limit", "2").stdout
    assert "0 issues read" in run(past, REPO, "--since", "2099-01-01").stdout
    done = run(past, "octo/absent")
    assert done.returncode == 1
    assert "the App isn't installed there" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_limit_of_githubs_is_waited_for(past: House) -> None:
    """And nothing is read twice or left out."""
    past.github.fail_next("GET", r"/issues$", Fault(429, headers=(("Retry-After", "1"),)))
    done = run(past, REPO, "--state", "all")
    assert "GitHub asks to wait 2 s." in done.stderr
    assert "6 issues read" in done.stdout


def test_applied_it_answers_open_issues_once(past: House) -> None:
    """Two of them get a comment; a second run changes nothing; closed and locked ones are left alone."""
    for _ in range(2):
        done = run(past, REPO, "--state", "all", "--apply")
        assert done.returncode == 0, done.stderr
        assert "Done after" in done.stdout
        assert ours(past) == [601, 602]


def test_stopped_it_goes_on_later(past: House) -> None:
    """Ctrl-C in the middle: what was begun is done by the workers, the next run does the rest, none twice."""
    numbers = range(620, 660)
    for number in numbers:
        past.github.put_issue(REPO_ID, number, "It fails", HANDLE)
    process = subprocess.Popen(
        command(past, REPO, "--apply"),
        env={**os.environ, **past.environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: len(ours(past)) >= 4 or None, 60, "the first answers")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert "start it again to go on" in out
    time.sleep(0.5)
    assert len(ours(past)) < len(numbers)
    done = run(past, REPO, "--apply")
    assert "Done after" in done.stdout, done.stderr
    found = ours(past)
    assert sorted(set(found)) == found
    assert set(numbers) <= set(found)
