"""Prose is cut at the end of a sentence, and its length is what a reader sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answer.length import split_after, unfolded

CUTS = {
    "One. Two. Three.": "One. Two.",
    "One `a. B` two. Two! Three?": "One `a. B` two. Two!",
    "E.g. one, i.e. A thing. Two. Three.": "E.g. one, i.e. A thing. Two.",
    "See v0.18.0 here. `code` begins. Three.": "See v0.18.0 here. `code` begins.",
    "One. And one more": "One. And one more",
    "``a `b. C`` one. Two. Three.": "``a `b. C`` one. Two.",
    "One.\n\n- item. Two. Three.": "One.",
    "(One.) “Two.” Three.": "(One.) “Two.”",
}


@pytest.mark.parametrize("text", CUTS)
def test_two_sentences(text: str) -> None:
    """The first two sentences should be kept whole, code in them too; a list begins the second part."""
    assert split_after(text, 2)[0] == CUTS[text]


@given(text=st.text(st.sampled_from("a.A `\n!?")), count=st.integers(1, 4))
def test_nothing_is_lost(text: str, count: int) -> None:
    """Both parts together should hold every letter of the text."""
    parts = split_after(text, count)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_only_what_is_seen_counts() -> None:
    """Addresses, markup and folded parts should not count; summaries do."""
    assert unfolded("**a** [b](https://x.y/z) `c`") == 5
    assert unfolded("a\n\n<details><summary>more</summary>\n\nhidden\n\n</details>\n\nb") == 8
    assert unfolded("<sub>a</sub>\n\n```rust\nb\n```") == 3
