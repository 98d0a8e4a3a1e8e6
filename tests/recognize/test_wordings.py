"""Message patterns, and how they are found."""

from __future__ import annotations

import pytest

from bot.recognize.squeeze import squeeze
from bot.recognize.wordings import OPEN, compile_pattern, find_pattern


def test_a_pattern_is_its_literal_pieces_and_named_holes() -> None:
    """Holes carry their names or positions; doubled braces are text."""
    pattern = compile_pattern("len {} of `{name:?}` at {0} in {{x}}")
    assert pattern.pieces == (b"len", b"of", b"at", b"in{x}")
    assert pattern.names == ("0", "name", "0")
    assert pattern.weight == len("lenofatinx")


def test_a_tensor_check_is_known_by_operation_and_reason() -> None:
    """The block's head isn't part of the text that is searched for."""
    pattern = compile_pattern(
        "=== Tensor Operation Error ===\n  Operation: 'Cat'\n  Reason:\n    {n}. No {dim} \n"
    )
    assert (pattern.label, pattern.pieces, pattern.names) == (b"cat", (b"no", b""), ("dim",))
    any_operation = compile_pattern(
        "=== Tensor Operation Error ===\n  Operation: '{op}'\n  Reason:\n    {n}. No {dim} \n"
    )
    assert any_operation.label == b""


def test_the_words_of_std_weigh_nothing() -> None:
    """`called Result::unwrap() on an Err value` is no text of anyone's."""
    assert compile_pattern("called `Result::unwrap()` on an `Err` value: CallError").weight == len(
        "CallError"
    )


def test_a_trailing_backtrace_is_left_out() -> None:
    """Reporters don't paste it."""
    pattern = compile_pattern("too big: {size}\nBacktrace\n{backtrace}")
    assert pattern.pieces == (b"toobig:", b"")


@pytest.mark.parametrize(
    ("pattern", "text", "holes"),
    [
        ("Node {} is needed", "Node 7 is needed", [b"7"]),
        ("got {}, expected {}", "got [2, 3], expected 4", [b"[2,3]", None]),
        ("{} is not supported", "F16 is not supported", [None]),
        ("a {}{} b", "a 12 b", [b"12", b""]),
    ],
)
def test_holes_are_as_short_as_they_can_be(pattern: str, text: str, holes: list[bytes | None]) -> None:
    """Between pieces a hole has bounds; at an end of the pattern it is open."""
    data = squeeze(text.encode())
    span = find_pattern(compile_pattern(pattern), data)
    assert span is not None
    assert [None if OPEN in (a, b) else data[a:b] for a, b in span.holes] == holes


def test_a_cut_message_is_found_by_its_beginning() -> None:
    """A message that ends in the midst of its words is found, and says how much of it is there."""
    pattern = compile_pattern("Cannot get uninitialized handle {} because of reasons that are long")
    span = find_pattern(pattern, squeeze(b"Cannot get uninitialized handle 7 because of rea"))
    assert span is not None
    assert 0.5 < span.share < 1


def test_a_message_that_goes_on_otherwise_is_another() -> None:
    """Not cut, but different: not found."""
    pattern = compile_pattern("dataloader worker {index} failed: {msg}")
    assert find_pattern(pattern, squeeze(b"Dataloader worker thread should be alive, and it is not")) is None


def test_a_lost_sign_is_counted() -> None:
    """A full stop may be missing; that it is, is known."""
    span = find_pattern(compile_pattern("Cannot get handle {}."), squeeze(b"Cannot get handle 7"))
    assert span is not None
    assert (span.share, span.lost) == (1, 1)


def test_a_value_may_not_be_endless() -> None:
    """Two words a log apart are no message."""
    data = squeeze(b"Node " + b"x" * 9000 + b" is needed")
    assert find_pattern(compile_pattern("Node {} is needed"), data) is None


def test_a_short_beginning_is_the_nearest_one() -> None:
    """A word of the title that a message begins with, too, isn't where the message begins."""
    data = squeeze(
        b"missing key in pickle\n"
        + b"so much text before it is told " * 4
        + b"Key 'a' not found in pickle data"
    )
    span = find_pattern(compile_pattern("Key '{}' not found in pickle data"), data)
    assert span is not None
    assert data[slice(*span.holes[0])] == b"a"
    near = squeeze(b"Key 'encoder.key.weight' not found in pickle data")
    span = find_pattern(compile_pattern("Key '{}' not found in pickle data"), near)
    assert span is not None
    assert near[slice(*span.holes[0])] == b"encoder.key.weight"
