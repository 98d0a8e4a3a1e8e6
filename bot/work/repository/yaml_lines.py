"""YAML into plain data, with the line of each part; small, flat and without surprises.

Unlike PyYAML's own constructor it leaves ``on`` and ``off`` words, refuses keys given twice, and refuses
anchors, which can make a short file huge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import yaml

LARGEST: Final = 65_536  # characters
DEEPEST: Final = 8
SHOWN: Final = 60  # characters of the file that a sentence repeats
_BOOLEANS: Final = {"true": True, "false": False}

Path = tuple[str | int, ...]


class UnreadableError(Exception):
    """It isn't YAML that we take; ``line`` counts from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line
        self.what = what


@dataclass(frozen=True, slots=True)
class Read:
    """``data``, and the line of each part by its path; an empty document is an empty mapping."""

    data: Any
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of a part, or of the nearest part around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def code(said: object) -> str:
    """What a file says as a code span: it's shown where Markdown is read."""
    shown = "".join(c for c in str(said)[:SHOWN] if c.isprintable() and c != "`").strip()
    return f"`{shown or ' '}`"


def read(text: str) -> Read:
    """Read one document. Raises `UnreadableError`."""
    if len(text) > LARGEST:
        raise UnreadableError(1, f"the file is larger than {LARGEST // 1024} KB")
    try:
        _look_through(text)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "characters that YAML doesn't take"
        raise UnreadableError(mark.line + 1 if mark else 1, f"not YAML: {code(problem)}") from error
    lines: dict[Path, int] = {}
    return Read({} if root is None else _plain(root, (), lines), lines)


def _look_through(text: str) -> None:
    """Refuse what would grow or nest without end, before a tree is made of it."""
    depth = documents = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise UnreadableError(line, "anchors and aliases aren't taken")
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise UnreadableError(line, "more than one document")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise UnreadableError(line, "nested too deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _plain(node: yaml.Node, path: Path, lines: dict[Path, int]) -> Any:
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, path, lines)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(child, (*path, at), lines) for at, child in enumerate(node.value)]
    return _scalar(node)


def _mapping(node: yaml.MappingNode, path: Path, lines: dict[Path, int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise UnreadableError(line, "a key must be a word")
        if key.value in found:
            raise UnreadableError(line, f"{code(key.value)} is given twice")
        lines[(*path, key.value)] = line
        found[key.value] = _plain(value, (*path, key.value), lines)
    return found


def _scalar(node: yaml.Node) -> Any:
    value: str = node.value
    if getattr(node, "style", None):  # quoted, or a block of text
        return value
    if value.lower() in {"", "~", "null"}:
        return None
    if value.lower() in _BOOLEANS:
        return _BOOLEANS[value.lower()]
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
