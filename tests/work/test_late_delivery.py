"""Deliveries don't come in order: a comment's own may come after that of its edit, or twice."""

from __future__ import annotations

from tests.work.conftest import ON_SQLITE
from tests.work.house import NOTHING, REPO_ID, House
from tests.work.talk import PASSER_BY, Talk, fast_house

__all__ = ["idle_house"]
idle_house = fast_house
pytestmark = ON_SQLITE
FIRST = "/burnerr versions should-have-handle-for-tensor"
BOTH = f"{FIRST}\n\n/burnerr search matmul"


def test_an_edit_told_of_first_keeps_its_answer(house: House) -> None:
    """The answer to the new command stays when the earlier one is answered after it."""
    talk = Talk(house, 700, NOTHING)
    talk.last = house.github.put_comment(REPO_ID, 700, BOTH, PASSER_BY)
    talk.hear("edited", BOTH, PASSER_BY, changes={"body": {"from": FIRST}})
    talk.hear("created", FIRST, PASSER_BY)
    _has_both_once(house, 700)


def test_a_comment_told_of_again_after_its_edit_changes_nothing(house: House) -> None:
    """Neither is the edit's answer lost, nor the first one said again."""
    talk = Talk(house, 701, NOTHING)
    talk.say(FIRST, PASSER_BY)
    talk.edit(BOTH, PASSER_BY)
    before = house.bodies(701)
    talk.hear("created", FIRST, PASSER_BY)
    assert house.bodies(701) == before
    _has_both_once(house, 701)


def _has_both_once(house: House, number: int) -> None:
    (reply,) = house.bodies(number)
    assert reply.count("Releases of Burn with") == 1
    assert reply.count("Known errors with") == 1
