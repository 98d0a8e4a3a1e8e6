"""Many noted answers posted at once: what was previewed, no more, each once, whatever happens meanwhile."""

from __future__ import annotations

import pytest

from bot.store.triage_change import Happened
from bot.work.say import HIDDEN
from bot.work.triage.batch import ANSWERED, CHANGED, MOST_AT_ONCE, NOTHING
from bot.work.triage.carry_out import NO_RIGHT
from bot.work.triage.desk import Action, CannotAskError, Stage, new_token
from tests.torture.documents import Fault
from tests.work.conftest import ON_SQLITE
from tests.work.house import NOTHING as NO_PANIC
from tests.work.house import REPO_ID, STEP, House, wait_until
from tests.work.maintainer import Maintainer, maintainer, shadow_house

__all__ = ["idle_house", "maintainer"]
idle_house = shadow_house
pytestmark = ON_SQLITE


def chosen(maintainer: Maintainer, *issues: int) -> list[tuple[int, str]]:
    """Issues with the digests of what is shown for them."""
    return [(each.issue, each.digest) for each in maintainer.desk.preview(REPO_ID, issues)]


def all_ended(maintainer: Maintainer, token: str) -> tuple[Happened, ...]:
    """What became of a batch, once all of it is done."""

    def look() -> tuple[Happened, ...]:
        found = maintainer.desk.batch(token)
        return found if all(each.state is not Stage.PENDING for each in found) else ()

    return wait_until(look, 30, "the end of a batch")


def test_what_changed_since_the_preview_is_left_out_and_said(house: House, maintainer: Maintainer) -> None:
    """Of eight that were shown three are posted; each of the others has its reason."""
    for number in range(1, 9):
        maintainer.note(number)
    shown = chosen(maintainer, *range(1, 9))
    assert [issue for issue, _ in shown] == [8, 7, 6, 5, 4, 3, 2, 1]
    house.outcome(house.edit_issue(4, STEP))
    maintainer.do(Action.POST, 5, seen=maintainer.seen(5))
    maintainer.do(Action.WRONG, 6)
    house.outcome(house.edit_issue(7, NO_PANIC))
    house.github.put_issue(REPO_ID, 8, "It fails", STEP)  # and nobody tells us
    token = new_token()
    batch = maintainer.desk.post_all(maintainer.person, REPO_ID, shown, token)
    assert batch.taken == (1, 2, 3, 8)
    assert dict(batch.left_out) == {4: CHANGED, 5: ANSWERED, 6: HIDDEN, 7: NOTHING}
    ended = {each.issue: (each.state, each.reason) for each in all_ended(maintainer, token)}
    assert ended.pop(8) == (Stage.REFUSED, CHANGED)
    assert set(ended.values()) == {(Stage.DONE, "created")}
    assert [len(house.bodies(number)) for number in range(1, 9)] == [1, 1, 1, 0, 1, 0, 0, 0]


def test_confirmed_twice_it_is_done_once(house: House, maintainer: Maintainer) -> None:
    """The same form again takes nothing more, tells the same, and adds no issue that wasn't in it."""
    for number in (20, 21, 22):
        maintainer.note(number)
    shown, token = chosen(maintainer, 20, 21), new_token()
    first = maintainer.desk.post_all(maintainer.person, REPO_ID, shown, token)
    second = maintainer.desk.post_all(maintainer.person, REPO_ID, [*shown, *chosen(maintainer, 22)], token)
    assert first.taken == second.taken == (20, 21)
    assert [issue for issue, _ in second.left_out] == [22]
    all_ended(maintainer, token)
    assert [len(house.bodies(number)) for number in (20, 21, 22)] == [1, 1, 0]
    other = maintainer.somebody("hubot", "write")
    with pytest.raises(CannotAskError, match="sent before"):
        maintainer.desk.post_all(other, REPO_ID, shown, token)


def test_rights_hold_for_each_of_a_batch(house: House, maintainer: Maintainer) -> None:
    """Taken away between preview and posting: none is posted."""
    maintainer.note(30)
    former = maintainer.somebody("former", "read")
    token = new_token()
    maintainer.desk.post_all(former, REPO_ID, chosen(maintainer, 30), token)
    assert [each.reason for each in all_ended(maintainer, token)] == [NO_RIGHT]
    assert house.bodies(30) == []


@pytest.mark.parametrize("count", [0, MOST_AT_ONCE + 1])
def test_a_batch_has_its_size(maintainer: Maintainer, count: int) -> None:
    """None and too many are refused with a sentence."""
    many = [(number, "0" * 16) for number in range(count)]
    with pytest.raises(CannotAskError, match="Choose"):
        maintainer.desk.post_all(maintainer.person, REPO_ID, many, new_token())


def test_a_worker_that_dies_doubles_none(house: House, maintainer: Maintainer) -> None:
    """Killed while GitHub makes the first of four: in the end each stands once, and all are told as done."""
    numbers = (40, 41, 42, 43)
    for number in numbers:
        maintainer.note(number)
    house.github.fail_next("POST", r"/issues/4[0-3]/comments$", Fault(0, after=True, seconds=1.5))
    token = new_token()
    maintainer.desk.post_all(maintainer.person, REPO_ID, chosen(maintainer, *numbers), token)
    wait_until(lambda: any(house.bodies(number) for number in numbers), 15, "a comment")
    house.kill(house.workers[-1])
    house.start()
    ended = all_ended(maintainer, token)
    assert {each.state for each in ended} == {Stage.DONE}
    assert [len(house.bodies(number)) for number in numbers] == [1, 1, 1, 1]
