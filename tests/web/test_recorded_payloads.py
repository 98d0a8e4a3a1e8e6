"""Payloads as GitHub really sent them, all of them, through /webhook."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import KeepingIntake, Post, said

ACTED_ON = {
    ("issues", "opened"),
    ("issues", "edited"),
    ("issues", "reopened"),
    ("issues", "deleted"),
    ("repository", "privatized"),
    ("repository", "publicized"),
    ("repository", "deleted"),
    ("issue_comment", "created"),
    ("issue_comment", "edited"),
    ("issue_comment", "deleted"),
    ("installation", "created"),
    ("installation", "deleted"),
    ("installation", "suspend"),
    ("installation", "unsuspend"),
    ("installation", "new_permissions_accepted"),
    ("installation_repositories", "added"),
    ("installation_repositories", "removed"),
}
INSTALLATION = {"id": 375706, "node_id": "MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9uMzc1NzA2"}


def expected(event: str, document: dict[str, Any]) -> tuple[int, str]:
    """What should come of a payload."""
    if event == "ping":
        return 200, "pong"
    if (event, document.get("action")) in ACTED_ON and "installation" in document:
        return 202, "stored"
    return 200, "ignored"


def test_every_recorded_payload_is_answered_rightly(
    post: Post, intake: KeepingIntake, github_examples: list[tuple[str, dict[str, Any]]]
) -> None:
    """Each of the 329 is stored, ignored with a reason, or a ping; none is refused, none breaks anything."""
    assert len(github_examples) == 329
    stored = 0
    for number, (event, document) in enumerate(github_examples):
        answer = post(event, document, delivery=f"as-sent-{number}")
        assert (answer.status_code, said(answer)["outcome"]) == expected(event, document), (event, number)
        assert said(answer)["outcome"] != "ignored" or said(answer)["reason"]
        stored += answer.status_code == 202
    assert stored == len(intake.kept) == 13


def test_the_same_sent_by_an_app_is_stored(
    post: Post, intake: KeepingIntake, github_examples: list[tuple[str, dict[str, Any]]]
) -> None:
    """Most were recorded from repository webhooks; with an App's installation, all we act on are stored."""
    for number, (event, document) in enumerate(github_examples):
        sent = {"installation": INSTALLATION} | document
        answer = post(event, sent, delivery=f"by-app-{number}")
        assert (answer.status_code, said(answer)["outcome"]) == expected(event, sent), (event, number)
    kinds = {(delivery.event, delivery.action) for delivery in intake.kept.values()}
    assert kinds == ACTED_ON - {("repository", "deleted")}  # none of those was recorded


def test_an_issue_is_cut_down_to_what_is_used(
    post: Post, intake: KeepingIntake, github_examples: list[tuple[str, dict[str, Any]]]
) -> None:
    """Of a recorded issue a small part is kept, with the text unchanged."""
    document = next(doc for event, doc in github_examples if event == "issues" and doc["action"] == "opened")
    post("issues", document | {"installation": INSTALLATION})
    (stored,) = intake.kept.values()
    assert stored.payload["issue"]["title"] == document["issue"]["title"]
    assert stored.payload["issue"]["body"] == document["issue"]["body"]
    assert len(str(stored.payload)) < len(str(document)) / 5
