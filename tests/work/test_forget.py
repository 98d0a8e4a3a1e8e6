"""Deleted issues, hidden repositories, and repositories the App was taken off, in a real worker."""

from __future__ import annotations

from sqlalchemy import text

from bot.store.clock import now
from bot.store.deliveries import Delivery, What
from bot.work.forget import GRACE, forget_left
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, INSTALLATION, REPO, REPO_ID, House

pytestmark = ON_SQLITE


def kept(house: House, issue: int) -> tuple[int, int]:
    """Sightings of an issue, and deliveries of it that still hold a comment's text."""
    where = {"repo": REPO_ID, "issue": issue}
    with house.engine.connect() as connection:
        seen = "select count(*) from sightings where repo_id = :repo and issue = :issue"
        told = "select count(*) from deliveries where repo_id = :repo and issue = :issue and body is not null"
        return (
            connection.execute(text(seen), where).scalar_one(),
            connection.execute(text(told), where).scalar_one(),
        )


def about_repository(action: str) -> Delivery:
    """What GitHub tells of the repository itself."""
    repository = {"id": REPO_ID, "full_name": REPO, "private": action == "privatized"}
    payload = {"repository": repository}
    return Delivery(
        f"{action}-1", "repository", action, INSTALLATION, REPO_ID, REPO, None, None, "alice", False, payload
    )


def test_a_deleted_issue_is_forgotten(house: House) -> None:
    """What was seen and said there goes at once; another issue keeps its own."""
    for number in (401, 402):
        assert house.outcome(house.open_issue(number, HANDLE)).what is What.CREATED
        assert kept(house, number) == (1, 1)
    deleted = house.send(house.delivery(401, action="deleted"))
    assert house.outcome(deleted).what is What.NOTED
    assert kept(house, 401) == (0, 0)
    assert kept(house, 402) == (1, 1)


def test_a_repository_that_hides_is_forgotten_but_worked_for(house: House) -> None:
    """Its issues are answered as before, and counted nowhere the world sees."""
    assert house.outcome(house.open_issue(411, HANDLE)).what is What.CREATED
    house.send(about_repository("privatized"))
    assert house.outcome("privatized-1").what is What.NOTED
    assert kept(house, 411) == (0, 0)
    assert house.outcome(house.send(house.delivery(411, action="edited"))).what is What.UNCHANGED
    house.send(about_repository("publicized"))
    assert house.outcome("publicized-1").what is What.NOTED


def test_where_the_app_was_taken_off_nothing_is_kept(house: House) -> None:
    """Some hours after an installation is gone, its repositories are forgotten."""
    assert house.outcome(house.open_issue(421, HANDLE)).what is What.CREATED
    with house.engine.begin() as connection:
        long_ago = now(connection) - GRACE - 60
        connection.execute(text("update repositories set removed_at = :at"), {"at": long_ago})
    assert forget_left(house.engine) == 1
    assert kept(house, 421) == (0, 0)
