"""The names that a Rust file defines: functions, methods, types, fields, variants, constants and macros."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from sys import intern

import tree_sitter

from bot.extract.node_text import bare_type
from bot.extract.syntax import LANGUAGE, Source

# The letter that stands before a name in the symbol files says what it is.
FUNCTION, METHOD, TYPE, TRAIT, VARIANT, CONSTANT, MACRO, MODULE, FIELD, MADE, CRATE, FEATURE = "fmtTvcMdFgkx"
_QUERY = """
(function_item) @f (function_signature_item) @f (struct_item) @t (enum_item) @t (union_item) @t (type_item) @t
(associated_type) @t (trait_item) @T (enum_variant) @v (const_item) @c (static_item) @c (macro_definition) @M
(mod_item) @d (field_declaration) @F
(source_file (macro_invocation) @g) (source_file (expression_statement (macro_invocation) @g))
(declaration_list (macro_invocation) @g)
"""
_OWNERS = frozenset({"impl_item", "trait_item", "struct_item", "enum_item", "union_item"})
_WORD = re.compile(rb"[A-Za-z_]\w{2,}")
_DERIVED = re.compile(rb"derive\s*\(([^)]*)\)")
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"|//[^\n]*')


@cache
def _query() -> tree_sitter.Query:
    return tree_sitter.Query(LANGUAGE, _QUERY)


def find(source: Source) -> tuple[str, ...]:
    """Give the names that a file defines, tests left out, each with its letter: ``mTensor::backward``,
    ``tDType``.
    """
    names: set[str] = set()
    for letter, nodes in tree_sitter.QueryCursor(_query()).captures(source.root).items():
        for node in nodes:
            if not source.in_test(node.start_byte):
                names.update(_names(letter, node))
    return tuple(intern(name) for name in sorted(names))


def _names(letter: str, node: tree_sitter.Node) -> Iterator[str]:
    if letter == MADE:
        for word in _WORD.findall(_STRINGS.sub(b"", node.text or b"")):
            yield MADE + word.decode()
        return
    name = _text(node.child_by_field_name("name"))
    if not name:
        return
    if letter == FUNCTION and _implements_trait(node):
        return  # the trait tells the name
    owner = _owner(node) if letter in (FUNCTION, VARIANT, FIELD, CONSTANT, TYPE) else None
    if owner is None:
        yield letter + name
        return
    kind = METHOD if letter == FUNCTION else letter
    yield f"{kind}{owner}::{name}"
    if letter == FIELD:
        yield from _configured(node, owner, name)


def _configured(node: tree_sitter.Node, owner: str, field: str) -> Iterator[str]:
    """Give what ``#[derive(Config)]`` makes of a field: ``with_field``, and ``new``."""
    item = node.parent.parent if node.parent is not None else None
    before = item.prev_named_sibling if item is not None else None
    while before is not None and before.type in ("attribute_item", "line_comment"):
        derived = _DERIVED.search(before.text or b"") if before.type == "attribute_item" else None
        if derived and re.search(rb"\b(?:Config|new|Builder)\b", derived[1]):
            yield f"{METHOD}{owner}::new"
            yield f"{METHOD}{owner}::with_{field}"
        before = before.prev_named_sibling


def _implements_trait(node: tree_sitter.Node) -> bool:
    around = node.parent.parent if node.parent is not None else None
    return (
        around is not None and around.type == "impl_item" and around.child_by_field_name("trait") is not None
    )


def _owner(node: tree_sitter.Node) -> str | None:
    """Give the type or trait that a method, field or variant belongs to."""
    around = node.parent
    for _ in range(3):
        if around is None:
            return None
        if around.type in _OWNERS:
            named = around.child_by_field_name("type" if around.type == "impl_item" else "name")
            return bare_type(_text(named))
        if around.type in ("block", "source_file"):
            return None
        around = around.parent
    return None


def _text(node: tree_sitter.Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""
