"""Messages that reach a panic by a name: a local variable, or a parameter that callers in the same file fill.

``let message = "…"; panic!("{message}")`` and ``fn select(error: &str) { … .expect(error) }`` are looked
through here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import tree_sitter

from bot.extract.messages import message
from bot.extract.rust_text import Span, split_args
from bot.extract.syntax import Source

_BLOCKS = frozenset({"block", "unsafe_block", "else_clause", "match_block"})
_LEAD = re.compile(r"\{([a-z_]\w*)?(?::\??)?\}")
_NAME = re.compile(rb"[&*\s]*([a-z_]\w*)(?:\s*\.\s*(?:as_str|to_string|clone|into|as_ref)\s*\(\s*\))*\s*")


def expanded(
    source: Source, wording: str | None, args: Sequence[Span], offset: int
) -> tuple[str | None, ...]:
    """Put what a variable holds in the place of the placeholder that a wording begins with.

    ``args`` are the format arguments, the format string first. A wording that is nothing but the variable
    is replaced; one with more text is kept beside the ones made from it.
    """
    lead = _LEAD.match(wording) if wording is not None else None
    if wording is None or lead is None or not args:
        return (wording,)
    if lead[1]:
        name: bytes | None = lead[1].encode()
    else:
        at = 1 if len(args) > 1 else 0
        name = plain_name(source.text[slice(*args[at])])
    rest = wording[lead.end() :]
    found = texts(source, name, offset) if name is not None else ()
    made = tuple(text + rest for text in found if text + rest != wording)
    return made if made and not rest else (wording, *made)


def plain_name(expression: bytes) -> bytes | None:
    """Give the variable that ``expression`` is (a reference to), or ``None``."""
    found = _NAME.fullmatch(expression)
    return found[1] if found else None


def texts(source: Source, name: bytes, offset: int) -> tuple[str, ...]:
    """Give the message patterns that the variable ``name`` may hold at ``offset``; none where that isn't
    to be seen.
    """
    function = source.function_node(offset)
    if function is None:
        return ()
    value = _let_value(source, function, name, offset)
    if value is not None:
        starts = dict.fromkeys(_values(source, value))
        added = list(_additions(source, function, name, offset))
        if added:
            return tuple(start + text for start in starts for text in added)
        return tuple(starts)
    return tuple(dict.fromkeys(_passed(source, function, name)))


def _let_value(
    source: Source, function: tree_sitter.Node, name: bytes, offset: int
) -> tree_sitter.Node | None:
    """Give the value of the last ``let name = …`` before ``offset``."""
    head = re.compile(rb"\blet\s+(?:mut\s+)?" + re.escape(name) + rb"\b\s*(?::[^=;]+)?=(?!=)")
    last: tree_sitter.Node | None = None
    for found in head.finditer(source.text, function.start_byte, offset):
        node = source.node(found.start())
        while node is not None and node.type != "let_declaration":
            node = node.parent
        if node is not None and node.end_byte <= offset:
            last = node.child_by_field_name("value") or last
    return last


def _values(source: Source, node: tree_sitter.Node) -> Iterator[str]:
    """Give the patterns of an expression, of each branch of an ``if`` or ``match``."""
    if node.type == "if_expression":
        for part in ("consequence", "alternative"):
            branch = node.child_by_field_name(part)
            if branch is not None:
                yield from _values(source, branch)
    elif node.type == "match_expression":
        body = node.child_by_field_name("body")
        for arm in body.named_children if body is not None else ():
            value = arm.child_by_field_name("value")
            if value is not None:
                yield from _values(source, value)
    elif node.type in _BLOCKS:
        if node.named_children:
            yield from _values(source, node.named_children[-1])
    else:
        text = message(source.text[node.start_byte : node.end_byte], source.constants)
        if text is not None:
            yield text


def _additions(source: Source, function: tree_sitter.Node, name: bytes, offset: int) -> Iterator[str]:
    """Give what ``name += …`` and ``name.push_str(…)`` add before ``offset``."""
    head = re.compile(rb"\b" + re.escape(name) + rb"\s*(?:\+=\s*|\.\s*push_str\s*\()")
    for found in head.finditer(source.text, function.start_byte, offset):
        node = source.node(found.start())
        while node is not None and node.type not in ("compound_assignment_expr", "call_expression"):
            node = node.parent
        if node is None:
            continue
        added = node.child_by_field_name("right")
        if added is None:
            arguments = node.child_by_field_name("arguments")
            added = (
                arguments.named_children[0] if arguments is not None and arguments.named_children else None
            )
        if added is not None:
            yield from _values(source, added)


def _passed(source: Source, function: tree_sitter.Node, name: bytes) -> Iterator[str]:
    """Give the literals that callers in this file pass for the parameter ``name``."""
    title = function.child_by_field_name("name")
    names = list(source.parameters(function))
    if title is None or title.text is None or name not in names:
        return
    at = names.index(name)
    call = re.compile(rb"(?<!fn )\b" + re.escape(title.text) + rb"\s*(?:::\s*<[^()]*>\s*)?(?=\()")
    for found in call.finditer(source.text):
        args = split_args(source.text, found.end())
        if args is None or at >= len(args) or source.in_test(found.start()):
            continue
        text = message(source.text[slice(*args[at])], source.constants)
        if text is not None:
            yield text
