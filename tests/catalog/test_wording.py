"""Message patterns: their literal parts, what they can make, and which are std's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.catalog.wording import covers, is_std, literal, parts, weight


@pytest.mark.parametrize(
    ("pattern", "split"),
    [
        ("Node {:?} is {n}", ("Node ", None, " is ", None)),
        ("{}{}", (None, None)),
        ("{{}} and {{x}}", ("{} and {x}",)),
        ("plain", ("plain",)),
        ("", ()),
        ("{:>8.3} {0}", (None, " ", None)),
        ("open { brace", ("open { brace",)),
    ],
)
def test_pattern_is_split(pattern: str, split: tuple[str | None, ...]) -> None:
    """Holes and literal parts should come in order, doubled braces as single ones."""
    assert parts(pattern) == split


def test_literal_and_weight() -> None:
    """Holes should weigh nothing."""
    assert literal("Node {:?}\n  is {n}!") == "Node is !"
    assert weight("Node {:?} is {long_name}") == 6


@given(st.lists(st.text(max_size=8), min_size=1, max_size=5), st.lists(st.text(max_size=8), max_size=5))
def test_pattern_covers_what_it_makes(texts: list[str], values: list[str]) -> None:
    """Filling the holes of a pattern should give a text that it covers, whatever is filled in."""
    escaped = [text.replace("{", "{{").replace("}", "}}") for text in texts]
    filled = [*values, *[""] * len(texts)]
    made = "".join(text + value for text, value in zip(texts, filled, strict=False))
    assert covers("{}".join([*escaped, ""]), made)


def test_pattern_covers_nothing_else() -> None:
    """A text with other literal parts should not be covered."""
    assert not covers("Node {} is lost", "Node 3 was lost")
    assert not covers("Node {} is lost", "A Node 3 is lost")


def test_many_holes_take_linear_time() -> None:
    """A pattern of many holes against a long text that it almost fits should not hang."""
    assert not covers("a{}" * 40 + "b", "a" * 5000)


@pytest.mark.parametrize(
    "text",
    [
        "called `Option::unwrap()` on a `None` value",
        "called `Result::unwrap()` on an `Err` value: {}",
        "index out of bounds: the len is {} but the index is {}",
        "attempt to subtract with overflow",
        "attempt to divide by zero",
        "not implemented",
        "not yet implemented: {}",
        "assertion failed: {}",
        "assertion `left == right` failed",
        "already borrowed: BorrowMutError",
        "RefCell already mutably borrowed",
        "range end index {} out of range for slice of length {}",
        "internal error: entered unreachable code",
    ],
)
def test_texts_of_std_are_known(text: str) -> None:
    """What std prints for anybody should be known as std's."""
    assert is_std(text)


@pytest.mark.parametrize(
    "text",
    [
        "called `Result::unwrap()` on an `Err` value: CubeCountTooLarge",
        "not implemented: scatter of a bool tensor",
        "assertion `left == right` failed: Tensors must have the same rank",
        "Node {:?} is needed but never checkpointed",
        "Not supported",
    ],
)
def test_texts_with_burns_words_are_not_stds(text: str) -> None:
    """A frame of std's around words of Burn's should count as Burn's."""
    assert not is_std(text)
