"""Commands by people with different rights, carried out by a worker process against a GitHub of our own."""

from __future__ import annotations

import pytest

from bot.answer.registry import COMMANDS, PER_PERSON
from bot.store.deliveries import What
from bot.work.commands.table import TABLE
from tests.work.house import NOTHING, REPO_ID, STEP, House
from tests.work.talk import MAINTAINER, PASSER_BY, REPORTER, Talk, fast_house

__all__ = ["idle_house"]
idle_house = fast_house
RECORD = "should-have-handle-for-tensor"


def test_every_command_is_carried_out_by_something() -> None:
    """Registry and table have the same commands."""
    assert set(TABLE) == {spec.name for spec in COMMANDS}


def test_acknowledged_by_eyes_and_a_thumb(house: House) -> None:
    """A command that is carried out gets eyes, then a thumbs-up; no reply where there's nothing to say."""
    talk = Talk(house, 100)
    assert talk.say("/burnerr right").what is What.NOTED
    assert talk.reactions == ["eyes", "+1"]
    assert talk.replies == []


def test_several_are_answered_in_order_by_one_reply(house: House) -> None:
    """Two questions and a slip: one reply, answers in order, a sentence for the slip, and a confused look."""
    talk = Talk(house, 101)
    outcome = talk.say(f"/burnerr versions {RECORD}\n/burnerr serch x\n/burnerr search matmul shapes")
    (reply,) = talk.replies
    assert outcome.what is What.REPLIED
    assert reply.index("Releases of Burn") < reply.index("Known errors with") < reply.index("no such command")
    assert "`/burnerr search <words>`" in reply
    assert talk.reactions == ["eyes", "confused"]


@pytest.mark.parametrize(
    ("number", "who", "command"),
    [(110, PASSER_BY, "wrong"), (111, PASSER_BY, "hide"), (112, REPORTER, "off"), (113, REPORTER, "hide")],
)
def test_rights_are_asked_for(house: House, number: int, who: str, command: str) -> None:
    """Who may not gets one sentence and a confused look, and nothing is done."""
    talk = Talk(house, number)
    talk.say(f"/burnerr {command}", who)
    (reply,) = talk.replies
    assert "write access to this repository." in reply
    assert talk.reactions == ["eyes", "confused"]
    assert not talk.answer.minimised


def test_an_association_claimed_gives_no_right(house: House) -> None:
    """What GitHub calls somebody's association isn't believed; the collaborator endpoint is."""
    talk = Talk(house, 114)
    house.github.permissions[REPO_ID, "carol"] = "triage"
    talk.say("/burnerr hide", "carol")
    assert not talk.answer.minimised


def test_wrong_by_the_reporter_hides_at_once_and_for_good(house: House) -> None:
    """The answer is folded, a later edit doesn't bring it back, ``show`` does."""
    talk = Talk(house, 120)
    talk.say("/burnerr wrong it's my own fork", REPORTER)
    assert talk.answer.minimised
    assert talk.reactions == ["eyes", "+1"]
    assert house.outcome(house.edit_issue(120, STEP)).what is What.SILENT
    assert _is_folded(talk)
    talk.say("/burnerr show")
    assert not _is_folded(talk)
    assert "value: 8" in talk.answer.body
    assert len(house.bodies(120)) == 1


def _is_folded(talk: Talk) -> bool:
    return talk.answer.minimised


def test_nothing_to_hide_is_said(house: House) -> None:
    """Without an answer there is nothing to hide or judge."""
    talk = Talk(house, 121, NOTHING)
    talk.say("/burnerr hide")
    talk.say("/burnerr wrong")
    assert all("no answer of mine" in body for body in house.bodies(121))
    assert house.outcome(house.edit_issue(121, STEP)).what is What.CREATED


def test_muted_records_are_not_spoken_of(house: House) -> None:
    """``mute`` silences a record here, ``explain`` still answers, ``unmute`` takes it back."""
    talk = Talk(house, 130, NOTHING)
    talk.say(f"/burnerr mute {RECORD}")
    assert talk.reactions == ["eyes", "+1"]
    assert "muted" in house.outcome(house.edit_issue(130, STEP)).reason
    assert house.bodies(130) == []
    talk.say(f"/burnerr explain {RECORD}", PASSER_BY)
    assert len(house.bodies(130)) == 1
    talk.say(f"/burnerr unmute {RECORD}")
    talk.say(f"/burnerr unmute {RECORD}")
    assert talk.reactions == ["eyes", "confused"]
    assert house.outcome(house.edit_issue(130, STEP)).what is What.CREATED


def test_an_unknown_record_is_answered_by_the_nearest(house: House) -> None:
    """A slip in a record's name: one sentence with the right one."""
    talk = Talk(house, 131)
    talk.say("/burnerr mute should-have-handle-for-tensors")
    assert f"`{RECORD}`" in talk.replies[0]


def test_off_and_on(house: House) -> None:
    """``off`` stops answers but not commands; ``on`` starts them again."""
    talk = Talk(house, 140)
    talk.say("/burnerr off")
    assert "switched off" in house.outcome(house.open_issue(141, STEP)).reason
    talk.say("/burnerr help", PASSER_BY)
    assert "`/burnerr search <words>`" in talk.replies[0]
    assert "/burnerr off" not in talk.replies[0]
    talk.say("/burnerr on")
    assert house.outcome(house.open_issue(142, STEP)).what is What.CREATED


