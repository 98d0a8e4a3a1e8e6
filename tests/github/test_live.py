"""What is read and written on GitHub when it answers well."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.github.errors import Refused
from bot.github.live import LiveGitHub
from bot.github.model import Comment, Repo
from bot.github.transport import Transport
from tests.github.conftest import REPO
from tests.torture.documents import APP_ID, BOT
from tests.torture.stand_in import StandIn

MARK = "<!-- ours -->"


def is_ours(body: str) -> bool:
    """A marker for these tests."""
    return MARK in body


def test_an_issue_is_read_as_it_stands(github: StandIn, live: LiveGitHub) -> None:
    """Title, body, author, state and times come from GitHub, whatever is null."""
    github.put_issue(REPO.id, 2, "Panic", "log", author="dependabot[bot]", locked=True, state="closed")
    issue = live.read_issue(REPO, 2)
    assert (issue.title, issue.body, issue.author) == ("Panic", "log", "dependabot[bot]")
    assert (issue.author_is_bot, issue.locked, issue.state) == (True, True, "closed")
    assert issue.updated_at >= issue.created_at > ""


def test_our_comment_is_known_by_marker_author_and_app(github: StandIn, live: LiveGitHub) -> None:
    """A marker copied by a person, by another App, or of another App under our name, isn't ours."""
    github.put_comment(REPO.id, 1, f"I copied this {MARK}", author="mallory")
    github.put_comment(REPO.id, 1, f"me too {MARK}", author="other-app[bot]", app=99)
    github.put_comment(REPO.id, 1, f"and me {MARK}", author=BOT, app=APP_ID + 1)
    github.put_comment(REPO.id, 1, "ours, but something else", author=BOT, app=APP_ID)
    assert live.find_own_comment(REPO, 1, is_ours) is None
    comment = live.create_comment(REPO, 1, f"here {MARK}")
    found = live.find_own_comment(REPO, 1, is_ours)
    assert found is not None
    assert found.id == comment.id
    assert found.author_is_bot


def test_our_comment_is_found_where_the_app_isnt_told(github: StandIn, live: LiveGitHub) -> None:
    """A server that leaves out which App wrote a comment: author and marker decide."""
    comment = github.put_comment(REPO.id, 1, MARK, author=BOT, app=None)
    found = live.find_own_comment(REPO, 1, is_ours)
    assert found is not None
    assert found.id == comment


def test_our_comment_is_found_on_a_later_page(github: StandIn, live: LiveGitHub) -> None:
    """More than a page of comments stands before ours."""
    for number in range(205):
        github.put_comment(REPO.id, 1, f"comment {number}")
    comment = live.create_comment(REPO, 1, MARK)
    found = live.find_own_comment(REPO, 1, is_ours)
    assert found is not None
    assert found.id == comment.id


def test_an_endless_issue_is_left_alone(
    github: StandIn, live: LiveGitHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where ours might stand further down than we look, nothing is said about it."""
    monkeypatch.setattr("bot.github.live.MOST_PAGES", 2)
    for number in range(250):
        github.put_comment(REPO.id, 1, f"comment {number}")
    with pytest.raises(Refused):
        live.find_own_comment(REPO, 1, is_ours)


def test_a_comment_is_folded_away_and_unfolded(github: StandIn, live: LiveGitHub) -> None:
    """Through GraphQL, with and without a known node id; a deleted one is told as refused."""
    comment = live.create_comment(REPO, 1, "hello")
    live.minimise_comment(REPO, Comment(comment.id, "", "", author_is_bot=True))
    assert github.comments[comment.id].minimised
    live.show_comment(REPO, comment)
    assert not github.comments[comment.id].minimised
    del github.comments[comment.id]
    with pytest.raises(Refused):
        live.minimise_comment(REPO, comment)
    github.with_graphql = False
    with pytest.raises(Refused):
        live.minimise_comment(REPO, comment)


def test_rights_and_reactions(github: StandIn, live: LiveGitHub) -> None:
    """Rights come from the collaborator endpoint; a reaction twice is one."""
    github.permissions[REPO.id, "bob"] = "triage"
    assert live.permission(REPO, "bob") == "triage"
    assert live.permission(REPO, "stranger") == "read"
    comment = github.put_comment(REPO.id, 1, "/burnerr explain")
    live.react(REPO, comment, "eyes")
    live.react(REPO, comment, "eyes")
    assert github.reactions == [(comment, "eyes")]


def test_threads_share_tokens_but_not_connections(
    github: StandIn, live: LiveGitHub, transport: Transport
) -> None:
    """Sixteen threads at once: one token, each thread its own answers, nothing lost or doubled."""
    for number in range(2, 18):
        github.put_issue(REPO.id, number, f"issue {number}", "")
    ready = threading.Barrier(16)

    def work(number: int) -> bool:
        ready.wait()
        right = all(live.read_issue(REPO, number).title == f"issue {number}" for _ in range(5))
        right = right and live.create_comment(REPO, number, f"to {number}").body == f"to {number}"
        transport.close()
        return right

    old = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads take turns so often that a shared connection would mix answers up
    try:
        with ThreadPoolExecutor(16) as threads:
            assert all(threads.map(work, range(2, 18)))
    finally:
        sys.setswitchinterval(old)
    assert len(github.tokens) == 1
    assert all([one.body for one in github.ours(REPO.id, n)] == [f"to {n}"] for n in range(2, 18))


def test_each_installation_has_its_own_token(github: StandIn, live: LiveGitHub) -> None:
    """One thread works for several installations in turn, each time as the right one."""
    github.add_repository(78, "acme/other", 6)
    github.put_issue(78, 1, "theirs", "")
    other = Repo(6, 78, "acme/other")
    for _ in range(2):
        assert live.read_issue(REPO, 1).title == "It fails"
        assert live.read_issue(other, 1).title == "theirs"
    assert len(github.tokens) == 2


def test_signing_in_costs_little(pem: str) -> None:
    """The key is parsed once: a hundred tokens of the App's own take less than a parse each would."""
    from bot.github.credentials import app_auth

    auth = app_auth(APP_ID, pem)
    start = time.perf_counter()
    for _ in range(100):
        auth.create_jwt()
    assert time.perf_counter() - start < 1.5  # 100 parses take 5 s
