"""POST /webhook: what is taken, what is refused, in which order, and what is stored."""

from __future__ import annotations

import io
import json
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import create_environ, run_wsgi_app

from bot.web.signature import sign
from bot.web.webhook import LARGEST_BODY
from tests.web.conftest import OLD_SECRET, SECRET, KeepingIntake, Post, said


def test_a_signed_issue_is_stored_and_acknowledged(
    post: Post, intake: KeepingIntake, opened: dict[str, Any]
) -> None:
    """A signed issues.opened is stored with all its job needs and nothing else, and answered with 202."""
    answer = post("issues", opened)
    assert answer.status_code == 202
    assert said(answer) == {"outcome": "stored", "delivery": "b6b5a1c0-0000-4000-8000-000000000001"}
    (stored,) = intake.kept.values()
    assert (stored.event, stored.action) == ("issues", "opened")
    assert (stored.installation_id, stored.repo_id, stored.repo, stored.issue) == (99, 42, "alice/model", 7)
    assert (stored.comment_id, stored.sender, stored.sender_is_bot) == (None, "alice", False)
    assert stored.payload["issue"]["body"] == "It panics."
    assert "labels" not in stored.payload["issue"]
    assert "stargazers_count" not in stored.payload["repository"]


def test_a_known_delivery_is_acknowledged_and_stored_once(
    post: Post, intake: KeepingIntake, opened: dict[str, Any]
) -> None:
    """The same delivery again is answered with 202 and kept once."""
    post("issues", opened)
    again = post("issues", opened)
    assert (again.status_code, said(again)["outcome"]) == (202, "known")
    assert len(intake.kept) == 1


def test_both_secrets_are_valid(post: Post, opened: dict[str, Any]) -> None:
    """While a secret is being changed, the old one still signs."""
    assert post("issues", opened, secret=OLD_SECRET).status_code == 202
    assert post("issues", opened, secret="neither of the two").status_code == 401


@pytest.mark.parametrize(
    "header",
    [None, "", "sha256=", "sha256=" + "0" * 64, "sha1=" + "0" * 40, "sha256=\xe4\xf6\xfc", "0" * 64],
)
def test_a_wrong_signature_is_refused(
    post: Post, intake: KeepingIntake, opened: dict[str, Any], header: str | None
) -> None:
    """Without a right signature: 401, and nothing is stored."""
    answer = post("issues", opened, X_Hub_Signature_256=header)
    assert answer.status_code == 401
    assert answer.mimetype == "application/problem+json"
    assert not intake.kept


def test_the_signature_covers_the_raw_body(client: FlaskClient, opened: dict[str, Any]) -> None:
    """The same document written with other blanks has another signature."""
    body = json.dumps(opened).encode()
    headers = {"X-GitHub-Event": "issues", "X-GitHub-Delivery": "1"}
    headers["X-Hub-Signature-256"] = sign(body, SECRET.encode())
    other = json.dumps(opened, indent=1).encode()
    for sent, status in ((body, 202), (other, 401)):
        answer = client.post("/webhook", data=sent, content_type="application/json", headers=headers)
        assert answer.status_code == status


def test_nothing_is_parsed_before_the_signature_holds(post: Post) -> None:
    """Broken JSON without a signature is a matter of the signature."""
    assert post("issues", b"{broken", X_Hub_Signature_256=None).status_code == 401
    assert post("issues", b"{broken").status_code == 400


class Unreadable(io.RawIOBase):
    """A body that must not be read."""

    def readable(self) -> bool:
        """It claims to be readable."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Reading it fails the test."""
        raise AssertionError("the body was read")


class Endless(io.RawIOBase):
    """A body without end, that counts what is read of it."""

    taken = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Give as much as is asked for."""
        self.taken += len(buffer)
        buffer[:] = b" " * len(buffer)
        return len(buffer)


def send_raw(client: FlaskClient, body: io.RawIOBase, **environ: Any) -> int:
    """The status of a call with this body stream, as the server hands it over."""
    made = create_environ("/webhook", method="POST", content_type="application/json")
    _, status, _ = run_wsgi_app(client.application, made | {"wsgi.input": body} | environ)
    return int(status.split()[0])


def test_a_body_that_says_it_is_too_long_is_not_read(client: FlaskClient) -> None:
    """Above 25 MB the length alone decides: 413, without reading a byte."""
    assert send_raw(client, Unreadable(), CONTENT_LENGTH=str(LARGEST_BODY + 1)) == 413


def test_a_body_without_length_is_read_up_to_the_limit(client: FlaskClient) -> None:
    """A chunked body is cut off at 25 MB."""
    body = Endless()
    assert send_raw(client, body, **{"wsgi.input_terminated": True}) == 413
    assert body.taken <= LARGEST_BODY + 128 * 1024


def test_a_body_of_the_largest_size_is_taken(post: Post) -> None:
    """25 MB exactly is not too much."""
    body = b'{"zen": "' + b"x" * (LARGEST_BODY - 11) + b'"}'
    assert len(body) == LARGEST_BODY
    assert post("ping", body).status_code == 200


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", None])
def test_other_content_types_are_refused(post: Post, opened: dict[str, Any], kind: str | None) -> None:
    """A webhook set to send forms is told what to change."""
    answer = post("issues", opened, Content_Type=kind)
    assert answer.status_code == 415
    assert "application/json" in said(answer)["detail"]


@pytest.mark.parametrize(
    ("event", "delivery", "named"),
    [
        (None, "1", "X-GitHub-Event"),
        ("issues", None, "X-GitHub-Delivery"),
        ("issues", "a b", "X-GitHub-Delivery"),
        ("issues", "x" * 65, "X-GitHub-Delivery"),
    ],
)
def test_missing_headers_are_named(
    post: Post, opened: dict[str, Any], event: str | None, delivery: str | None, named: str
) -> None:
    """Without its headers a call can't be understood: 400, and which one it is."""
    answer = post(event, opened, delivery=delivery)
    assert answer.status_code == 400
    assert named in said(answer)["detail"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000]
)
def test_what_is_no_json_object_is_refused(post: Post, body: bytes) -> None:
    """Anything but a JSON object is answered with 400, nested however deep."""
    assert post("issues", body).status_code == 400


