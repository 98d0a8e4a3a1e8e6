"""The values in a message's holes."""

from __future__ import annotations

from bot.recognize.model import Report

from .small import recognizer_of, record, site

PLACE = "burn-ir-0.18.0/src/handle.rs:91:32"


def captured(wording: str, message: str) -> dict[str, str]:
    """Give what is captured of a message at its place."""
    recognizer = recognizer_of(record("one", wording), site(wording))
    body = f"```\n    thread 'main' panicked at {PLACE}:\n{message}\nnote: run with\n```"
    return recognizer.read(Report("", body)).matches[0].captures


def test_values_come_back_as_they_were_written() -> None:
    """Names from the pattern; case, blanks and signs from the reporter."""
    told = captured(
        "Cannot get uninitialized handle {id:?}, got {}.",
        "Cannot get uninitialized handle TensorId { value: 495 }, got [2,  3].",
    )
    assert told == {"id": "TensorId { value: 495 }", "1": "[2,  3]"}


def test_a_value_at_the_end_goes_to_the_end() -> None:
    """The last value is the rest of the message."""
    assert captured(
        "No pool handles allocation of size {size}", "No pool handles allocation of size 411 MB"
    ) == {"size": "411 MB"}


def test_a_value_at_the_beginning_is_what_stands_before() -> None:
    """The first value is the message up to the first words."""
    assert captured("{kind:?} is not a valid element here", "Float(F16) is not a valid element here") == {
        "kind": "Float(F16)"
    }


def test_a_value_is_cut_at_300_characters() -> None:
    """A tensor's numbers don't fill the comment."""
    told = captured(
        "The numbers of this tensor are {data}", f"The numbers of this tensor are {'1.5, ' * 500}"
    )
    assert len(told["data"]) == 300


def test_a_value_that_is_wrapped_keeps_its_lines() -> None:
    """A hard wrap in a value isn't hidden."""
    told = captured("Cannot use handle {id:?} any more, ever", "Cannot use handle Tensor\nId any more, ever")
    assert told == {"id": "Tensor\nId"}
