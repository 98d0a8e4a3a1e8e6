"""What maintainers do to answers on the pages: posted, hidden, shown, brought up to date, judged."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bot.catalog.load import load_catalog
from bot.store import feedback
from bot.store.deliveries import What
from bot.work.publish import DELETED
from bot.work.say import HIDDEN
from bot.work.triage.answers import NOTED
from bot.work.triage.batch import CHANGED
from bot.work.triage.carry_out import NO_RIGHT
from bot.work.triage.desk import Action, CannotAskError, Desk, Person, Stage, Taken
from tests.work.conftest import ON_SQLITE
from tests.work.house import HANDLE, NOTHING, REPO_ID, STEP, House
from tests.work.maintainer import Maintainer, maintainer, shadow_house

__all__ = ["idle_house", "maintainer"]
idle_house = shadow_house


@pytest.fixture(scope="module", autouse=True)
def known(maintainer: Maintainer) -> None:
    """A repository is known from its first event on."""
    maintainer.note(900)


def test_a_noted_answer_is_posted_as_it_was_shown(house: House, maintainer: Maintainer) -> None:
    """In shadow mode nothing is written until somebody posts it; then the very text that was shown."""
    noted = maintainer.note(1)
    assert house.bodies(1) == []
    (shown,) = maintainer.desk.preview(REPO_ID, [1])
    assert shown.body == noted.body
    ended = maintainer.do(Action.POST, 1, seen=shown.digest)
    assert (ended.state, ended.reason, ended.login) == (Stage.DONE, "created", "octo")
    (body,) = house.bodies(1)
    assert body.startswith(shown.body.rstrip())
    assert maintainer.desk.preview(REPO_ID, [1]) == ()


def test_a_form_sent_twice_does_it_once(house: House, maintainer: Maintainer) -> None:
    """The token counts: again the same is known, something else with it is refused."""
    maintainer.note(2)
    change = maintainer.change(Action.POST, 2, seen=maintainer.seen(2))
    assert [maintainer.desk.ask(change) for _ in range(3)] == [Taken.NEW, Taken.KNOWN, Taken.KNOWN]
    maintainer.wait(change.token)
    assert maintainer.desk.ask(change) is Taken.KNOWN
    other = maintainer.change(Action.HIDE, 2, token=change.token)
    with pytest.raises(CannotAskError, match="sent before"):
        maintainer.desk.ask(other)
    assert len(house.bodies(2)) == 1


def test_many_clicks_at_once_are_one(house: House, maintainer: Maintainer) -> None:
    """An impatient person, several processes: one of them takes it, one comment stands."""
    maintainer.note(16)
    change = maintainer.change(Action.POST, 16, seen=maintainer.seen(16))
    desks = [Desk(house.settings, load_catalog()) for _ in range(3)]
    with ThreadPoolExecutor(9) as threads:
        taken = list(threads.map(lambda at: desks[at % 3].ask(change), range(18)))
    for desk in desks:
        desk.close()
    assert sorted(taken) == [*[Taken.KNOWN] * 17, Taken.NEW]
    assert maintainer.wait(change.token).state is Stage.DONE
    assert len(house.bodies(16)) == 1


@ON_SQLITE
def test_another_text_than_the_shown_one_is_not_posted(house: House, maintainer: Maintainer) -> None:
    """The issue was edited and nobody told us: refused, and the new text is there to be looked at."""
    maintainer.note(3)
    seen = maintainer.seen(3)
    house.github.put_issue(REPO_ID, 3, "It fails", STEP)
    ended = maintainer.do(Action.POST, 3, seen=seen)
    assert (ended.state, ended.reason) == (Stage.REFUSED, CHANGED)
    assert house.bodies(3) == []
    (shown,) = maintainer.desk.preview(REPO_ID, [3])
    assert "value: 8" in shown.body
    assert maintainer.do(Action.POST, 3, seen=shown.digest).state is Stage.DONE


@ON_SQLITE
@pytest.mark.parametrize(
    ("number", "more", "state"),
    [
        (4, {"state": "closed"}, Stage.DONE),
        (5, {"locked": True}, Stage.REFUSED),
        (6, {"deleted": True}, Stage.REFUSED),
    ],
)
def test_closed_is_posted_to_locked_is_not(
    house: House, maintainer: Maintainer, number: int, more: dict[str, Any], state: Stage
) -> None:
    """A person may answer where the bot of its own accord doesn't; what's locked or gone is refused."""
    maintainer.note(number)
    seen = maintainer.seen(number)
    house.github.put_issue(REPO_ID, number, "It fails", HANDLE, **more)
    ended = maintainer.do(Action.POST, number, seen=seen)
    assert ended.state is state
    assert ended.reason
    assert len(house.bodies(number)) == (state is Stage.DONE)


@ON_SQLITE
def test_in_a_locked_conversation_only_less_is_said(house: House, maintainer: Maintainer) -> None:
    """What stands there may be hidden; it isn't shown again, edited or labelled until it's unlocked."""
    maintainer.note(17)
    maintainer.do(Action.POST, 17, seen=maintainer.seen(17))
    house.github.put_issue(REPO_ID, 17, "It fails", STEP, locked=True)
    assert maintainer.do(Action.HIDE, 17).state is Stage.DONE
    assert house.github.ours(REPO_ID, 17)[0].minimised
    for action in (Action.SHOW, Action.UPDATE, Action.LABEL):
        assert maintainer.do(action, 17).reason == "the conversation is locked"
    assert house.github.ours(REPO_ID, 17)[0].minimised
    house.github.put_issue(REPO_ID, 17, "It fails", STEP, locked=False)
    assert maintainer.do(Action.UPDATE, 17).reason == HIDDEN
    assert maintainer.do(Action.SHOW, 17).state is Stage.DONE


@ON_SQLITE
def test_a_deleted_comment_is_not_posted_again(house: House, maintainer: Maintainer) -> None:
    """Somebody deleted it: no click brings it back."""
    maintainer.note(7)
    seen = maintainer.seen(7)
    maintainer.do(Action.POST, 7, seen=seen)
    (comment,) = house.github.ours(REPO_ID, 7)
    del house.github.comments[comment.id]
    house.github.put_issue(REPO_ID, 7, "It fails", STEP)
    assert maintainer.do(Action.UPDATE, 7).reason == DELETED
    ended = maintainer.do(Action.POST, 7, seen=seen)
    assert ended.state is Stage.REFUSED
    assert house.bodies(7) == []


@ON_SQLITE
def test_hidden_and_shown_again(house: House, maintainer: Maintainer) -> None:
    """Hide folds and stays, post is refused meanwhile, show brings it back up to date; also when closed."""
    maintainer.note(8)
    seen = maintainer.seen(8)
    maintainer.do(Action.POST, 8, seen=seen)
    assert maintainer.do(Action.HIDE, 8).state is Stage.DONE
    (comment,) = house.github.ours(REPO_ID, 8)
    assert comment.minimised
    assert maintainer.do(Action.POST, 8, seen=seen).reason == HIDDEN
    assert maintainer.do(Action.UPDATE, 8).reason == HIDDEN
    house.github.put_issue(REPO_ID, 8, "It fails", STEP, state="closed")
    assert maintainer.do(Action.SHOW, 8).state is Stage.DONE
    (comment,) = house.github.ours(REPO_ID, 8)
    assert not comment.minimised
    assert "value: 8" in comment.body


@ON_SQLITE
def test_update_edits_what_stands_and_posts_nothing(house: House, maintainer: Maintainer) -> None:
    """Without a comment of ours only the note is renewed, even where our memory is lost; else it's edited."""
    maintainer.note(9)
    house.github.put_issue(REPO_ID, 9, "It fails", STEP)
    assert maintainer.do(Action.UPDATE, 9).reason == NOTED
    assert house.bodies(9) == []
    (shown,) = maintainer.desk.preview(REPO_ID, [9])
    assert "value: 8" in shown.body
    maintainer.do(Action.POST, 9, seen=shown.digest)
    house.github.put_issue(REPO_ID, 9, "It fails", HANDLE)
    from sqlalchemy import text

    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM comments WHERE issue = 9"))
    assert maintainer.do(Action.UPDATE, 9).reason == "edited"
    (body,) = house.bodies(9)
    assert "value: 497010" in body
    house.github.put_issue(REPO_ID, 9, "It fails", NOTHING)
    assert maintainer.do(Action.UPDATE, 9).state is Stage.DONE
    assert house.github.ours(REPO_ID, 9)[0].minimised


