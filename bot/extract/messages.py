"""Message patterns out of argument expressions: literals, ``format!``, ``concat!``, ``.into()`` and the
like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.extract.rust_text import Span, group_end, literal_as_pattern, split_args, string_value, trim

Constants = Mapping[bytes, str]

_FORMATS = re.compile(
    rb"(?:(?:alloc|std|core)::)?(?:format|format_args|formatdoc|alloc::format)!\s*(?=[(\[{])"
)
_CONCAT = re.compile(rb"(?:(?:std|core)::)?concat!\s*(?=[(\[{])")
_STRINGIFY = re.compile(rb"(?:(?:std|core)::)?stringify!\s*(?=[(\[{])")
_WRAPPERS = re.compile(
    rb"(?:(?:(?:std|alloc)::)?(?:string::)?String::from|(?:std|alloc)?(?:::)?(?:borrow::)?Cow::(?:Borrowed|Owned|from)"
    rb"|Some|Box::new|Arc::new|Box::from|Arc::from|String::from_str|(?:indoc::)?indoc!)\s*(?=\()"
)
_TAIL = re.compile(
    rb"(?:\s*\.\s*(?:to_string|to_owned|into|as_str|as_ref|trim|trim_start|to_string_lossy)\s*\(\s*\))+$"
)
_NAME = re.compile(rb"(?:\w+::)*([A-Z][A-Z0-9_]*)$")
LONE_PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*)?(?::\??)?\}")
_BLOCK = re.compile(rb"(?:move\s*)?\|[^|]*\|\s*")


def format_pattern(source: bytes, args: list[Span], constants: Constants) -> str | None:
    """Give the pattern of format arguments (``"…{}", x``): the literal as it is, or what a lone ``{}``
    stands for.
    """
    if not args:
        return None
    start, end = args[0]
    pattern = template(source[start:end], constants)
    if pattern is None:
        return None
    lone = LONE_PLACEHOLDER.fullmatch(pattern)
    if lone and lone[1] is None and len(args) == 2:
        return message(source[slice(*args[1])], constants) or pattern
    if lone and lone[1] and lone[1].encode() in constants:
        return literal_as_pattern(constants[lone[1].encode()])
    return pattern


def template(expression: bytes, constants: Constants) -> str | None:
    """Give the format string that ``expression`` is: a literal, or ``concat!`` of literals."""
    value = string_value(expression)
    if value is not None:
        return value
    joined = _CONCAT.match(expression)
    if joined:
        return _concat(expression, joined.end(), constants)
    return None


def _concat(expression: bytes, opening: int, constants: Constants) -> str | None:
    parts = split_args(expression, opening) or []
    texts: list[str] = []
    for start, end in parts:
        part = expression[start:end]
        nested = template(part, constants)
        texts.append(nested if nested is not None else _stringified(part))
    return "".join(texts) if parts else None


def _stringified(part: bytes) -> str:
    """Give what a non-literal part of ``concat!`` adds: the name in ``stringify!``, or the token itself."""
    text = part.decode("utf-8", "replace")
    named = _STRINGIFY.match(part)
    if named:
        text = part[named.end() + 1 : -1].strip().decode("utf-8", "replace")
    return "{" + text.strip("$") + "}" if text.startswith("$") else literal_as_pattern(text.strip("'"))


def message(expression: bytes, constants: Constants) -> str | None:
    """Give the pattern of an expression that makes a text, or ``None`` where no literal is in it.

    Known: a literal (its braces doubled, for it is no format string), ``format!``, ``concat!``,
    ``String::from``, ``.to_string()``, a closure that gives one, and constants of the same file.
    """
    expression = expression.strip().lstrip(b"&*").strip()
    closure = _BLOCK.match(expression)
    if closure:
        expression = _unblock(expression[closure.end() :])
    expression = _TAIL.sub(b"", expression)
    value = string_value(expression)
    if value is not None:
        return literal_as_pattern(value)
    for head in (_FORMATS, _CONCAT, _WRAPPERS):
        found = head.match(expression)
        if found and group_end(expression, found.end()) == len(expression):
            return _made(head, expression, found.end(), constants)
    named = _NAME.fullmatch(expression)
    return literal_as_pattern(constants[named[1]]) if named and named[1] in constants else None


def _made(head: re.Pattern[bytes], expression: bytes, opening: int, constants: Constants) -> str | None:
    if head is _CONCAT:
        return _concat(expression, opening, constants)
    args = split_args(expression, opening) or []
    if head is _FORMATS:
        return format_pattern(expression, args, constants)
    return message(expression[slice(*args[0])], constants) if len(args) == 1 else None


def _unblock(expression: bytes) -> bytes:
    """Take the braces off a block that holds nothing but one expression."""
    if expression.startswith(b"{") and expression.endswith(b"}"):
        return expression[slice(*trim(expression, 1, len(expression) - 1))]
    return expression
