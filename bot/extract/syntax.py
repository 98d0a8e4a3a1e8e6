"""What stands around a place in a Rust file: its function, its ``impl``, and whether it is compiled into
the product.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

import tree_sitter
import tree_sitter_rust

from bot.extract.conditions import needed_features, never_in_product, only_in_debug
from bot.extract.node_text import bare_type, field_text, inline_modules, is_public, path_attribute
from bot.extract.rust_text import group_end, split_args, string_value, text_spans

LANGUAGE = tree_sitter.Language(tree_sitter_rust.language())
_ATTRIBUTE = re.compile(rb"#(!?)\[\s*(cfg\s*(?=\()|[\w:]*\btest\b|should_panic|bench\b|rstest\b)")
_DEBUG_IF = re.compile(rb"if\s+cfg!\s*\(\s*debug_assertions\s*\)")
_FUNCTION = re.compile(rb"\bfn\s+(\w+)")
_TEST_MACROS = re.compile(rb"\b(?:testgen\w*|\w*_tests?)!\s*[({\[]")
_PANICS = re.compile(rb"///\s*#+\s*Panics\b")
_CONSTANT = re.compile(rb"\b(?:const|static)\s+([A-Z][A-Z0-9_]*)\s*:\s*&(?:\s*'static)?\s*str\s*=\s*")
_TEXT_NODES = frozenset(
    {"line_comment", "block_comment", "string_literal", "string_content", "raw_string_literal", "doc_comment",
     "raw_string_literal_content", "char_literal", "escape_sequence"}
)  # fmt: skip
_NAMED = {"function_item": "fn", "function_signature_item": "fn", "trait_item": "type", "impl_item": "impl"}
_VALUES = frozenset({"const_item", "static_item", "enum_variant", "struct_item", "enum_item"})

Span = tuple[int, int]


class Context(NamedTuple):
    """Where a place stands. ``function`` carries its ``impl``; a macro's body is named ``name!``."""

    function: str
    public: bool
    api: str | None
    trait: str | None
    own_type: str | None


class GatedModule(NamedTuple):
    """A ``mod name;`` under a condition; ``inline`` are the modules written around it.

    ``test`` says that it is compiled for tests only; ``features`` are those of the crate that it needs.
    """

    inline: tuple[str, ...]
    name: str
    path: str | None
    test: bool
    features: tuple[str, ...]


