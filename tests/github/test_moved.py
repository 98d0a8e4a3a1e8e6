"""Where a thing has moved: no redirect is followed blindly, and no page of a list is missed for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.github.backlog import Backlog
from bot.github.errors import GitHubError, Refused
from bot.github.live_repository import LiveRepository
from bot.github.model import Repo
from bot.github.pages import next_page
from bot.github.straight import straight_to
from bot.github.transport import Moved, Transport
from tests.github.conftest import REPO
from tests.torture.documents import APP_ID, BOT, Fault, issue_document
from tests.torture.stand_in import StandIn

RENAMED = "octo/model-zoo"
OTHER = Repo(REPO.installation_id, 88, "octo/other")


@pytest.fixture
def whole(transport: Transport) -> LiveRepository:
    """All that the App uses of GitHub."""
    return LiveRepository(transport, APP_ID)


def chat(github: StandIn, count: int) -> None:
    """People talk."""
    for number in range(count):
        github.put_comment(REPO.id, 1, f"chat {number}")


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("verb", ["GET", "POST", "PATCH"])
def test_no_redirect_is_followed(github: StandIn, transport: Transport, status: int, verb: Any) -> None:
    """Whatever the verb and the kind of redirect, wherever it leads: one call, and word of it."""
    for address in (f"{github.url}/repositories/77/issues/1", "https://elsewhere.test/x", ""):
        headers = (("Location", address),) if address else ()
        github.fail_next(verb, "/issues/1$", Fault(status, headers=headers))
        before = len([call for call in github.calls if "/issues/" in call.path])
        with pytest.raises(Moved):
            transport.call(verb, "/repos/octo/model/issues/1", installation_id=5)
        assert len([call for call in github.calls if "/issues/" in call.path]) == before + 1


def test_connections_are_kept(
    github: StandIn, whole: LiveRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls of a thread share a connection, before and after a redirect."""
    opened: list[str] = []

    def counted(api_url: str, timeout: int) -> object:
        opened.append(api_url)
        return straight_to(api_url, timeout)

    monkeypatch.setattr("bot.github.clients.straight_to", counted)
    for _ in range(3):
        whole.read_issue(REPO, 1)
    github.rename(REPO.id, RENAMED)
    whole.read_issue(REPO, 1)
    assert opened == [github.url]


@pytest.mark.parametrize("count", [35, 99, 100, 135, 250])
def test_our_comment_is_found_in_a_renamed_repository(
    github: StandIn, whole: LiveRepository, count: int
) -> None:
    """However many comments stand before ours: pages stay as long as asked for, and all are read."""
    chat(github, count)
    ours = github.put_comment(REPO.id, 1, "OURS", BOT, APP_ID)
    github.rename(REPO.id, RENAMED)
    found = whole.find_own_comment(REPO, 1, lambda body: body == "OURS")
    assert found is not None
    assert found.id == ours


def test_since_survives_a_rename(github: StandIn, whole: LiveRepository) -> None:
    """The query is sent in full to the new address."""
    early = github.put_comment(REPO.id, 1, "OURS early", BOT, APP_ID)
    since = github.stamp()
    late = github.put_comment(REPO.id, 1, "OURS late", BOT, APP_ID)
    github.rename(REPO.id, RENAMED)
    found = whole.find_own_comment(REPO, 1, lambda body: "OURS" in body, since)
    assert found is not None
    assert (found.id, early < late) == (late, True)


