"""The typical answers, word by word, and how long they are for their readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.answer.layout import LONGEST
from bot.answer.length import UNFOLDED, unfolded

from .cases import CASES, COMMENTS
from .trees import outside_code, read_text

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", CASES)
def test_answer_is_as_agreed(name: str) -> None:
    """Each typical verdict should give its golden text (``write_golden.py`` renews them)."""
    assert CASES[name]().rstrip() == (GOLDEN / f"{name}.md").read_text("utf-8").rstrip()


def test_there_is_no_golden_text_without_a_case() -> None:
    """Every golden file should belong to a case."""
    assert {path.stem for path in GOLDEN.glob("*.md")} == set(CASES)


@pytest.mark.parametrize("name", COMMENTS)
def test_comment_is_read_quickly(name: str) -> None:
    """What GitHub's renderer shows unfolded should be short, and our own measure of it should be right."""
    text = CASES[name]()
    shown = len(read_text(text))
    assert shown <= UNFOLDED
    assert abs(shown - unfolded(text)) <= 30
    assert len(text) <= LONGEST


@pytest.mark.parametrize("name", CASES)
def test_answer_calls_nobody(name: str) -> None:
    """No mention, reference or link to an issue should be outside code."""
    for kind, *rest in outside_code(CASES[name]()):
        if kind == "text":
            assert not any(mark in rest[0] for mark in ("@m", "@s", "@e", "#1", "GH-", "burn#"))
        if kind == "start" and rest[0] == "a":
            assert "://github.com/" not in rest[1] or "/blob/" in rest[1] or "#issuecomment-" in rest[1]


@pytest.mark.parametrize("name", CASES)
def test_details_are_closed(name: str) -> None:
    """Folded parts should open and close in pairs, each with a summary, and never nest."""
    depth = 0
    for kind, tag, *_ in outside_code(CASES[name]()):
        if tag == "details":
            depth += 1 if kind == "start" else -1
            assert depth in (0, 1)
    assert depth == 0
