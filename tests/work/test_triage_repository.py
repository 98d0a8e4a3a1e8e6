"""What maintainers do to a whole repository on the pages: modes, muted records, deliveries; its history."""

from __future__ import annotations

import pytest
from sqlalchemy import text as sql

from bot.store.deliveries import Delivery, State, What
from bot.work.say import SHADOW
from bot.work.triage.carry_out import DONE_BEFORE, NO_RIGHT
from bot.work.triage.desk import Action, CannotAskError, Desk, DeskUnavailableError, Person, Stage, new_token
from tests.torture.documents import Fault
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, INSTALLATION, REPO, REPO_ID, STEP, House
from tests.work.maintainer import Maintainer, maintainer, shadow_house

__all__ = ["idle_house", "maintainer"]
idle_house = shadow_house
pytestmark = ON_SQLITE
RECORD = "should-have-handle-for-tensor"
SETTINGS = ".github/burnerr.yml"


@pytest.fixture(scope="module", autouse=True)
def known(maintainer: Maintainer) -> None:
    """A repository is known from its first event on."""
    maintainer.note(900)


def test_modes_are_switched(house: House, maintainer: Maintainer) -> None:
    """On answers, off doesn't even note, shadow notes; posting by hand is refused while it's off."""
    maintainer.note(1)
    seen = maintainer.seen(1)
    assert maintainer.do(Action.MODE_OFF).state is Stage.DONE
    ended = maintainer.do(Action.POST, 1, seen=seen)
    assert (ended.state, ended.reason) == (Stage.REFUSED, "switched off in this repository")
    assert maintainer.do(Action.MODE_ON).state is Stage.DONE
    assert house.outcome(house.open_issue(2, HANDLE)).what is What.CREATED
    assert maintainer.do(Action.MODE_SHADOW).state is Stage.DONE
    assert house.outcome(house.open_issue(3, HANDLE)).reason == SHADOW


def test_records_are_muted(house: House, maintainer: Maintainer) -> None:
    """By slug or id; muted it isn't spoken of or posted by hand, unmuted it is again."""
    maintainer.note(10)
    seen = maintainer.seen(10)
    assert maintainer.do(Action.MUTE, subject=RECORD).state is Stage.DONE
    assert "muted" in maintainer.do(Action.POST, 10, seen=seen).reason
    assert "muted" in house.outcome(house.open_issue(11, STEP)).reason
    assert maintainer.do(Action.UNMUTE, subject="4464ab95390f5faa").state is Stage.DONE
    ended = maintainer.do(Action.UNMUTE, subject=RECORD)
    assert (ended.state, ended.reason) == (Stage.REFUSED, f"`{RECORD}` isn't muted here.")
    assert house.outcome(house.edit_issue(11, STEP)).reason == SHADOW


def poison(house: House, delivery_id: str, repo_id: int = REPO_ID) -> str:
    """A delivery that our own code fails on, set aside."""
    odd = Delivery(delivery_id, "odd", "", INSTALLATION, repo_id, REPO, None, None, "alice", False, {})
    assert house.outcome(house.send(odd), 30).state is State.SET_ASIDE
    return delivery_id


def test_failed_deliveries_are_tried_again_or_dropped(house: House, maintainer: Maintainer) -> None:
    """Each of this repository's; none of another's; what isn't set aside isn't touched."""
    mine, others = poison(house, "odd-1"), poison(house, "odd-2", 78)
    ended = maintainer.do(Action.RETRY, subject=mine)
    assert (ended.state, ended.reason) == (Stage.DONE, "in line again")
    assert house.outcome(mine, 30).state is State.SET_ASIDE
    assert maintainer.do(Action.DROP, subject=mine).reason == "dropped"
    ended = maintainer.do(Action.RETRY, subject=mine)
    assert (ended.state, ended.reason) == (
        Stage.REFUSED,
        "that delivery isn't set aside any more, but dropped",
    )
    with pytest.raises(CannotAskError, match="no such delivery"):
        maintainer.desk.ask(maintainer.change(Action.DROP, subject=others))
    assert house.outcome(others).state is State.SET_ASIDE


@pytest.mark.parametrize(
    ("action", "subject"),
    [
        (Action.MUTE, RECORD),
        (Action.UNMUTE, RECORD),
        (Action.MODE_ON, ""),
        (Action.MODE_OFF, ""),
        (Action.MODE_SHADOW, ""),
        (Action.RETRY, "odd-3"),
        (Action.DROP, "odd-3"),
        (Action.DRAFT, "0" * 16),
    ],
)
def test_nobody_without_the_right_switches_anything(
    house: House, maintainer: Maintainer, action: Action, subject: str
) -> None:
    """Refused, and all is as it was."""
    if action is Action.RETRY:
        poison(house, subject)
    reader = maintainer.somebody("reader", "read")
    ended = maintainer.do(action, subject=subject, person=reader)
    assert (ended.state, ended.reason) == (Stage.REFUSED, NO_RIGHT)
    if subject == "odd-3":
        assert house.outcome(subject).state is State.SET_ASIDE
    assert house.outcome(house.edit_issue(20, HANDLE)).reason == SHADOW