def test_short_pages_are_not_the_last(
    github: StandIn, whole: LiveRepository, transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that gives fewer rows than asked for: the Link header decides, in every list."""
    chat(github, 25)
    ours = github.put_comment(REPO.id, 1, "OURS", BOT, APP_ID)
    for number in range(40):
        github.thumbs.setdefault(ours, {})[f"user{number}"] = "+1"
    github.put_comment(REPO.id, 1, "by the house", association="OWNER")
    github.repositories[REPO.id].commit_comments["abc"] = [f"told {number}" for number in range(35)]
    for number in range(2, 32):
        github.put_issue(REPO.id, number, "late", "x")
    monkeypatch.setattr("bot.github.live.PAGE", 7)
    monkeypatch.setattr("bot.github.live_repository.PAGE", 10)
    monkeypatch.setattr("bot.github.backlog.PAGE", 7)
    found = whole.find_own_comment(REPO, 1, lambda body: body == "OURS")
    assert found is not None
    assert len(whole.reactions(REPO, ours)) == 40
    backlog = Backlog(transport)
    assert len(list(backlog.opened_since(REPO, "2020-01-01T00:00:00Z"))) == 31
    assert backlog.is_answered(REPO, 1)
    assert len(whole.commit_comments(REPO, "abc")) == 35


@pytest.mark.parametrize(
    ("link", "following"),
    [
        ("", None),
        ('<https://x.test/a?page=1>; rel="first", <https://x.test/a?page=9>; rel="last"', None),
        ('<https://x.test/a?page=1>; rel="prev", <https://x.test/a?per_page=5&page=3>; rel="next"', "3"),
        ('<https://x.test/repositories/7/a?page=2>; rel="next"', "2"),
        ('<https://x.test/a?q=a%2Cb&page=2>;rel="next"', "2"),
    ],
)
def test_the_next_page_is_what_the_header_says(link: str, following: str | None) -> None:
    """By number, anywhere in the header, or none."""
    found = next_page({"link": link})
    assert (None if found is None else found["page"]) == following
    assert next_page({"link": '<https://x.test/a?cursor=v1_7&per_page=5>; rel="next"'}) == {
        "cursor": "v1_7",
        "per_page": "5",
    }


CALLS: list[tuple[str, Callable[[LiveRepository], object]]] = [
    ("read", lambda live: live.read_issue(REPO, 1)),
    ("look for ours", lambda live: live.find_own_comment(REPO, 1, lambda _: True)),
    ("post", lambda live: live.create_comment(REPO, 1, "hello")),
    ("first comments", lambda live: live.first_comments(REPO, 1)),
    ("label", lambda live: live.add_labels(REPO, 1, ("x",))),
]


@pytest.mark.parametrize(("_what", "call"), CALLS, ids=[name for name, _ in CALLS])
def test_an_issue_moved_away_is_not_ours(
    github: StandIn, whole: LiveRepository, _what: str, call: Callable[[LiveRepository], object]
) -> None:
    """Transferred to another repository: nothing is read or written there in its name."""
    github.add_repository(OTHER.id, OTHER.name, OTHER.installation_id)
    github.transfer(REPO.id, 1, OTHER.id, 9)
    with pytest.raises(Refused, match="moved") as caught:
        call(whole)
    assert not caught.value.ours
    assert not github.ours(OTHER.id, 9)
    assert github.issues[OTHER.id, 9].labels == []


@pytest.mark.parametrize(
    "change", [{"number": 2}, {"repository_url": "https://api.github.test/repos/octo/other"}]
)
def test_an_answer_about_another_issue_is_refused(
    github: StandIn, whole: LiveRepository, change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy or cache that followed for us: number and repository are looked at."""
    monkeypatch.setattr(
        "tests.torture.routes.issue_document", lambda *args: {**issue_document(*args), **change}
    )
    with pytest.raises(Refused, match="moved"):
        whole.read_issue(REPO, 1)


def test_the_owners_file_is_found_under_the_new_owner(github: StandIn, whole: LiveRepository) -> None:
    """An account with another name: what it says for all its repositories still holds."""
    github.add_repository(90, "octo/.github", REPO.installation_id).files["burnerr.yml"] = "mode: off"
    github.rename(90, "octopus/.github")
    github.rename(REPO.id, "octopus/model")
    file = whole.read_owners_file(REPO, "burnerr.yml")
    assert file is not None
    assert file.text == "mode: off"
    github.rename(90, "octopus/dotgithub")
    assert whole.read_owners_file(REPO, "burnerr.yml") is None


def test_an_api_that_has_moved_is_our_mistake(github: StandIn, whole: LiveRepository) -> None:
    """A wrong address in the settings is told as such, not as the issue's fault."""
    github.fail_next("POST", "/access_tokens$", Fault(301, headers=(("Location", "https://x.test/"),)))
    with pytest.raises(Refused, match="address") as caught:
        whole.read_issue(REPO, 1)
    assert caught.value.ours
    github.fail_next("GET", "/app$", Fault(301))
    with pytest.raises(GitHubError, match="address"):
        _ = whole.login
