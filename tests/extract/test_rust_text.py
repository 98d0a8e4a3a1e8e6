"""Reading literals and argument lists by tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.extract.rust_text import as_printed, group_end, split_args, string_value, text_spans


@pytest.mark.parametrize(
    ("token", "value"),
    [
        (rb'"plain"', "plain"),
        (rb'"a\nb\t\"q\" \\ \u{1F525} \x41"', 'a\nb\t"q" \\ \U0001f525 A'),
        (b'"one \\\n      two"', "one two"),
        (b'"one \\\r\n      two"', "one two"),
        (rb'r"raw \n stays"', r"raw \n stays"),
        (rb'r#"with "quotes""#', 'with "quotes"'),
        (b'"two\nlines"', "two\nlines"),
        (b'"over \xe2\x86\x92 there"', "over → there"),
        (rb'b"bytes"', None),
        (rb'"a" + "b"', None),
        (b"name", None),
    ],
)
def test_a_literal_gives_the_text_it_stands_for(token: bytes, value: str | None) -> None:
    """Escapes, raw strings and continuations should be read as Rust reads them; other expressions are no
    literal.
    """
    assert string_value(token) == value


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_survives_being_written_as_a_literal(text: str) -> None:
    """A text written with Rust's escapes should be read back unchanged."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\0", "\\0")
    assert string_value(f'"{escaped}"'.encode()) == text


ARGUMENT = st.sampled_from(
    [
        "x",
        '"a, (b"',
        "f(a, b)",
        "[1, 2]",
        "{ a; b }",
        "'('",
        "'a'",
        r"'\''",
        'r#"x" , )"#',
        "m::<A, B>(c)",
        "a /* ) , */",
        "&'a T",
    ]
)


@given(st.lists(ARGUMENT, max_size=5))
def test_arguments_are_parted_at_their_own_commas_only(arguments: list[str]) -> None:
    """Commas and brackets in strings, characters, comments, brackets and turbofish should part nothing."""
    source = ("f(" + ", ".join(arguments) + ")").encode()
    spans = split_args(source, 1)
    assert spans is not None
    assert [source[start:end].decode() for start, end in spans] == arguments
    assert group_end(source, 1) == len(source)


@pytest.mark.parametrize("source", [b"(a, b", b"(a]", b'("open'])
def test_a_list_that_never_ends_is_none(source: bytes) -> None:
    """Broken source should give no arguments instead of wrong ones."""
    assert split_args(source, 0) is None
    assert group_end(source, 0) is None


def test_a_condition_is_printed_as_rustc_prints_it() -> None:
    """An assertion's condition should come on one line, without comments, its braces doubled."""
    assert as_printed(b"a ==\n   b // why\n  || S { x: 1 } == c") == "a == b || S {{ x: 1 }} == c"


def test_strings_and_comments_are_known_by_their_spans() -> None:
    """Lifetimes are no text; strings, characters and comments are."""
    source = b"let a: &'a str = \"s\"; let c = '\"'; // end"
    assert [source[a:b] for a, b in text_spans(source)] == [b'"s"', b"'\"'", b"// end"]
