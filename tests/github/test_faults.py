"""Whatever GitHub answers, a write is sent once, and what may have happened is told apart from what
didn't.
"""

from __future__ import annotations

import time

import pytest

from bot.github.errors import CommentGone, GitHubError, Later, Refused, Unclear
from bot.github.live import LiveGitHub
from bot.github.lost import PASSING
from tests.github.conftest import REPO
from tests.torture.documents import Fault
from tests.torture.stand_in import StandIn

COMMENTS = r"/issues/1/comments$"


def posts(github: StandIn) -> int:
    """How often a comment was asked for."""
    return sum(call.path.endswith("/comments") for call in github.writes())


@pytest.mark.parametrize(
    "fault",
    [
        Fault(502),
        Fault(502, after=True),
        Fault(500, after=True),
        Fault(0),
        Fault(0, after=True),
        Fault(0, after=True, seconds=1.5),
        Fault(201, after=True),
    ],
    ids=["502 before", "502 after", "500 after", "cut before", "cut after", "silence", "no comment in it"],
)
def test_a_post_without_a_clear_answer_is_sent_once_and_unclear(
    github: StandIn, live: LiveGitHub, fault: Fault
) -> None:
    """A lost or broken answer to a POST is `Unclear`, and the POST isn't repeated."""
    github.fail_next("POST", COMMENTS, fault)
    with pytest.raises(Unclear):
        live.create_comment(REPO, 1, "hello")
    assert posts(github) == 1
    assert len(github.ours(REPO.id, 1)) == (1 if fault.after else 0)


LOST = [Fault(502), Fault(503), Fault(504), Fault(0)]
"""Answers of proxies and a cut connection: gone a moment later."""


@pytest.mark.parametrize("fault", LOST, ids=lambda fault: str(fault.status))
def test_a_read_that_got_lost_is_sent_once_more(github: StandIn, live: LiveGitHub, fault: Fault) -> None:
    """One loss isn't noticed; a job of many reads would else begin anew for each."""
    github.fail_next("GET", r"/issues/1$", fault)
    assert live.read_issue(REPO, 1).title == "It fails"
    assert sum(call.path.endswith("/issues/1") for call in github.calls) == 2


@pytest.mark.parametrize(
    ("fault", "sent"), [*((fault, 2) for fault in LOST), (Fault(0, seconds=1.5), 1), (Fault(500), 1)]
)
def test_a_read_without_an_answer_is_for_later(
    github: StandIn, live: LiveGitHub, fault: Fault, sent: int
) -> None:
    """A read that failed did nothing: it's asked again later, by whoever asked. Silence isn't waited for
    twice.
    """
    github.fail_next("GET", r"/issues/1$", *[fault] * sent)
    with pytest.raises(Later) as caught:
        live.read_issue(REPO, 1)
    assert sum(call.path.endswith("/issues/1") for call in github.calls) == sent
    assert caught.value.seconds is None
    assert not caught.value.limit
    assert live.read_issue(REPO, 1).title == "It fails"


