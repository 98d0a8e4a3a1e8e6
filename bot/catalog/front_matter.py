"""The front matter of a record: YAML between two lines of three dashes, read strictly."""

from __future__ import annotations

from typing import Any

import yaml
from pydantic import ValidationError

from bot.catalog.model import OwnFacts
from bot.catalog.problem import CatalogError, Problem

_FENCE = "---"
# Only these plain words mean something else than their letters: ids of digits, dates and releases stay text.
_PLAIN = {"true": True, "false": False, "null": None, "~": None, "": None}
_DEEPEST = 12
_HINTS = {
    "missing": "is missing; add it",
    "extra_forbidden": "is not a key that records have; remove it, or see the style guide for the right name",
}


class _Loader(yaml.CSafeLoader):
    """LibYAML's parser without PyYAML's guesses at what plain words mean: they take most of its time."""

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:
        del kind, value, implicit
        return ""


def _built(node: yaml.Node, depth: int = 0) -> Any:
    """Make plain data of a node; refuse a key given twice, a key that is no text, and what never ends."""
    if isinstance(node, yaml.ScalarNode):
        return _PLAIN.get(node.value, node.value) if not node.style else node.value
    if depth > _DEEPEST:
        raise yaml.composer.ComposerError(None, None, "too deep; records have no such depth", node.start_mark)
    if isinstance(node, yaml.SequenceNode):
        return [_built(item, depth + 1) for item in node.value]
    made: dict[str, Any] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value in made:
            say = "a key stands here twice, or is no text; keep one"
            raise yaml.composer.ComposerError(None, None, say, key.start_mark)
        made[key.value] = _built(value, depth + 1)
    return made


def split(text: str, file: str) -> tuple[str, str, int]:
    """Split a record into front matter, prose, and the line (from 1) on which the prose begins.

    Raises ``CatalogError`` when the front matter isn't there.
    """
    lines = text.split("\n")
    if lines[0].rstrip() == _FENCE:
        for number, line in enumerate(lines[1:], start=1):
            if line.rstrip() == _FENCE:
                return "\n".join(lines[1:number]), "\n".join(lines[number + 1 :]), number + 2
    say = "a record begins with front matter between two lines of `---`; put it there"
    raise CatalogError([Problem(file, 1, "", say)])


def read_yaml(front: str, file: str) -> dict[str, Any]:
    """Read the front matter as data. Raises ``CatalogError`` with the line of the first YAML error."""
    try:
        node = yaml.compose(front, Loader=_Loader)
        data = None if node is None else _built(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 2 if mark else 1
        say = f"not valid YAML: {error.problem or error}; quote texts that hold `: `, `#`, `{{` or `[`"
        raise CatalogError([Problem(file, line, "", say)]) from None
    if not isinstance(data, dict):
        raise CatalogError([Problem(file, 1, "", "the front matter must be keys with values")])
    return data


def validate(data: dict[str, Any], front: str, file: str) -> OwnFacts:
    """Make facts of read front matter. Raises ``CatalogError`` naming each wrong key with its line."""
    try:
        return OwnFacts.model_validate(data)
    except ValidationError as error:
        raise CatalogError(
            Problem(file, line_of(front, part["loc"]), dotted(part["loc"]), _say(part["type"], part["msg"]))
            for part in error.errors(include_url=False)
        ) from None


def dotted(path: tuple[int | str, ...]) -> str:
    """Write a path of keys as people do: ``wordings[0].text``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def line_of(front: str, path: tuple[int | str, ...]) -> int:
    """Give the line in the record file of a path of keys, or of its nearest parent that is there."""
    node = yaml.compose(front, Loader=_Loader)
    line = 1
    for part in path:
        found = _child(node, part)
        if found is None:
            break
        node, line = found
    return line


def _child(node: yaml.Node | None, part: int | str) -> tuple[yaml.Node, int] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == part:
                return value, key.start_mark.line + 2
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        value = node.value[part]
        return value, value.start_mark.line + 2
    return None


def _say(kind: str, message: str) -> str:
    return _HINTS.get(kind, f"{message[0].lower()}{message[1:]}; mend it")
