"""A person's issue on a GitHub that isn't ours leads to our one comment there."""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
import time
from typing import Any

import pytest
import requests

from tests.e2e.conftest import REPO, SECRET, SLUG, Burnerr, GitHub, wait_until

pytestmark = pytest.mark.e2e

REGISTRY = "/home/alice/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
HANDLE_PANIC = f"""Training stops after the first epoch:

```
thread 'main' panicked at {REGISTRY}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
```
"""
REASON = "1. The inner dimension of matmul should be the same, but got 12 and 8."
SHAPES = "Lhs shape [128, 12], rhs shape [8, 128]. "
MATMUL_PANIC = f"""```
thread 'main' panicked at {REGISTRY}/burn-tensor-0.18.0/src/tensor/api/numeric.rs:2379:9:
=== Tensor Operation Error ===
  Operation: 'Matmul'
  Reason:
    {REASON} {SHAPES}

note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
```
"""
OWN_PANIC = """```
thread 'main' panicked at src/main.rs:12:34:
called `Option::unwrap()` on a `None` value
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
```
"""


def ours(github: GitHub, issue: int) -> list[dict[str, Any]]:
    """The comments under an issue that our App wrote."""
    return [c for c in github.comments(issue) if c["user"]["login"] == f"{SLUG}[bot]"]


def one_comment(github: GitHub, issue: int, containing: str) -> dict[str, Any]:
    """Waits for our comment with a certain text; more than one comment of ours is a failure at once."""

    def look() -> dict[str, Any] | None:
        found = ours(github, issue)
        assert len(found) <= 1, [c["body"] for c in found]
        return found[0] if found and containing in found[0]["body"] else None

    return wait_until(look, 30, f"our comment with {containing!r}")


def settled(github: GitHub, seconds: float = 4.0) -> None:
    """Waits for an issue opened now to be answered: jobs before it have had their turn by then."""
    issue = github.open_issue("later", HANDLE_PANIC)
    one_comment(github, issue, "/errors/")
    time.sleep(seconds)


def test_known_panic_gets_our_comment(github: GitHub, burnerr: Burnerr) -> None:
    """An issue with a known panic gets one comment by the App's bot, with marker and link."""
    issue = github.open_issue("Panic while training", HANDLE_PANIC)
    comment = one_comment(github, issue, "https://burnerr.example/errors/")
    assert comment["user"]["type"] == "Bot"
    assert "<!-- burnerr" in comment["body"]
    assert "Should have handle for tensor TensorId { value: 497010 }" in comment["body"]
    assert "/home/alice" not in comment["body"]


def test_edit_changes_the_same_comment(github: GitHub, burnerr: Burnerr) -> None:
    """When the author pastes another panic, the same comment is edited; there is never a second one."""
    issue = github.open_issue("It fails", HANDLE_PANIC)
    first = one_comment(github, issue, "Should have handle for tensor")
    github.call("PATCH", f"/repos/{REPO}/issues/{issue}", body=MATMUL_PANIC)
    second = one_comment(github, issue, "Matmul")
    assert second["id"] == first["id"]
    assert "Should have handle" not in second["body"]


def test_own_code_gets_silence(github: GitHub, burnerr: Burnerr) -> None:
    """A panic of the reporter's own code is answered with nothing."""
    issue = github.open_issue("unwrap fails", OWN_PANIC)
    settled(github)
    assert ours(github, issue) == []


def test_own_comment_is_not_answered(github: GitHub, burnerr: Burnerr) -> None:
    """Our own comment's webhook, which quotes the panic, leads to nothing."""
    issue = github.open_issue("again", HANDLE_PANIC)
    one_comment(github, issue, "/errors/")
    settled(github)
    assert len(github.comments(issue)) == 1


def test_explain_command_gets_one_reply(github: GitHub, burnerr: Burnerr) -> None:
    """`/burnerr explain` with a pasted log is answered by one reply."""
    issue = github.open_issue("What is this?", "A colleague saw it, log below.")
    github.call("POST", f"/repos/{REPO}/issues/{issue}/comments", body=f"/burnerr explain\n\n{MATMUL_PANIC}")
    reply = one_comment(github, issue, "Matmul")
    assert "/errors/" in reply["body"]


