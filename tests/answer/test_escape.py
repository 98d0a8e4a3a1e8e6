"""Code spans, fences and plain words hold whatever is put into them."""

from __future__ import annotations

import time

from hypothesis import given

from bot.answer.escape import code_span, fence, html_words, prose, prose_with_code, visible

from .hostile_texts import HOSTILE, PATIENT
from .trees import github_html, outside_code


@PATIENT
@given(text=HOSTILE)
def test_code_span_is_one_code_element(text: str) -> None:
    """Between two words a span should be one code element and change nothing else."""
    nodes = outside_code(f"a {code_span(text)} b")
    assert nodes == [
        ("start", "p"),
        ("text", "a "),
        ("start", "code"),
        ("end", "code"),
        ("text", " b"),
        ("end", "p"),
        ("text", "\n"),
    ]


@PATIENT
@given(text=HOSTILE)
def test_fence_is_one_block(text: str) -> None:
    """A fence should be one block, whatever is in it, and what follows should be outside."""
    nodes = outside_code(f"{fence(text)}\n\nafter")
    assert [node for node in nodes if node[0] == "text" and node[1].strip()] == [("text", "after")]
    assert sum(node[1] == "pre" for node in nodes) == 2


@PATIENT
@given(text=HOSTILE)
def test_plain_words_stay_words(text: str) -> None:
    """Words of a catalogue should become no markup, no link and no reference."""
    nodes = outside_code(f"a {prose(text)} b")
    assert [node for node in nodes if node[0] != "text"] == [("start", "p"), ("end", "p")]


@PATIENT
@given(text=HOSTILE)
def test_words_in_html_stay_words(text: str) -> None:
    """Words put into HTML should become no element."""
    nodes = outside_code(f"<details><summary>{html_words(text)}</summary>\n\nafter\n\n</details>")
    assert [node[1] for node in nodes if node[0] == "start"] == ["details", "summary", "p"]


def test_mentions_and_references_are_parted() -> None:
    """GitHub looks for these in the page it made, so they should not be whole there."""
    for text in ("@a", "#1", "GH-1", "x/y#1", "deadbeef1", "https://a.b", "www.a.b", "mailto:a"):
        assert text not in github_html(prose(text)).replace("&amp;", "&")
    assert prose("plain words, 8 of 10; v0.18.0") == "plain words, 8 of 10; v0.18.0"


def test_lists_and_headings_do_not_begin() -> None:
    """A first character that would begin a list or heading should be escaped."""
    assert [prose(text) for text in ("1. x", "1) x", "- x", "# x", "+ x")] == [
        "1\\. x",
        "1\\) x",
        "\\- x",
        "\\# x",
        "\\+ x",
    ]


def test_unseen_characters_are_named() -> None:
    """What can't be seen should be shown as Rust escapes it; plain text and emoji stay."""
    assert visible("a\u202eb\u200bc\x07") == "a\\u{202e}b\\u{200b}c\\u{7}"
    assert visible("é 漢字 👍\r\nx\ty") == "é 漢字 👍\nx\ty"
    assert visible("o" + "\u0301" * 30).count("\u0301") == 4


def test_code_in_imported_words_is_kept() -> None:
    """Of an imported record's Markdown only code between single ticks should be believed."""
    assert (
        prose_with_code("see `Vec<f32>` and\\<b> *x*\n\n@me")
        == "see `Vec<f32>` and\\<b\\> \\*x\\*\n\n@\u200bme"
    )


def test_long_texts_take_linear_time() -> None:
    """The longest issue should be made a block and a span at once, whatever it is made of."""
    for text in ("`", "``` `` ", "\u202e", "o\u0301\u0301", "</details>\n", "\\"):
        many = text * (65_536 // len(text))
        begin = time.process_time()
        assert fence(many)
        assert code_span(many)
        assert prose(many)
        assert time.process_time() - begin < 1
