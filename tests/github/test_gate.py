"""Once GitHub told anybody to wait, no call goes out until then: of no thread, process or job."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from bot.github.credentials import app_auth
from bot.github.errors import Later
from bot.github.live import LiveGitHub
from bot.github.model import Comment, Repo
from bot.github.transport import Transport
from tests.github.conftest import REPO
from tests.torture.documents import APP_ID, Fault
from tests.torture.stand_in import StandIn

TOKEN = r"/access_tokens$"
LIMITED = Fault(429, headers=(("Retry-After", "30"),))


class Kept:
    """What processes tell each other, kept in memory."""

    def __init__(self) -> None:
        self.waits: dict[int, float] = {}
        self.is_away = False

    def blocked_for(self, installation_id: int) -> float:
        """What was told."""
        return self.waits.get(installation_id, 0.0)

    def block(self, installation_id: int, seconds: float) -> None:
        """Tell, unless the store is away."""
        if not self.is_away:
            self.waits[installation_id] = seconds


@contextlib.contextmanager
def gated(github: StandIn, pem: str, kept: Kept) -> Iterator[LiveGitHub]:
    """The App's view, as a process sees it that shares what was told."""
    transport = Transport(github.url, app_auth(APP_ID, pem), 1, kept)
    yield LiveGitHub(transport, APP_ID)
    transport.close()


def test_an_installation_told_to_wait_is_not_called(github: StandIn, pem: str) -> None:
    """What was told to another job counts: no call goes out until then, for others it does."""
    github.add_repository(78, "acme/other", 6)
    github.put_issue(78, 1, "theirs", "")
    kept = Kept()
    kept.block(REPO.installation_id, 7.5)
    with gated(github, pem, kept) as live:
        with pytest.raises(Later) as caught:
            live.read_issue(REPO, 1)
        assert caught.value.seconds == 7.5
        assert caught.value.limit
        assert github.calls == []
        assert live.read_issue(Repo(6, 78, "acme/other"), 1).title == "theirs"


@pytest.mark.parametrize("is_away", [False, True])
@pytest.mark.parametrize("verb", ["GET", "POST"])
def test_what_is_told_is_known_before_the_next_call(
    github: StandIn, pem: str, verb: str, *, is_away: bool
) -> None:
    """Written down for all at once; and kept by the process itself, for the store may be away just then."""
    kept = Kept()
    kept.is_away = is_away
    github.fail_next(verb, "/issues/1", LIMITED)
    with gated(github, pem, kept) as live:
        with pytest.raises(Later):
            live.create_comment(REPO, 1, "hello") if verb == "POST" else live.read_issue(REPO, 1)
        assert kept.waits == ({} if is_away else {REPO.installation_id: 31.0})
        sent = len(github.calls)
        for call in (lambda: live.read_issue(REPO, 1), lambda: live.create_comment(REPO, 1, "hello")):
            with pytest.raises(Later) as caught:
                call()
            assert caught.value.limit
            assert caught.value.seconds is not None
            assert 25 < caught.value.seconds <= 31
        assert len(github.calls) == sent


@pytest.mark.parametrize(
    ("path", "fault", "seconds"),
    [
        (TOKEN, LIMITED, 31.0),
        ("/graphql$", Fault(200, document={"errors": [{"type": "RATE_LIMITED"}]}), 60.0),
    ],
)
def test_limits_met_elsewhere_than_in_a_plain_answer_count_too(
    github: StandIn, pem: str, path: str, fault: Fault, seconds: float
) -> None:
    """While a token is asked for, and in GraphQL, whose refusal is a 200."""
    kept = Kept()
    github.fail_next("POST", path, fault)
    with gated(github, pem, kept) as live, pytest.raises(Later) as caught:
        live.minimise_comment(REPO, Comment(1, "", "", author_is_bot=True, node_id="IC_1"))
    assert caught.value.limit
    assert kept.waits == {REPO.installation_id: seconds}


class ToldAt:
    """Faults on the way of one job; with the call of number ``last``, somebody else is told to wait."""

    def __init__(self, kept: Kept, last: int) -> None:
        self.kept, self.last = kept, last
        self.arrived: list[str] = []
        self._met: set[str] = set()

    def __call__(self, verb: str, path: str, _body: Any) -> Fault | None:
        """The fault that a call meets: each kind after which something is sent once more."""
        if path == "/app":
            return None  # the App's own business, not the installation's
        self.arrived.append(f"{verb} {path}")
        if len(self.arrived) == self.last:
            self.kept.block(REPO.installation_id, 9.0)
        for pattern, fault in (
            ("/octo/model/issues/1", Fault(502)),
            ("/repositories/77", Fault(401, message="Bad credentials")),
            ("/octo/zoo/issues/1/comments", Fault(0)),
        ):
            if path.endswith(pattern) and verb == "GET" and pattern not in self._met:
                self._met.add(pattern)
                return fault
        return None


def a_job(live: LiveGitHub) -> None:
    """Reads and writes as a job does, in a repository that was renamed."""
    live.read_issue(REPO, 1)
    live.find_own_comment(REPO, 1, lambda _body: False)
    comment = live.create_comment(REPO, 1, "hello")
    live.edit_comment(REPO, comment.id, "hello again")
    live.minimise_comment(REPO, comment)


def test_nothing_is_sent_once_others_were_told_whatever_is_under_way(
    github: StandIn, pem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two calls of a job others may be told: before a page, a second sending, another name, a new
    token, a write. The next one stays at home.
    """
    monkeypatch.setattr("bot.github.transport.SOON", 0.01)
    monkeypatch.setattr("bot.github.live.PAGE", 2)
    for number in range(3):
        github.put_comment(REPO.id, 1, f"chat {number}")
    github.rename(REPO.id, "octo/zoo")
    undisturbed = github.choose = ToldAt(Kept(), last=0)
    with gated(github, pem, undisturbed.kept) as live:
        a_job(live)
    assert len(undisturbed.arrived) >= 13, undisturbed.arrived
    for last in range(1, len(undisturbed.arrived)):
        for posted in github.ours(REPO.id, 1):
            del github.comments[posted.id]
        told = github.choose = ToldAt(Kept(), last)
        with gated(github, pem, told.kept) as live, pytest.raises(Later) as caught:
            a_job(live)
        assert caught.value.limit
        assert len(told.arrived) == last, told.arrived[last - 1 :]
