"""Finding error texts: thiserror's ``#[error]``, ``Display`` of error types, and errors made with a
literal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog.model import SiteKind
from bot.extract import indirect
from bot.extract.found import Found, place
from bot.extract.messages import format_pattern, message
from bot.extract.rust_text import Span, split_args, trim
from bot.extract.syntax import Source

_ATTRIBUTE = re.compile(rb"#\[\s*(error|display)\s*(?=\()")
_WRITE = re.compile(rb"\b(write|writeln)\s*!\s*(?=[(\[{])|\b\w+\s*\.\s*(write_str|write_fmt|pad)\s*(?=\()")
_ARM = re.compile(rb'=>\s*(?:\{\s*)?(?=r?#*"|format!|concat!)')
_IMPLEMENTS_ERROR = re.compile(rb"\bimpl\b[^{;]*?\bError\s+for\s+(\w+)")
_ERROR_NAME = re.compile(r"Error|Err$|Failure|Exception|^Unsupported|^Invalid")
# No error by its name, but errors carry its text whole.
_CARRIED = frozenset({"ApplyResult"})
_MADE = re.compile(
    rb"\b(?:(Err|ok_or|ok_or_else|map_err|context|with_context|or_else)|((?:\w+\s*::\s*)*\w*Error(?:Kind)?(?:\s*::\s*\w+)*))\s*(?=[({])"
)
_FMT = re.compile(rb"fmt\s*=\s*")
_BANNER = re.compile(rb"\beprintln!\s*(?=\()")
_FIELD = re.compile(rb"\w+\s*:\s*(?!:)")


def find(source: Source) -> Iterator[Found]:
    """Give every error text in a file, tests left out."""
    yield from _attributes(source)
    yield from _displays(source)
    yield from _made(source)
    if b"set_hook" in source.text:
        yield from _banners(source)


def _banners(source: Source) -> Iterator[Found]:
    """Give what a panic hook prints before the panic itself."""
    for head in _BANNER.finditer(source.text):
        node = source.function_node(head.start())
        if node is not None and b"set_hook" in source.text[node.start_byte : head.start()]:
            args = split_args(source.text, head.end()) or []
            yield from _error(source, head.start(), format_pattern(source.text, args, source.constants))


def _attributes(source: Source) -> Iterator[Found]:
    for head in _ATTRIBUTE.finditer(source.text):
        args = split_args(source.text, head.end())
        if args and (old_style := _FMT.match(source.text, *args[0])):
            args[0] = (old_style.end(), args[0][1])
        wording = format_pattern(source.text, args, source.constants) if args else None
        if wording is None:
            continue
        owner = _owner(source, head.start())
        if head[1] == b"display" and not _named_error(source, owner):
            continue
        found = place(source, owner, SiteKind.ERROR, wording)
        if found is not None:
            yield found._replace(line=source.line(head.start()))


def _named_error(source: Source, offset: int) -> bool:
    """Say whether the enum or struct around ``offset`` is an error by its name."""
    return _ERROR_NAME.search(source.context(offset).function.split("::")[0]) is not None


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
            wordings: Sequence[str | None] = [format_pattern(source.text, args[1:], source.constants)]
        else:
            wordings = _texts(source, args[0], head.start()) if args else []
        for wording in wordings:
            yield from _error(source, head.start(), wording)
    for head in _ARM.finditer(source.text):
        if _shows_error(source, head.start(), errors):
            start, end = _expression(source, head.end())
            yield from _error(source, head.start(), message(source.text[start:end], source.constants))


def _shows_error(source: Source, offset: int, errors: set[str]) -> bool:
    around = source.context(offset)
    if around.trait not in ("Display", "Debug") or around.own_type is None:
        return False
    return around.own_type in errors | _CARRIED or _ERROR_NAME.search(around.own_type) is not None


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
            for wording in _texts(source, (begin, stop), head.start()):
                if head[1] or " " in wording:  # one word in an error's arguments is a name, not a message
                    yield from _error(source, head.start(), wording)


def _texts(source: Source, span: Span, offset: int) -> list[str]:
    """Give the patterns of an expression, or those of the variable that it is."""
    text = source.text[slice(*span)]
    wording = message(text, source.constants)
    name = indirect.plain_name(text) if wording is None else None
    if wording is not None:
        return [w for w in indirect.expanded(source, wording, [span], offset) if w is not None]
    return list(indirect.texts(source, name, offset)) if name else []


def _is_struct(source: Source, offset: int) -> bool:
    """Say whether ``Name {`` at ``offset`` makes a value (and isn't a definition, a pattern, or a
    function's body).
    """
    node = source.node(offset)
    for _ in range(4):
        if node is None:
            return False
        if node.type == "struct_expression":
            return True
        node = node.parent
    return False