def test_labels_are_set_only_where_asked_for(house: House, maintainer: Maintainer) -> None:
    """Posting by hand in shadow mode sets none, though the file names some; `label` does."""
    use_file(house, "mode: shadow\nlabels: {burn-bug: bug}\n")
    maintainer.note(40)
    assert maintainer.do(Action.POST, 40, seen=maintainer.seen(40)).state is Stage.DONE
    assert house.github.issues[REPO_ID, 40].labels == []
    assert maintainer.do(Action.LABEL, 40).state is Stage.DONE
    assert house.github.issues[REPO_ID, 40].labels == ["bug"]


def test_a_file_that_says_less_goes_before_the_switch(house: House, maintainer: Maintainer) -> None:
    """`mode: off` in the file isn't overcome from the pages, and the answer says so; `mode: comment` is."""
    use_file(house, "mode: off\n")
    ended = maintainer.do(Action.MODE_SHADOW)
    assert (ended.state, "mode: off" in ended.reason) == (Stage.REFUSED, True)
    use_file(house, "mode: comment\n")
    assert maintainer.do(Action.MODE_SHADOW).state is Stage.DONE
    maintainer.note(41)
    use_file(house, "")


def use_file(house: House, text: str) -> None:
    """The repository's settings are these from now on."""
    house.github.repositories[REPO_ID].files[SETTINGS] = text
    with house.engine.begin() as connection:
        connection.execute(sql("DELETE FROM repo_settings"))


def test_what_makes_no_sense_is_refused_at_once(house: House, maintainer: Maintainer) -> None:
    """Unknown repositories, records, deliveries and groups, missing issues, forms that aren't ours."""
    ask, change = maintainer.desk.ask, maintainer.change
    for wrong in (
        change(Action.MODE_ON, repo_id=4711),
        change(Action.HIDE),
        change(Action.HIDE, 0),
        change(Action.HIDE, 2**63),
        change(Action.POST, 1),
        change(Action.MUTE, subject="no-such-record"),
        change(Action.RETRY, subject="no-such-delivery"),
        change(Action.RETRY, subject="\0"),
        change(Action.DRAFT, subject="'; DROP TABLE"),
        change(Action.MODE_ON, token="short"),
        change(Action.MODE_ON, person=Person("", 0)),
    ):
        with pytest.raises(CannotAskError) as caught:
            ask(wrong)
        assert str(caught.value).endswith(".")
        assert maintainer.desk.happened(wrong.token) is None


def test_who_did_what_is_told(house: House, maintainer: Maintainer) -> None:
    """The newest first, page by page, with who, what, and how it ended; of these repositories only."""
    begin = len(maintainer.desk.history([REPO_ID], 1_000))
    maintainer.do(Action.MUTE, subject=RECORD)
    other = maintainer.somebody("hubot", "admin")
    maintainer.do(Action.UNMUTE, subject=RECORD, person=other)
    newest, before = maintainer.desk.history([REPO_ID], 2)
    assert (newest.action, newest.login, newest.subject) == (Action.UNMUTE, "hubot", RECORD)
    assert (before.action, before.person_id) == (Action.MUTE, maintainer.person.id)
    assert newest.ended_at is not None
    assert newest.ended_at >= newest.asked_at
    older = maintainer.desk.history([REPO_ID], 1_000, before=before.asked_at)
    assert len(older) == begin
    assert maintainer.desk.history([4711]) == ()


def test_what_fails_is_told_without_its_insides(house: House, maintainer: Maintainer) -> None:
    """Our own fault: told as failed, kept with its error for the operator, done when it's tried again."""
    maintainer.note(30)
    seen = maintainer.seen(30)
    house.github.fail_next("POST", r"/issues/30/comments$", Fault(422, message="Body is odd"))
    ended = maintainer.do(Action.POST, 30, seen=seen)
    assert ended.state is Stage.FAILED
    assert "odd" not in ended.reason
    assert maintainer.do(Action.RETRY, subject=f"triage-{ended.token}").state is Stage.DONE
    assert house.outcome(f"triage-{ended.token}").what is What.CREATED
    assert maintainer.wait(ended.token).state is Stage.DONE


def test_a_database_that_is_away_is_said(house: House, maintainer: Maintainer) -> None:
    """Nothing is lost without a word: it has to be asked for again."""
    gone = house.settings.model_copy(update={"database_url": "sqlite:////nowhere/at/all/x.sqlite"})
    desk = Desk(gone, maintainer.desk._catalog)
    with pytest.raises(DeskUnavailableError):
        desk.ask(maintainer.change(Action.MODE_ON, token=new_token()))
    with pytest.raises(DeskUnavailableError):
        desk.history([REPO_ID])
    desk.close()


def test_a_job_whose_end_was_lost_does_nothing_twice(house: House, maintainer: Maintainer) -> None:
    """Done, and the worker died before the job's own end was written: the second run changes nothing."""
    change = maintainer.change(Action.MODE_OFF)
    maintainer.desk.ask(change)
    assert maintainer.wait(change.token).state is Stage.DONE
    maintainer.do(Action.MODE_SHADOW)
    delivery_id = f"triage-{change.token}"
    with house.engine.begin() as connection:
        lost = "UPDATE deliveries SET state = 'set aside' WHERE id = :id"
        connection.execute(sql(lost), {"id": delivery_id})
    assert maintainer.do(Action.RETRY, subject=delivery_id).state is Stage.DONE
    assert maintainer.wait(change.token).reason == "done"
    assert house.outcome(delivery_id).reason == DONE_BEFORE
    assert house.outcome(house.open_issue(50, HANDLE)).reason == SHADOW
