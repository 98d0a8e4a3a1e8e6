"""Rust and TOML examples, parsed. The Rust parser is an extra that running the bot doesn't need."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser


class RustParserMissingError(RuntimeError):
    """The extra with the Rust parser isn't installed; the text says how to get it."""

    def __init__(self) -> None:
        super().__init__("the Rust parser isn't installed; run: pip install 'burnerr[extract]'")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of code: its syntax kind (``type_identifier`` …), text, and line (from 0)."""

    kind: str
    text: str
    line: int
    parent: str


@lru_cache(maxsize=1)
def _parser() -> Parser:
    # Imported here: only the commands that check or build the catalogue need it.
    try:
        import tree_sitter_rust  # noqa: PLC0415 - an extra
        from tree_sitter import Language, Parser  # noqa: PLC0415 - as above
    except ImportError:
        raise RustParserMissingError from None
    return Parser(Language(tree_sitter_rust.language()))


def broken_lines(code: str) -> list[int]:
    """Give the lines (from 0) at which code isn't Rust. Raises ``RustParserMissingError``."""
    root = _parser().parse(code.encode()).root_node
    if not root.has_error:
        return []
    return sorted({node.start_point[0] for node in _walk(root) if node.is_error or node.is_missing}) or [0]


def tokens(code: str) -> Iterator[Token]:
    """Yield the leaves of parsed Rust, comments left out. Raises ``RustParserMissingError``."""
    for node in _walk(_parser().parse(code.encode()).root_node):
        if node.child_count == 0 and node.text and "comment" not in node.type:
            parent = node.parent.type if node.parent else ""
            yield Token(node.type, node.text.decode(), node.start_point[0], parent)


def _walk(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if "comment" in node.type:
            continue
        yield node
        waiting.extend(reversed(node.children))


def toml_error(code: str) -> str | None:
    """Say what is wrong with a TOML text, or ``None``."""
    try:
        tomllib.loads(code)
    except tomllib.TOMLDecodeError as error:
        return str(error)
    return None
