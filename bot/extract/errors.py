"""Finding error texts: thiserror's ``#[error]``, ``Display`` of error types, and errors made with a literal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.model import SiteKind
from bot.extract.found import Found, place
from bot.extract.messages import format_pattern, message
from bot.extract.rust_text import Span, split_args, trim
from bot.extract.syntax import Source

_ATTRIBUTE = re.compile(rb"#\[\s*error\s*(?=\()")
_WRITE = re.compile(rb"\b(write|writeln)\s*!\s*(?=[(\[{])|\b\w+\s*\.\s*(write_str|write_fmt|pad)\s*(?=\()")
_ARM = re.compile(rb'=>\s*(?:\{\s*)?(?=r?#*"|format!|concat!)')
_IMPLEMENTS_ERROR = re.compile(rb"\bimpl\b[^{;]*?\bError\s+for\s+(\w+)")
_ERROR_NAME = re.compile(r"(?:Error|Err|Errors|Failure|Exception|Kind)$|Error|Unsupported|Invalid")
_MADE = re.compile(
    rb"\b(?:(Err|ok_or|ok_or_else|map_err|context|with_context|or_else)|((?:\w+\s*::\s*)*\w*Error(?:Kind)?(?:\s*::\s*\w+)*))\s*(?=[({])"
)
_FIELD = re.compile(rb"\w+\s*:\s*(?!:)")


def find(source: Source) -> Iterator[Found]:
    """Give every error text in a file, tests left out."""
    yield from _attributes(source)
    yield from _displays(source)
    yield from _made(source)


def _attributes(source: Source) -> Iterator[Found]:
    for head in _ATTRIBUTE.finditer(source.text):
        args = split_args(source.text, head.end())
        wording = format_pattern(source.text, args, source.constants) if args else None
        if wording is None:
            continue
        owner = _owner(source, head.start())
        found = place(source, owner, SiteKind.ERROR, wording)
        if found is not None:
            yield found._replace(line=source.line(head.start()))


def _owner(source: Source, attribute: int) -> int:
    """Give the offset of the variant or struct that an attribute stands on."""
    node = source.node(attribute)
    while node is not None and node.type != "attribute_item":
        node = node.parent
    target = node.next_named_sibling if node is not None else None
    while target is not None and target.type in ("attribute_item", "line_comment", "block_comment"):
        target = target.next_named_sibling
    if target is None:
        return attribute
    name = target.child_by_field_name("name")
    return name.start_byte if name is not None else target.start_byte


def _displays(source: Source) -> Iterator[Found]:
    if b"Display" not in source.text and b"Debug" not in source.text:
        return
    errors = {name.decode() for name in _IMPLEMENTS_ERROR.findall(source.text)}
    for head in _WRITE.finditer(source.text):
        if not _shows_error(source, head.start(), errors):
            continue
        args = split_args(source.text, head.end()) or []
        if head[1]:
            wording = format_pattern(source.text, args[1:], source.constants)
        else:
            wording = message(source.text[slice(*args[0])], source.constants) if args else None
        yield from _error(source, head.start(), wording)
    for head in _ARM.finditer(source.text):
        if _shows_error(source, head.start(), errors):
            start, end = _expression(source, head.end())
            yield from _error(source, head.start(), message(source.text[start:end], source.constants))


def _shows_error(source: Source, offset: int, errors: set[str]) -> bool:
    around = source.context(offset)
    if around.trait not in ("Display", "Debug") or around.own_type is None:
        return False
    return around.own_type in errors or _ERROR_NAME.search(around.own_type) is not None


def _error(source: Source, offset: int, wording: str | None) -> Iterator[Found]:
    if wording is None or not any(c.isalpha() for c in re.sub(r"\{[^{}]*\}", "", wording)):
        return
    found = place(source, offset, SiteKind.ERROR, wording)
    if found is not None:
        yield found


def _expression(source: Source, start: int) -> Span:
    """Give the span of the expression that a match arm begins with at ``start``."""
    node = source.node(start)
    while node is not None and node.parent is not None and node.parent.start_byte == start:
        node = node.parent
    return (node.start_byte, node.end_byte) if node is not None else (start, start)


def _made(source: Source) -> Iterator[Found]:
    for head in _MADE.finditer(source.text):
        if head[2] and b"TensorError" in head[2]:
            continue  # a part of a tensor check's block, see checks.py
        brace = source.text[head.end() : head.end() + 1] == b"{"
        if brace and not _is_struct(source, head.start(2) if head[2] else head.start(1)):
            continue
        for start, end in split_args(source.text, head.end()) or []:
            field = _FIELD.match(source.text, start, end) if brace else None
            if brace and field is None:
                continue
            begin, stop = trim(source.text, field.end() if field else start, end)
            wording = message(source.text[begin:stop], source.constants)
            yield from _error(source, head.start(), wording)


def _is_struct(source: Source, offset: int) -> bool:
    """Say whether ``Name {`` at ``offset`` makes a value (and isn't a definition, a pattern, or a function's body)."""
    node = source.node(offset)
    for _ in range(4):
        if node is None:
            return False
        if node.type == "struct_expression":
            return True
        node = node.parent
    return False
