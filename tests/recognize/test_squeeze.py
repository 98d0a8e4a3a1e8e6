"""Text without what terminals and loggers change, and the way back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.recognize.squeeze import Squeezed, squeeze


def test_white_space_quotes_case_and_boxes_are_gone() -> None:
    """What a terminal, a logger or a dashboard may change isn't there."""
    assert squeeze("│ Node `7`\r\n  isn\\'t\tHERE ".encode()) == b"node7isnthere"


@given(st.binary(max_size=9000))
def test_each_byte_leads_back_to_where_it_stood(raw: bytes) -> None:
    """The way back gives the very byte, in order, and the way there undoes it."""
    text = Squeezed(raw)
    offsets = [text.to_raw(n) for n in range(0, len(text.data), max(len(text.data) // 50, 1))]
    assert offsets == sorted(set(offsets))
    for number, offset in zip(range(0, len(text.data), max(len(text.data) // 50, 1)), offsets, strict=True):
        assert squeeze(raw[offset : offset + 1]) == text.data[number : number + 1]
        assert text.from_raw(offset) == number


@given(st.binary(max_size=500))
def test_beyond_the_end_is_the_end(raw: bytes) -> None:
    """An offset that isn't there leads to the end, not to an error."""
    text = Squeezed(raw)
    assert text.to_raw(len(text.data)) == len(raw)
    assert text.from_raw(len(raw)) == len(text.data)
