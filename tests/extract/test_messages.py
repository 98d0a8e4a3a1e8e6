"""Message patterns out of expressions."""

from __future__ import annotations

import pytest

from bot.extract.messages import format_pattern, message
from bot.extract.rust_text import split_args

CONSTANTS = {b"HINT": "turn {it} off"}


@pytest.mark.parametrize(
    ("expression", "pattern"),
    [
        ('"Shape {} of {name:?}, {0:>5.2}"', "Shape {{}} of {{name:?}}, {{0:>5.2}}"),
        ('format!("Shape {} of {name:?}", a)', "Shape {} of {name:?}"),
        ('&format!("x {{y}}")', "x {{y}}"),
        ('alloc::format!("x")', "x"),
        ('"x".to_string()', "x"),
        ('format!("x {a}").as_str()', "x {a}"),
        ('String::from("x")', "x"),
        ('concat!("a ", stringify!(Tensor), " b", 1)', "a Tensor b1"),
        ('format!("{}", "inner text")', "inner text"),
        ("HINT", "turn {{it}} off"),
        ("Self::HINT.into()", "turn {{it}} off"),
        ('|err| format!("failed: {err}")', "failed: {err}"),
        ('move || { "lazy".to_string() }', "lazy"),
        ('Some("why".into())', "why"),
        ("variable", None),
        ('call("not a message")', None),
        ('"a" + b', None),
    ],
)
def test_an_expression_gives_its_pattern(expression: str, pattern: str | None) -> None:
    """Literals are doubled in braces, format strings kept, wrappers looked through, anything else is no
    message.
    """
    assert message(expression.encode(), CONSTANTS) == pattern


@pytest.mark.parametrize(
    ("arguments", "pattern"),
    [
        ('("a {} b", x)', "a {} b"),
        ('(concat!("a {}", " b"), x)', "a {} b"),
        ('("{}", "text {x}")', "text {{x}}"),
        ('("{HINT}")', "turn {{it}} off"),
        ('("{}", variable)', "{}"),
        ('("{value:?}")', "{value:?}"),
        ("(variable)", None),
        ("()", None),
    ],
)
def test_format_arguments_give_their_pattern(arguments: str, pattern: str | None) -> None:
    """The format string is the pattern; a lone placeholder gives way to the literal or constant it
    stands for.
    """
    source = arguments.encode()
    assert format_pattern(source, split_args(source, 0) or [], CONSTANTS) == pattern
