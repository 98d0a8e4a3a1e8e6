"""One record file, read: front matter and headed sections become a record, or a list of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from bot.catalog import front_matter
from bot.catalog.model import Prose, Record
from bot.catalog.problem import CatalogError, Problem
from bot.catalog.sections import Block, Section, blocks, items, sections

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LANGUAGES = {"rust": "//", "toml": "#"}


@dataclass(slots=True)
class _Parts:
    """What has been read of a prose so far: values by field of ``Prose``, and what was wrong."""

    file: str
    values: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, line: int, key: str, say: str) -> None:
        self.problems.append(Problem(self.file, line, key, say))

    def take(self, found: list[Problem]) -> None:
        self.problems += [Problem(self.file, part.line, part.key, part.say) for part in found]


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record, the line (from 1) on which each field of its prose begins, and its front matter."""

    record: Record
    lines: dict[str, int]
    front: str

    def line_of(self, *path: int | str) -> int:
        """Give the line of a front-matter key, or of a field of the prose (or of an item of its list)."""
        for key in (front_matter.dotted(path), str(path[0]) if path else ""):
            if key in self.lines:
                return self.lines[key]
        return front_matter.line_of(self.front, path)

    def problem(self, say: str, *path: int | str) -> Problem:
        """Tell a problem of this file at a front-matter key or a field of the prose."""
        return Problem(
            self.record.file or self.record.slug, self.line_of(*path), front_matter.dotted(path), say
        )


def is_draft(text: str) -> bool:
    """Tell whether a file is a draft (``draft: true``): not loaded, and refused by ``catalog check``."""
    end = text.find("\n---", 3)
    return "\ndraft: true\n" in text[: end + 1]


def parse_record(text: str, file: str) -> RecordFile:
    """Read one record; ``file`` is its path for messages, its stem is the slug.

    Raises ``CatalogError`` with every problem of the file: unknown, missing or wrong keys and sections.
    """
    front, prose_text, first_line = front_matter.split(text, file)
    problems: list[Problem] = []
    facts = None
    try:
        facts = front_matter.validate(front_matter.read_yaml(front, file), front, file)
    except CatalogError as error:
        problems += error.problems
    parts = _read_prose(prose_text, first_line, file)
    problems += parts.problems
    slug = PurePosixPath(file).stem
    if not _SLUG.fullmatch(slug) or len(slug) > 80:
        problems.append(
            Problem(file, 0, "", "name the file by its slug: small letters, digits, single dashes, ≤ 80")
        )
    if problems or facts is None:
        raise CatalogError(problems)
    record = Record(slug=slug, facts=facts, prose=Prose(**parts.values), file=file)
    return RecordFile(record, parts.lines, front)


def _read_prose(text: str, first_line: int, file: str) -> _Parts:
    parts = _Parts(file)
    seen: set[str] = set()
    for section in sections(text, first_line):
        reader = _READERS.get(section.name)
        if reader is None:
            names = ", ".join(f"“{name}”" for name in _READERS if name)
            parts.wrong(
                section.line, section.name or "prose", f"is not a section of records; these are: {names}"
            )
        elif section.name in seen:
            parts.wrong(section.line, section.name, "stands here twice; join the two")
        else:
            reader(section, parts)
        seen.add(section.name)
    if "Example fix" in seen and not any(name in parts.lines for name in _CODE):
        parts.wrong(first_line, "Example fix", "is empty; write it, or drop the heading")
    for name in _DEMANDED:
        if name not in seen:
            parts.wrong(first_line, name, "this section is missing; write it")
    return parts


def _text(name: str) -> Callable[[Section, _Parts], None]:
    def read(section: Section, parts: _Parts) -> None:
        _keep(parts, name, section, section.text)

    return read


def _list(name: str) -> Callable[[Section, _Parts], None]:
    def read(section: Section, parts: _Parts) -> None:
        found, problems = items(section)
        parts.take(problems)
        _keep(parts, name, section, tuple(text for _, text in found))
        parts.lines.update((f"{name}[{number}]", line) for number, (line, _) in enumerate(found))

    return read


def _keep(parts: _Parts, name: str, section: Section, value: str | tuple[str, ...]) -> None:
    if value and all(value):
        parts.values[name], parts.lines[name] = value, section.line
    else:
        parts.wrong(section.line, section.name, "is empty; write it")


def _only_heading(section: Section, parts: _Parts) -> None:
    if section.text:
        parts.wrong(
            section.line, section.name, "has its text in “Trigger” and “Common situations”; move it there"
        )


def _example(section: Section, parts: _Parts) -> None:
    found, problems = blocks(section)
    parts.take(problems)
    if not found:
        return  # code in its parts alone is fine; that there is none at all is told later
    if len(found) != 2:
        parts.wrong(section.line, section.name, "needs two blocks: `// before` …, then `// after` …")
        return
    for name, block in zip(("before", "after"), found, strict=True):
        code = _marked(name, block)
        if code is None:
            say = f"begin this block with ```rust and the line `// {name}` (```toml: `# {name}`), then code"
            parts.wrong(block.line, section.name, say)
        else:
            parts.values[name], parts.lines[name] = code, block.line
    if found[0].language != found[1].language:
        parts.wrong(found[1].line, section.name, "before and after must be in the same language")
    parts.values["language"] = found[0].language


def _marked(name: str, block: Block) -> str | None:
    """Give the code below the ``// before`` line, or ``None`` when the block isn't so."""
    marker, _, code = block.code.partition("\n")
    right = block.language in LANGUAGES and marker.strip() == f"{LANGUAGES[block.language]} {name}"
    return code.strip("\n") if right and code.strip() else None


def _code(name: str) -> Callable[[Section, _Parts], None]:
    def read(section: Section, parts: _Parts) -> None:
        found, problems = blocks(section)
        parts.take(problems)
        if len(found) == 1 and found[0].language == "rust" and found[0].code.strip():
            parts.values[name], parts.lines[name] = found[0].code.strip("\n"), found[0].line
        else:
            parts.wrong(
                section.line, section.name, "needs one ```rust block; drop the heading if there's none"
            )

    return read


_READERS: dict[str, Callable[[Section, _Parts], None]] = {
    "What it means": _text("meaning"),
    "When it happens": _only_heading,
    "When it happens/Trigger": _text("trigger"),
    "When it happens/Common situations": _text("situations"),
    "Solutions": _list("solutions"),
    "Example fix": _example,
    "Example fix/Validation code": _code("validation_code"),
    "Example fix/Type guard": _code("type_guard"),
    "Example fix/Catch pattern": _code("catch_pattern"),
    "Prevention": _list("prevention"),
}
_CODE = ("before", "validation_code", "type_guard", "catch_pattern")
_DEMANDED = (
    "What it means",
    "When it happens/Trigger",
    "When it happens/Common situations",
    "Solutions",
    "Prevention",
)
