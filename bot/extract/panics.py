"""Finding the panic family: ``panic!`` and its kin, assertions, ``expect`` and ``unwrap``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.model import SiteKind
from bot.extract import indirect
from bot.extract.found import Found, place
from bot.extract.messages import format_pattern, message
from bot.extract.rust_text import as_printed, split_args
from bot.extract.syntax import Source

_KINDS = {
    "panic": SiteKind.PANIC,
    "unimplemented": SiteKind.UNIMPLEMENTED,
    "todo": SiteKind.TODO,
    "unreachable": SiteKind.UNREACHABLE,
    "assert": SiteKind.ASSERT,
    "assert_eq": SiteKind.ASSERT,
    "assert_ne": SiteKind.ASSERT,
    "debug_assert": SiteKind.DEBUG_ASSERT,
    "debug_assert_eq": SiteKind.DEBUG_ASSERT,
    "debug_assert_ne": SiteKind.DEBUG_ASSERT,
    "ensure": SiteKind.ERROR,
    "bail": SiteKind.ERROR,
    "anyhow": SiteKind.ERROR,
    "compile_error": SiteKind.COMPILE_ERROR,
}
_BEFORE_MESSAGE = {"assert": 1, "debug_assert": 1, "ensure": 1}
_BEFORE_MESSAGE |= dict.fromkeys(("assert_eq", "assert_ne", "debug_assert_eq", "debug_assert_ne"), 2)
_MACRO = re.compile(
    rb"(?:\b(?:core|std|alloc|anyhow)\s*::\s*)?\b(" + "|".join(_KINDS).encode() + rb")\s*!\s*(?=[(\[{])"
)
_METHOD = re.compile(rb"\.\s*(expect|expect_err|unwrap|unwrap_err)\s*(?=\()")
# A build script that writes a panic into a file that is compiled later: format!("panic!(\"{message}\")")
_WRITTEN = re.compile(rb'"panic!\(\\"\{([a-z_]\w*)\}\\"\)"')
_PASSED = re.compile(rb"\b(?:Option|Result)::unwrap\b(?!\s*\(|_)")


def find(source: Source) -> Iterator[Found]:
    """Give every place of the panic family in a file, tests left out."""
    yield from _macros(source)
    yield from _methods(source)
    for head in _PASSED.finditer(source.text):
        yield from _places(source, head.start(), SiteKind.UNWRAP, None)
    for head in _WRITTEN.finditer(source.text):
        for text in indirect.texts(source, head[1], head.start()):
            yield from _places(source, source.text.rindex(b"format!", 0, head.start()), SiteKind.PANIC, text)


def _macros(source: Source) -> Iterator[Found]:
    for head in _MACRO.finditer(source.text):
        name = head[1].decode()
        args = split_args(source.text, head.end())
        if args is None or source.is_text(head.start()):
            continue
        said = args[_BEFORE_MESSAGE.get(name, 0) :]
        wording = format_pattern(source.text, said, source.constants)
        if wording is None and said:
            wording = message(source.text[slice(*said[0])], source.constants) or "{}"
        if wording is None and name in ("assert", "debug_assert") and args:
            wording = "assertion failed: " + as_printed(source.text[slice(*args[0])])
        for text in indirect.expanded(source, wording, said, head.start()):
            yield from _places(source, head.start(), _KINDS[name], text)


def _methods(source: Source) -> Iterator[Found]:
    for head in _METHOD.finditer(source.text):
        args = split_args(source.text, head.end())
        if args is None:
            continue
        is_unwrap = head[1].startswith(b"unwrap")
        if is_unwrap is bool(args) or len(args) > 1:
            continue  # somebody else's method of that name
        if is_unwrap:
            yield from _places(source, head.start(1), SiteKind.UNWRAP, None)
            continue
        wording = message(source.text[slice(*args[0])], source.constants) or "{}"
        for text in indirect.expanded(source, wording, args, head.start(1)):
            yield from _places(source, head.start(1), SiteKind.EXPECT, text)


def _places(source: Source, offset: int, kind: SiteKind, wording: str | None) -> Iterator[Found]:
    found = place(source, offset, kind, wording)
    if found is not None:
        yield found