@pytest.mark.parametrize(
    ("status", "message", "headers", "least", "most"),
    [
        (403, "You have exceeded a secondary rate limit", (("Retry-After", "7"),), 7, 9),
        (429, "Too many requests", (("Retry-After", "3"),), 3, 5),
        (403, "You have exceeded a secondary rate limit. Please wait.", (), 60, 61),
        (429, "", (), 60, 61),
        (403, "You have triggered an abuse detection mechanism.", (), 60, 61),
        (429, "", (("Retry-After", "nonsense"),), 60, 61),
        (
            403,
            "API rate limit exceeded",
            (("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "+30")),
            29,
            32,
        ),
        (
            403,
            "API rate limit exceeded",
            (("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "+9e9")),
            3_000,
            3_700,
        ),
    ],
)
def test_limits_are_told_with_the_time_to_wait(
    github: StandIn,
    live: LiveGitHub,
    status: int,
    message: str,
    headers: tuple[tuple[str, str], ...],
    least: float,
    most: float,
) -> None:
    """403 and 429 for limits tell how long to wait, and that it's the installation's limit."""
    told = tuple(
        (name, str(time.time() + float(value)) if value.startswith("+") else value) for name, value in headers
    )
    github.fail_next("POST", COMMENTS, Fault(status, message=message, headers=told))
    with pytest.raises(Later) as caught:
        live.create_comment(REPO, 1, "hello")
    assert caught.value.limit
    assert caught.value.seconds is not None
    assert least <= caught.value.seconds <= most
    assert posts(github) == 1


def test_an_old_token_is_renewed_once(github: StandIn, live: LiveGitHub) -> None:
    """401: a new token, and a read is sent again. A write isn't, for two so close are too many for GitHub."""
    live.read_issue(REPO, 1)
    github.tokens.clear()
    assert live.read_issue(REPO, 1).number == 1
    assert len(github.tokens) == 1
    github.tokens.clear()
    with pytest.raises(Later):
        live.create_comment(REPO, 1, "hello")
    assert posts(github) == 1
    assert live.create_comment(REPO, 1, "hello").id
    assert len(github.ours(REPO.id, 1)) == 1


def test_a_second_401_is_for_later(github: StandIn, live: LiveGitHub) -> None:
    """GitHub that takes no token of ours isn't asked for ever."""
    github.fail_next(
        "GET", r"/issues/1$", Fault(401, message="Bad credentials"), Fault(401, message="Bad credentials")
    )
    with pytest.raises(Later):
        live.read_issue(REPO, 1)


def test_a_renamed_repository_is_followed_and_written_to_once(github: StandIn, live: LiveGitHub) -> None:
    """307 to a POST posts nothing; the repository is found by its id, and the comment posted there, once: not
    in the same breath, because whoever posts has said when it was tried.
    """
    github.rename(REPO.id, "octo/model-zoo")
    with pytest.raises(Later):
        live.create_comment(REPO, 1, "hello")
    comment = live.create_comment(REPO, 1, "hello")
    assert [one.id for one in github.ours(REPO.id, 1)] == [comment.id]
    assert live.read_issue(REPO, 1).number == 1
    live.edit_comment(REPO, comment.id, "hello again")
    assert github.comments[comment.id].body == "hello again"
    # The new name is kept: no detour for the last two calls.
    assert sum(call.path == f"/repositories/{REPO.id}" for call in github.calls) == 1


def test_a_name_that_leads_nowhere_is_looked_up_by_id(github: StandIn, live: LiveGitHub) -> None:
    """404 under the old name: the id tells the new one."""
    github.repositories[REPO.id].name = "octo/moved"
    assert live.read_issue(REPO, 1).number == 1


@pytest.mark.parametrize(
    ("prepare", "said", "ours"),
    [
        (lambda g: g.issues.clear(), "gone", False),
        (lambda g: setattr(g.issues[77, 1], "deleted", True), "deleted", False),
        (lambda g: setattr(g.issues[77, 1], "locked", True), "locked", False),
        (lambda g: setattr(g.repositories[77], "archived", True), "archived", False),
        (lambda g: g.fail_next("GET", "/repositories/77", Fault(404, message="Not Found")), "", False),
        (lambda g: g.fail_next("POST", COMMENTS, Fault(422, message="Validation Failed")), "422", True),
        (lambda g: g.fail_next("POST", COMMENTS, Fault(403, message="Not accessible")), "Not acc", False),
    ],
)
def test_a_plain_no_is_final_and_says_why(
    github: StandIn, live: LiveGitHub, prepare: object, said: str, ours: bool
) -> None:
    """What GitHub will refuse again is `Refused`, in words for people; what we asked wrongly is ours."""
    assert callable(prepare)
    prepare(github)
    if not said:
        github.repositories[REPO.id].name = "else/where"
        said = "repository is gone"
    with pytest.raises(Refused) as caught:
        live.create_comment(REPO, 1, "hello")
    assert said in caught.value.reason
    assert caught.value.ours is ours


def test_a_suspended_or_removed_installation_is_final(github: StandIn, live: LiveGitHub) -> None:
    """No token to be had: there is nothing more to do there."""
    github.suspended.add(REPO.installation_id)
    with pytest.raises(Refused, match="suspended"):
        live.read_issue(REPO, 1)
    github.repositories.clear()
    github.suspended.clear()
    with pytest.raises(Refused, match="no longer installed"):
        live.read_issue(REPO, 1)


def test_a_deleted_comment_is_told_apart_from_a_lost_repository(github: StandIn, live: LiveGitHub) -> None:
    """404 on a comment whose repository is there: somebody deleted it."""
    comment = live.create_comment(REPO, 1, "hello")
    del github.comments[comment.id]
    with pytest.raises(CommentGone):
        live.edit_comment(REPO, comment.id, "x")
    with pytest.raises(CommentGone):
        live.read_comment(REPO, comment.id)


def test_nothing_else_than_these_errors_comes_out(github: StandIn, live: LiveGitHub) -> None:
    """Any status, with or without JSON: always an error of this room."""
    for status in (300, 302, 308, 400, 402, 405, 406, 409, 415, 418, 423, 451, 499, 501, 504, 599):
        github.fail_next("POST", COMMENTS, Fault(status))
        # A read that meets one of these is sent once more, and meets it again.
        github.fail_next("GET", COMMENTS, *[Fault(status)] * (2 if status in PASSING else 1))
        with pytest.raises(GitHubError):
            live.create_comment(REPO, 1, f"hello {status}")
        with pytest.raises(GitHubError):
            live.find_own_comment(REPO, 1, lambda _body: True)