def test_rescan_reads_again(house: House) -> None:
    """An issue whose edit nobody told us of is read again; where nothing is known, it's said."""
    talk = Talk(house, 150)
    house.github.put_issue(REPO_ID, 150, "It fails", STEP)
    talk.say("/burnerr rescan", REPORTER)
    assert "value: 8" in talk.answer.body
    other = Talk(house, 151, NOTHING)
    other.say("/burnerr rescan", REPORTER)
    assert "nothing known was found" in house.bodies(151)[0]
    assert other.reactions == ["eyes", "+1"]


def test_the_same_question_is_answered_by_a_link(house: House) -> None:
    """Asked again by somebody else, an explanation isn't repeated; a lost store doesn't change that."""
    talk = Talk(house, 160, NOTHING)
    talk.say(f"/burnerr explain {RECORD}", PASSER_BY)
    first = house.github.ours(REPO_ID, 160)[0]
    talk.say(f"/burnerr explain {RECORD}", "carol")
    link = f"https://github.test/octo/model/issues/160#issuecomment-{first.id}"
    assert house.bodies(160)[1].startswith(f"[Answered above]({link}).")
    from sqlalchemy import text

    with house.engine.begin() as connection:
        connection.execute(text("DELETE FROM questions"))
    talk.say(f"/burnerr explain {RECORD}", "dave")
    assert house.bodies(160)[2].startswith(f"[Answered above]({link}).")


def test_explaining_the_issue_points_to_the_answer(house: House) -> None:
    """Where the answer under the issue says it already, it isn't said twice."""
    talk = Talk(house, 161)
    talk.say("/burnerr explain", PASSER_BY)
    assert talk.replies[0].startswith(
        f"[Answered above](https://github.test/octo/model/issues/161#issuecomment-{talk.answer.id})"
    )


def test_a_quote_is_explained(house: House) -> None:
    """Without an argument what the comment quotes is explained."""
    talk = Talk(house, 162, NOTHING)
    quote = "\n".join(f"> {line}" for line in STEP.splitlines())
    talk.say(f"{quote}\n\n/burnerr explain", PASSER_BY)
    assert "value: 8" in house.bodies(162)[0]


def test_questions_are_limited(house: House) -> None:
    """Five an hour a person in an issue; then one sentence, then only a look."""
    talk = Talk(house, 170, NOTHING)
    for number in range(PER_PERSON):
        talk.say(f"/burnerr search words {number}", "eve")
    talk.say("/burnerr search more", "eve")
    assert "enough questions" in house.bodies(170)[-1]
    count = len(house.bodies(170))
    talk.say("/burnerr search even more", "eve")
    talk.say("/burnerr nonsense", "eve")
    talk.say("/burnerr hide", "eve")
    assert talk.reactions == ["eyes", "confused"]
    assert len(house.bodies(170)) == count
    talk.say("/burnerr search others may", "frank")
    assert len(house.bodies(170)) == count + 1


def test_of_an_edited_comment_only_new_commands_run(house: House) -> None:
    """The same command isn't run again; a new one is answered below the first answer, in the same reply."""
    talk = Talk(house, 180)
    talk.say(f"/burnerr versions {RECORD}", PASSER_BY)
    assert talk.edit(f"/burnerr versions {RECORD}\n\nThanks!", PASSER_BY).what is What.SILENT
    talk.edit(f"/burnerr versions {RECORD}\n\nThanks!\n\n/burnerr search matmul", PASSER_BY)
    (reply,) = talk.replies
    assert reply.index("Releases of Burn") < reply.index("Known errors with")
    assert reply.count("Releases of Burn") == 1


def test_an_edit_of_unknown_origin_runs_nothing(house: House) -> None:
    """When the old text isn't told, nothing counts as new."""
    talk = Talk(house, 181)
    talk.say("Hello", MAINTAINER)
    assert talk.edit("/burnerr hide", tells=False).what is What.SILENT
    assert not talk.answer.minimised


def test_rights_are_those_of_who_edits(house: House) -> None:
    """A maintainer's edit of somebody's comment runs what the maintainer wrote, not what came after it."""
    talk = Talk(house, 182)
    talk.say("Hello", PASSER_BY)
    comment = house.github.comments[talk.last]
    comment.body = "/burnerr hide"  # by its author, after the maintainer's edit
    document = {"id": talk.last, "body": "Hello!", "user": {"login": PASSER_BY, "id": 8, "type": "User"}}
    more = {"comment": document, "changes": {"body": {"from": "Hello"}}}
    delivery = house.delivery(
        182, "edited", "issue_comment", comment_id=talk.last, sender=MAINTAINER, payload=more
    )
    assert house.outcome(house.send(delivery)).what is What.SILENT
    assert not talk.answer.minimised


def test_deleted_is_deleted(house: House) -> None:
    """Our answer, once deleted, is never posted again; somebody else's comment is nothing to us."""
    talk = Talk(house, 190)
    assert talk.delete_ours().what is What.NOTED
    assert house.outcome(house.edit_issue(190, STEP)).what is What.SILENT
    talk.say("/burnerr rescan")
    assert house.github.ours(REPO_ID, 190)[0].body.startswith("I read the issue again")


def test_a_log_in_the_reporters_comment_is_part_of_the_issue(house: House) -> None:
    """It makes the one answer appear, or changes it, and an edit of the issue doesn't lose it again."""
    talk = Talk(house, 200, NOTHING)
    assert talk.say(STEP, PASSER_BY).what is What.SILENT
    assert talk.say("Any news?", REPORTER).what is What.SILENT
    assert talk.say(STEP, REPORTER).what is What.CREATED
    assert "value: 8" in talk.answer.body
    assert house.outcome(house.edit_issue(200, f"{NOTHING} Please!")).what is What.UNCHANGED
    assert talk.edit("Never mind.", REPORTER).what is What.MINIMISED
    assert len(house.bodies(200)) == 1