@ON_SQLITE
def test_shadow_mode_writes_nothing_of_its_own_accord(house: House, maintainer: Maintainer) -> None:
    """What a person posted there isn't edited, folded or labelled by an edit of the issue."""
    maintainer.note(10)
    maintainer.do(Action.POST, 10, seen=maintainer.seen(10))
    before = len(house.github.writes())
    for body in (STEP, NOTHING, HANDLE):
        assert house.outcome(house.edit_issue(10, body)).what is What.SILENT
    assert len(house.github.writes()) == before
    assert not house.github.ours(REPO_ID, 10)[0].minimised
    assert maintainer.desk.preview(REPO_ID, [10]) == ()  # what stands there is brought up to date by hand


def test_answers_are_judged(house: House, maintainer: Maintainer) -> None:
    """A vote counts for the record; wrong hides too. What was not said can be judged, and is hidden."""
    maintainer.note(11)
    maintainer.do(Action.POST, 11, seen=maintainer.seen(11))
    assert maintainer.do(Action.RIGHT, 11).state is Stage.DONE
    assert maintainer.do(Action.WRONG, 11, why="my fork").state is Stage.DONE
    assert house.github.ours(REPO_ID, 11)[0].minimised
    maintainer.note(12)
    assert maintainer.do(Action.WRONG, 12, why="no Burn here").state is Stage.DONE
    assert maintainer.desk.preview(REPO_ID, [12]) == ()
    assert house.bodies(12) == []
    with house.engine.connect() as connection:
        answer = feedback.spoken_of(connection, REPO_ID, 11)
        assert answer is not None
        words = {why for _, _, why in feedback.whys(connection, answer.record_id)}
    assert words == {"my fork", "no Burn here"}
    assert maintainer.do(Action.SHOW, 12).reason == NOTED
    assert len(maintainer.desk.preview(REPO_ID, [12])) == 1
    house.outcome(house.open_issue(13, NOTHING))
    assert "no answer of mine" in maintainer.do(Action.RIGHT, 13).reason


@ON_SQLITE
@pytest.mark.parametrize("action", [each for each in Action if each.needs_issue])
def test_nobody_without_the_right_changes_anything(
    house: House, maintainer: Maintainer, action: Action
) -> None:
    """The right is asked for when it's done: taken away, or the login another account's, nothing is."""
    house.github.put_issue(REPO_ID, 14, "It fails", HANDLE)
    before = len(house.github.writes())
    reader = maintainer.somebody("reader", "triage")
    renamed = Person("octo", 999_999)
    for person in (reader, renamed):
        ended = maintainer.do(action, 14, person=person, seen="0" * 16)
        assert (ended.state, ended.reason) == (Stage.REFUSED, NO_RIGHT)
    assert len(house.github.writes()) == before


@ON_SQLITE
def test_labels_are_set_by_hand(house: House, maintainer: Maintainer) -> None:
    """None is named here, and that is said."""
    maintainer.note(15)
    ended = maintainer.do(Action.LABEL, 15)
    assert (ended.state, ended.reason) == (Stage.REFUSED, "`.github/burnerr.yml` names no labels.")
