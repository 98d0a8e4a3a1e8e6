"""One reply says each thing once, and is never longer than GitHub takes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.answer.layout import LONGEST
from bot.answer.registry import PER_PERSON
from bot.work.carry_out import BETWEEN, CUT, Said
from tests.work.conftest import ON_SQLITE
from tests.work.house import NOTHING, REPO_ID, STEP, House
from tests.work.talk import PASSER_BY, REPORTER, Talk, fast_house

__all__ = ["idle_house"]
idle_house = fast_house
TEXTS = st.lists(
    st.one_of(st.text(max_size=50), st.builds(str.__mul__, st.text(min_size=1), st.integers(0, 30_000))),
    max_size=12,
)


@given(TEXTS, TEXTS)
def test_no_reply_is_too_long(answers: list[str], sentences: list[str]) -> None:
    """Whatever is said: within the limit, in order, each once, and where something is left out it's told."""
    reply = Said(answers, sentences).reply
    assert len(reply) <= LONGEST
    wanted = [*dict.fromkeys(filter(None, answers)), *dict.fromkeys(sentences)]
    total = sum(len(each) + len(BETWEEN) for each in wanted)
    if total < LONGEST // 10:
        assert CUT not in reply
        assert BETWEEN.join(dict.fromkeys(filter(None, answers))) in reply
    if total > LONGEST + len(BETWEEN) * (len(wanted) + 1):
        assert reply.endswith(CUT)


def test_the_same_answer_is_given_once() -> None:
    """Asked for ten times in a comment, with other answers between."""
    said = Said(["a", "b", "a", "", "c", "b"] * 3, ["no", "no"])
    assert said.parts == ("a", "b", "c", "no")
    assert said.reply == BETWEEN.join(["a", "b", "c", "no"])


@ON_SQLITE
def test_many_questions_that_are_one(house: House) -> None:
    """``explain`` eight times: one answer, as for one; asked once more by an edit, it isn't repeated."""
    talk = Talk(house, 401, STEP.replace("burn-ir", "other"))
    talk.say("\n".join(["/burnerr explain"] * 8), PASSER_BY)
    (once,) = house.bodies(401)
    assert once.count("burnerr v1") == 1
    talk_of_one = Talk(house, 402, STEP.replace("burn-ir", "other"))
    talk_of_one.say("/burnerr explain", PASSER_BY)
    (one,) = house.bodies(402)
    assert _text(once) == _text(one)
    talk.edit("\n".join(["/burnerr search matmul"] + ["/burnerr explain"] * 9), PASSER_BY)
    (both,) = house.bodies(401)
    assert _text(both).startswith(_text(one))
    assert _text(both).count(_text(one)[:60]) == 1
    assert "Known errors with" in both


def _text(body: str) -> str:
    return body.rpartition("\n\n<!--")[0]


@ON_SQLITE
def test_a_closed_issue_is_answered_when_asked_and_only_then(house: House) -> None:
    """Commands of people are carried out; edits, logs of the reporter and ``rescan`` bring no answer."""
    talk = Talk(house, 403, NOTHING)
    house.github.put_issue(REPO_ID, 403, "It fails", STEP, state="closed")
    assert "closed" in house.outcome(house.send(house.delivery(403, "edited"))).reason
    assert "closed" in talk.say(STEP, "alice").reason
    assert house.bodies(403) == []
    talk.say(f"/burnerr explain\n\n{STEP}", PASSER_BY)
    talk.say("/burnerr rescan", "alice")
    explained, rescanned = house.bodies(403)
    assert "Known Burn error" in explained
    assert "the issue is closed" in rescanned
    assert all("reply-to=" in body for body in house.bodies(403))


@ON_SQLITE
def test_in_a_locked_conversation_nothing_is_done(house: House) -> None:
    """Neither told as locked nor locked since: no reply, no reaction, no answer, no folding."""
    talk = Talk(house, 404, STEP)
    before = len(house.github.writes())
    comment = house.github.put_comment(REPO_ID, 404, "/burnerr hide", "octo")
    document = {"id": comment, "body": "/burnerr hide", "user": {"login": "octo", "id": 8, "type": "User"}}
    more = {"comment_id": comment, "sender": "octo", "payload": {"comment": document}}
    told_before = house.delivery(404, "created", "issue_comment", **more)
    house.github.put_issue(REPO_ID, 404, "It fails", NOTHING, locked=True)
    more["payload"] = {"comment": document}
    for delivery in (told_before, house.delivery(404, "created", "issue_comment", **more)):
        assert "locked" in house.outcome(house.send(delivery)).reason
    assert "locked" in house.outcome(house.send(house.delivery(404, "edited"))).reason
    assert len(house.github.writes()) == before
    assert not talk.answer.minimised


@ON_SQLITE
def test_rescans_are_limited_like_questions(house: House) -> None:
    """Each reads the issue and its comments from GitHub: a reporter can't have that done without end."""
    talk = Talk(house, 171)
    for _ in range(PER_PERSON):
        talk.say("/burnerr rescan", REPORTER)
        assert talk.reactions == ["eyes", "+1"]
    house.github.put_issue(REPO_ID, 171, "It fails", STEP)
    talk.say("/burnerr rescan", REPORTER)
    assert "enough questions" in house.bodies(171)[-1]
    assert "value: 8" not in talk.answer.body
