"""From what was pasted to what the program said."""

from __future__ import annotations

import pytest

from bot.recognize.clean import Cleaned
from bot.recognize.model import Report


def cleaned(body: str) -> str:
    """Clean a body; breaks that cleaning brings in are shown as `|`."""
    return Cleaned(Report("", body)).raw.decode().removeprefix("\n").replace("\x0b", "|")


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("\x1b[1m\x1b[31mred\x1b[0m", "red"),
        ("\\u001b[31mred\\u001b[0m", "red"),
        ("[33mlost its escape[0m", "lost its escape"),
        ("\x1b]0;title\x07text", "text"),
        ("one\r\ntwo", "one\ntwo"),
        ("10%\r20%\rdone", "10%|20%|done"),
        ("> quoted\n> > twice", "quoted\ntwice"),
        ("│ boxed", "boxed"),
        ("| piped", "piped"),
        ("<pre>a &lt;unnamed&gt;</pre>", "a <unnamed>"),
        ("&amp;lt;b&amp;gt;", "<b>"),
        ("a<!-- a hint\nof a template -->b", "a\nb"),
        ("<!-- never closed", "<!-- never closed"),
        ("one<br>two", "one|two"),
        ('"one line\\n two\\\\nThree"', '"one line| two|Three"'),
        ("src\\node.rs and C:\\new\\x", "src\\node.rs and C:\\new\\x"),
        ("Autodiff<B>", "Autodiff<B>"),
    ],
)
def test_marks_are_taken_away(body: str, wanted: str) -> None:
    """The marks of terminals, web pages, loggers and Markdown are gone; paths and types stay."""
    assert cleaned(body) == wanted


def test_a_mark_before_each_line_of_a_panic_is_blanked() -> None:
    """Somebody's logger before every line hides no message; digits in it may change."""
    marked = "[15:08:37 app] thread 'main' panicked at src/a.rs:1:2:\n[15:08:38 app] message"
    body = f"{marked}\n[15:08:38 app] more\nend"
    lines = cleaned(body).split("\n")
    assert [line.strip() for line in lines] == [
        "thread 'main' panicked at src/a.rs:1:2:",
        "message",
        "more",
        "end",
    ]
    assert [len(line) for line in lines] == [len(line) for line in body.split("\n")]


def test_lines_are_numbered_as_in_the_report() -> None:
    """What cleaning takes away or brings in changes no line's number; the title is line 0."""
    text = Cleaned(Report("title", "<!-- x\ny -->\n> a\\nb\r\nlast"))
    for word, number in ((b"title", 0), (b"a\x0bb", 3), (b"last", 4)):
        assert text.line_of(text.raw.index(word)) == number


def test_of_a_very_long_text_the_middle_is_left_out() -> None:
    """Lines behind it keep their numbers."""
    lines = ["x" * 99] * 30_000
    lines[15_000] = "in the middle"
    lines[29_990] = "needle"
    text = Cleaned(Report("", "\n".join(lines)))
    at = text.raw.index(b"needle")
    assert b"in the middle" not in text.raw
    assert text.line_of(at) == 29_991
    assert [(e.line, e.text) for e in text.evidence(at, at + 6)] == [(29_991, "needle")]


def test_evidence_quotes_the_report() -> None:
    """Evidence is the report's line as it stands there, not the cleaned one."""
    text = Cleaned(Report("", "before\n> \x1b[31mred\x1b[0m\r\nafter"))
    at = text.raw.index(b"red")
    (evidence,) = text.evidence(at, at + 3)
    assert (evidence.line, evidence.text) == (2, "> \x1b[31mred\x1b[0m")


def test_evidence_of_a_very_long_line_is_the_part_that_counts() -> None:
    """Of a line of 100 KB the part around the message is quoted."""
    text = Cleaned(Report("", "x" * 50_000 + " needle " + "y" * 50_000))
    at = text.raw.index(b"needle")
    (evidence,) = text.evidence(at, at + 6)
    assert "needle" in evidence.text
    assert len(evidence.text) <= 400