class Source:
    """One Rust file: its bytes and its syntax tree."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.root = tree_sitter.Parser(LANGUAGE).parse(text).root_node
        self._starts = [m.end() for m in re.finditer(rb"\n", text)]

    def line(self, offset: int) -> int:
        """Give the line of an offset, counted from 1."""
        return bisect_right(self._starts, offset) + 1

    def node(self, offset: int) -> tree_sitter.Node | None:
        """Give the smallest node at an offset."""
        return self.root.descendant_for_byte_range(offset, offset + 1)

    def is_text(self, offset: int) -> bool:
        """Say whether an offset lies in a comment or a string."""
        if self.root.has_error:
            at = bisect_right(self._texts, (offset, len(self.text) + 1)) - 1
            return at >= 0 and self._texts[at][0] <= offset < self._texts[at][1]
        node = self.node(offset)
        return node is not None and node.type in _TEXT_NODES

    @cached_property
    def _texts(self) -> list[Span]:
        """All strings and comments, by tokens: a tree with errors in it may take code for a string."""
        return text_spans(self.text)

    @cached_property
    def constants(self) -> dict[bytes, str]:
        """The text constants of this file, by name."""
        found: dict[bytes, str] = {}
        for head in _CONSTANT.finditer(self.text):
            node = self.node(head.end())
            while node is not None and node.type not in (
                "string_literal",
                "raw_string_literal",
                "const_item",
            ):
                node = node.parent
            value = string_value(self.text[node.start_byte : node.end_byte]) if node is not None else None
            if value is not None:
                found[head[1]] = value
        return found

    @cached_property
    def _conditional(self) -> list[tuple[Span, str]]:
        """The spans under a ``cfg`` or a test attribute, with the predicate (``test`` for test
        attributes).
        """
        found: list[tuple[Span, str]] = []
        for head in _ATTRIBUTE.finditer(self.text):
            span = self._target(head.start(), inner=bool(head[1]))
            if span is None:
                continue
            if not head[2].startswith(b"cfg"):
                found.append((span, "test"))
                continue
            opening = self.text.index(b"(", head.end() - 1)
            end = group_end(self.text, opening)
            if end is not None:
                found.append((span, self.text[opening + 1 : end - 1].decode("utf-8", "replace")))
        return found

    def _target(self, attribute: int, *, inner: bool) -> Span | None:
        """Give the span of what an attribute stands on: the next item, or all around an inner attribute."""
        node = self.node(attribute)
        while node is not None and node.type not in ("attribute_item", "inner_attribute_item"):
            node = node.parent
        if node is None:
            return None
        if inner:
            around = node.parent or self.root
            return around.start_byte, around.end_byte
        target = node.next_named_sibling
        while target is not None and target.type in ("attribute_item", "line_comment", "block_comment"):
            target = target.next_named_sibling
        return (target.start_byte, target.end_byte) if target is not None else None

    @cached_property
    def test_spans(self) -> list[Span]:
        """The spans that are compiled for tests only."""
        spans = [span for span, predicate in self._conditional if never_in_product(predicate)]
        for head in _TEST_MACROS.finditer(self.text):
            end = group_end(self.text, head.end() - 1)
            if end is not None:
                spans.append((head.start(), end))
        return spans

    @cached_property
    def _debug_spans(self) -> list[Span]:
        spans = [span for span, predicate in self._conditional if only_in_debug(predicate)]
        for head in _DEBUG_IF.finditer(self.text):
            opening = self.text.find(b"{", head.end())
            end = group_end(self.text, opening) if opening >= 0 else None
            if end is not None:
                spans.append((opening, end))
        return spans

    def function_node(self, offset: int) -> tree_sitter.Node | None:
        """Give the node of the innermost function around an offset."""
        node = self.node(offset)
        while node is not None and node.type != "function_item":
            node = node.parent
        return node

    def parameters(self, function: tree_sitter.Node) -> tuple[bytes, ...]:
        """Give the names of a function's parameters, ``self`` left out."""
        listed = function.child_by_field_name("parameters")
        spans = split_args(self.text, listed.start_byte) or [] if listed is not None else []
        texts = [self.text[start:end] for start, end in spans]
        pairs = [text.split(b":", 1) for text in texts if b":" in text]
        return tuple(name.removeprefix(b"mut ").strip() for name, kind in pairs if kind.strip() != b"Self")

    def in_test(self, offset: int) -> bool:
        """Say whether an offset is compiled for tests only."""
        return any(start <= offset < end for start, end in self.test_spans)

    def in_debug_only(self, offset: int) -> bool:
        """Say whether an offset is missing from release builds."""
        return any(start <= offset < end for start, end in self._debug_spans)

    def features(self, offset: int) -> tuple[str, ...]:
        """Give the crate features that an offset needs, as far as this file tells."""
        around = [p for (start, end), p in self._conditional if start <= offset < end and "feature" in p]
        return tuple(sorted({name for predicate in around for name in needed_features(predicate)}))

    @cached_property
    def _panics_docs(self) -> dict[int, bool]:
        """The functions (by start offset) whose documentation has a ``# Panics`` section."""
        found: dict[int, bool] = {}
        for head in _PANICS.finditer(self.text):
            node = self.node(head.start())
            while node is not None and node.type != "line_comment":
                node = node.parent
            while node is not None and node.type not in _NAMED:
                node = node.next_named_sibling
            if node is not None and node.type.startswith("function"):
                found[node.start_byte] = True
        return found

    def context(self, offset: int) -> Context:
        """Say where an offset stands."""
        names: list[str] = []
        public, api = False, None
        trait = own_type = None
        node = self.node(offset)
        while node is not None:
            kind = _NAMED.get(node.type)
            if kind == "fn":
                if not names:
                    public = is_public(node)
                if node.start_byte in self._panics_docs and is_public(node):
                    api = ""
                names.insert(0, field_text(node, "name"))
            elif kind == "impl":
                own_type = own_type or bare_type(field_text(node, "type"))
                trait = trait or (bare_type(field_text(node, "trait")) or None)
                names.insert(0, bare_type(field_text(node, "type")))
            elif kind == "type":
                own_type = own_type or field_text(node, "name")
                names.insert(0, field_text(node, "name"))
            elif node.type == "macro_definition":
                names.insert(0, field_text(node, "name") + "!")
            elif node.type in _VALUES:
                names.insert(0, field_text(node, "name"))
            node = node.parent
        function = "::".join(name for name in names if name) or self._item_macro(offset)
        return Context(function, public, function if api is not None else None, trait, own_type)

    def _item_macro(self, offset: int) -> str:
        """Give the name of the macro whose invocation stands in the place of items around an offset.

        Where the tree is broken: the last function that begins before it.
        """
        node, name = self.node(offset), ""
        while node is not None:
            if node.type == "macro_invocation":
                name = field_text(node, "macro")
            node = node.parent
        if not name and self.root.has_error:
            heads = _FUNCTION.findall(self.text, 0, offset)
            name = heads[-1].decode() if heads else ""
        return name

    @cached_property
    def gated_modules(self) -> tuple[GatedModule, ...]:
        """The modules in files of their own that this file declares under a condition."""
        found: list[GatedModule] = []
        for (start, end), predicate in self._conditional:
            node = self.node(start)
            while node is not None and (node.start_byte, node.end_byte) != (start, end):
                node = node.parent
            if node is None or node.type != "mod_item" or node.child_by_field_name("body") is not None:
                continue
            test, features = never_in_product(predicate), needed_features(predicate)
            if test or features:
                named = inline_modules(node), field_text(node, "name"), path_attribute(node)
                found.append(GatedModule(*named, test, features))
        return tuple(found)