def test_repeated_delivery_does_nothing_twice(github: GitHub, burnerr: Burnerr) -> None:
    """The same delivery id sent three times is accepted each time and answered once."""
    issue = github.open_issue("once", "no log yet")
    state = github.call("GET", f"/repos/{REPO}/issues/{issue}")
    repository = github.call("GET", f"/repos/{REPO}")
    github.call("PATCH", f"/repos/{REPO}/issues/{issue}", body=HANDLE_PANIC)
    payload = json.dumps(
        {
            "action": "opened",
            "issue": {**state, "body": HANDLE_PANIC},
            "repository": repository,
            "sender": state["user"],
            "installation": {"id": 100},
        }
    ).encode()
    headers = {
        "Content-Type": "application/json",
        "X-GitHub-Event": "issues",
        "X-GitHub-Delivery": "0b1c2d3e-0000-4000-8000-00000000d0b1",
        "X-Hub-Signature-256": "sha256=" + hmac.new(SECRET.encode(), payload, hashlib.sha256).hexdigest(),
    }
    for _ in range(3):
        answer = requests.post(f"{burnerr.url}/webhook", data=payload, headers=headers, timeout=10)
        assert answer.status_code == 202, answer.text
    one_comment(github, issue, "/errors/")
    settled(github)
    assert len(ours(github, issue)) == 1


def test_lost_database_doubles_nothing(github: GitHub, burnerr: Burnerr) -> None:
    """When the store forgets our comments, an edit still finds the comment on GitHub and edits it."""
    issue = github.open_issue("forgetful", HANDLE_PANIC)
    first = one_comment(github, issue, "Should have handle")
    database = next(burnerr.log.parent.joinpath("data").glob("*.sqlite"))
    with sqlite3.connect(database, timeout=30) as connection:
        connection.execute("DELETE FROM comments")
    connection.close()
    github.call("PATCH", f"/repos/{REPO}/issues/{issue}", body=MATMUL_PANIC)
    assert one_comment(github, issue, "Matmul")["id"] == first["id"]


def test_deleted_by_a_maintainer_is_not_posted_again(github: GitHub, burnerr: Burnerr) -> None:
    """Once the owner deletes our comment, an edit of the issue brings none."""
    issue = github.open_issue("deleted", HANDLE_PANIC)
    comment = one_comment(github, issue, "Should have handle")
    github.call("DELETE", f"/repos/{REPO}/issues/comments/{comment['id']}", who="octoowner")
    time.sleep(1.5)  # the delivery that tells of it comes first
    github.call("PATCH", f"/repos/{REPO}/issues/{issue}", body=MATMUL_PANIC)
    settled(github)
    assert ours(github, issue) == []


def test_a_log_added_by_the_reporter_is_answered_once(github: GitHub, burnerr: Burnerr) -> None:
    """An issue without a log gets its one comment when its author adds the log in a comment."""
    issue = github.open_issue("Training fails", "It fails. Log follows.")
    github.call("POST", f"/repos/{REPO}/issues/{issue}/comments", body=HANDLE_PANIC)
    one_comment(github, issue, "Should have handle for tensor")
    github.call("POST", f"/repos/{REPO}/issues/{issue}/comments", body=HANDLE_PANIC)
    settled(github)
    assert len(ours(github, issue)) == 1


def test_rights_are_those_on_github(github: GitHub, burnerr: Burnerr) -> None:
    """A reporter may not switch the bot off; the owner is offered all commands."""
    issue = github.open_issue("rights", "no log")
    comments = f"/repos/{REPO}/issues/{issue}/comments"
    github.call("POST", comments, body="/burnerr off")
    one_comment(github, issue, "write access to this repository")
    github.call("POST", comments, who="octoowner", body="/burnerr mute nothing-like-this\n/burnerr help")
    wait_until(lambda: len(ours(github, issue)) == 2 or None, 30, "the owner's reply")
    said = ours(github, issue)[1]["body"]
    assert "There is no record" in said
    assert "`/burnerr off`" in said