def test_a_payload_in_another_shape_is_refused_with_the_places(post: Post, opened: dict[str, Any]) -> None:
    """A signed payload that lacks what every such payload has: 400, naming the places and no values."""
    del opened["issue"]["title"]
    opened["repository"]["id"] = "hundred"
    answer = post("issues", opened)
    assert answer.status_code == 400
    problems = said(answer)["problems"]
    assert [problem.split(":")[0] for problem in problems] == ["issue.title", "repository.id"]
    assert "hundred" not in answer.text


def test_ping_is_answered(post: Post, intake: KeepingIntake) -> None:
    """GitHub's first call gets a 200 and leaves nothing behind."""
    answer = post("ping", {"zen": "Keep it logically awesome.", "hook_id": 1})
    assert (answer.status_code, said(answer)["outcome"]) == (200, "pong")
    assert not intake.kept


def test_what_is_not_acted_on_is_told_why(post: Post, intake: KeepingIntake, opened: dict[str, Any]) -> None:
    """Other events, other actions and repository webhooks get 200 with the reason."""
    without = {key: value for key, value in opened.items() if key != "installation"}
    for event, document, reason in (
        ("star", {"action": "created"}, "star"),
        ("issues", opened | {"action": "labeled"}, "opened"),
        ("issues", {}, "opened"),
        ("issues", without, "installation"),
    ):
        answer = post(event, document)
        assert (answer.status_code, said(answer)["outcome"]) == (200, "ignored")
        assert reason in said(answer)["reason"]
    assert not intake.kept


def test_our_own_comments_are_not_stored(post: Post, intake: KeepingIntake, opened: dict[str, Any]) -> None:
    """A bot's comment is no job; a person's is."""
    comment = {"id": 5, "body": "/burnerr explain", "user": opened["sender"]}
    document = opened | {"action": "created", "comment": comment}
    bot = {"login": "burnerr[bot]", "id": 12, "type": "Bot"}
    assert said(post("issue_comment", document | {"sender": bot}))["outcome"] == "ignored"
    assert post("issue_comment", document).status_code == 202
    (stored,) = intake.kept.values()
    assert (stored.comment_id, stored.payload["comment"]["body"]) == (5, "/burnerr explain")


def test_a_pull_request_stays_known_as_one(post: Post, intake: KeepingIntake, opened: dict[str, Any]) -> None:
    """The mark that an "issue" is a pull request reaches the job."""
    opened["issue"]["pull_request"] = {"url": "https://api.github.com/x"}
    post("issues", opened)
    (stored,) = intake.kept.values()
    assert "pull_request" in stored.payload["issue"]


def test_an_empty_body_and_a_deleted_account_are_taken(
    post: Post, intake: KeepingIntake, opened: dict[str, Any]
) -> None:
    """GitHub sends null for an empty body and for an account that is gone."""
    opened["issue"] |= {"body": None, "user": None}
    assert post("issues", opened).status_code == 202
    (stored,) = intake.kept.values()
    assert "body" not in stored.payload["issue"]


def test_when_it_cannot_be_stored_the_caller_is_asked_to_come_again(
    post: Post, intake: KeepingIntake, opened: dict[str, Any]
) -> None:
    """No 202 without the delivery on disk: 503 with Retry-After."""
    intake.down = True
    answer = post("issues", opened)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "disk" not in answer.text


def test_nothing_of_webhooks_is_kept_by_caches(post: Post, opened: dict[str, Any]) -> None:
    """Answers say that they must not be stored on the way."""
    assert post("issues", opened).headers["Cache-Control"] == "no-store"
    assert post("issues", opened, X_Hub_Signature_256=None).headers["Cache-Control"] == "no-store"


def test_only_post_is_taken(client: FlaskClient) -> None:
    """GET /webhook is refused with what is allowed."""
    answer = client.get("/webhook")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "OPTIONS, POST"
    assert answer.mimetype == "application/problem+json"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=8,
)
_PATHS = (
    ("action",),
    ("issue",),
    ("issue", "number"),
    ("issue", "title"),
    ("issue", "body"),
    ("issue", "user"),
    ("issue", "pull_request"),
    ("repository", "full_name"),
    ("repository", "id"),
    ("sender", "login"),
    ("installation",),
    ("installation", "id"),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(_PATHS), value=_JSON)
def test_no_document_however_odd_makes_an_error_of_ours(
    post: Post, opened: dict[str, Any], path: tuple[str, ...], value: Any
) -> None:
    """Any JSON in any place is stored, ignored or refused as the caller's mistake."""
    document = deepcopy(opened)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert post("issues", document).status_code in {200, 202, 400}
