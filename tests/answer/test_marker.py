"""The hidden line by which our comments are known again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answer.marker import Marker, digest, read_marker, with_marker

from .hostile_texts import HOSTILE, PATIENT
from .trees import outside_code

MARKER = Marker(12345, 67, "0123456789abcdef")


@PATIENT
@given(
    text=HOSTILE,
    app=st.integers(0, 10**18),
    issue=st.integers(0, 10**9),
    reply_to=st.integers(0, 10**18),
    question=st.sampled_from(["", "00ff00ff00ff00ff"]),
)
def test_marker_is_read_back(text: str, app: int, issue: int, reply_to: int, question: str) -> None:
    """Any marker under any text should be read back as it was."""
    marker = Marker(app, issue, digest(text), reply_to, question)
    assert read_marker(with_marker(text, marker)) == marker


def test_marker_is_not_seen() -> None:
    """The marker should be an HTML comment at the end, and the text above it as before."""
    assert outside_code(with_marker("Text", MARKER)) == [
        ("start", "p"),
        ("text", "Text"),
        ("end", "p"),
        ("text", "\n"),
        ("comment", " burnerr v1 app=12345 issue=67 digest=0123456789abcdef "),
        ("text", "\n"),
    ]


def test_marker_survives_what_happens_to_comments() -> None:
    """Other line ends, spaces and a maintainer's note below should not hide the marker."""
    text = with_marker("Text", MARKER)
    assert read_marker(text.replace("\n", "\r\n")) == MARKER
    assert read_marker(f"{text}  \n\n") == MARKER
    assert read_marker(f"{text}\n\nEdit by a maintainer: solved.") == MARKER


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Text",
        "<!-- burnerr -->",
        "x <!-- burnerr v1 app=1 issue=1 digest=0123456789abcdef -->",
        "<!-- burnerr v1 app=1 issue=1 digest=0123 -->",
        "<!-- burnerr v2 app=1 issue=1 digest=0123456789abcdef -->",
        "<!-- burnerr v1 app=-1 issue=1 digest=0123456789abcdef -->",
    ],
)
def test_other_lines_are_no_marker(text: str) -> None:
    """Only the exact line should count."""
    assert read_marker(text) is None


def test_last_marker_counts() -> None:
    """A marker quoted further up should not hide the one at the end."""
    forged = "<!-- burnerr v1 app=1 issue=1 digest=ffffffffffffffff -->"
    assert read_marker(with_marker(f"```text\n{forged}\n```", MARKER)) == MARKER


def test_digest_sees_words_not_line_ends() -> None:
    """Texts that look the same should have the same digest, others should not."""
    assert digest("a \r\nb\n") == digest("a\nb")
    assert digest("a\nb") != digest("a\nc")
    assert len(digest("\ud800")) == 16
