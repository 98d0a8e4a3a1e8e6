"""The prose of a record: headed sections, read line by line (a Markdown parser takes many times as long).

``catalog check`` reads the same prose with a real Markdown parser and compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.catalog.problem import Problem

_HEADING = re.compile(r"(#{1,6}) +(.+?)[ #]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})\s*([\w-]*)")
_ITEM = re.compile(r"(\d{1,3}[.)]|[-*+]) +")
_BLOCK = re.compile(r"\s*([-*+>|] ?|\d{1,3}[.)] |`{3}|~{3})|    ")


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its heading (a part has ``Example fix/Type guard``), first line, and lines."""

    name: str
    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The section's Markdown, soft line breaks folded into spaces."""
        return fold(self.lines)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, code without the fence, and the line (from 1) of its first code line."""

    language: str
    code: str
    line: int


def sections(prose: str, first_line: int) -> Iterator[Section]:
    """Yield the sections of a prose that begins on ``first_line``; its name is ``""`` before any heading."""
    above, name, start, held = "", "", first_line, list[str]()
    closing = ""
    for number, line in enumerate(prose.split("\n"), start=first_line):
        closing = _fence_after(closing, line)
        heading = None if closing else _HEADING.match(line)
        if heading is None or len(heading[1]) > 3:
            held.append(line)
            continue
        if name or any(part.strip() for part in held):
            yield Section(name, start, tuple(held))
        if len(heading[1]) == 3 and above:
            name = f"{above}/{heading[2]}"
        else:
            above = name = heading[2]
        start, held = number, []
    if name or any(part.strip() for part in held):
        yield Section(name, start, tuple(held))


def _fence_after(closing: str, line: str) -> str:
    """Give the fence still open after ``line`` (empty: none), when ``closing`` was open before it."""
    fence = _FENCE.match(line)
    if fence is None:
        return closing
    if not closing:
        return fence[1]
    ends = fence[1].startswith(closing) and not fence[2]
    return "" if ends else closing


def fold(lines: tuple[str, ...] | list[str]) -> str:
    """Join soft-wrapped lines with spaces; lists, quotes, tables, code and empty lines stay as they are."""
    out: list[str] = []
    closing = ""
    for line in lines:
        inside = bool(closing)
        closing = _fence_after(closing, line)
        text = line.rstrip()
        joins = bool(out and out[-1] and text) and not (inside or closing or _BLOCK.match(line))
        if joins and not out[-1].lstrip().startswith(("```", "~~~", "|")):
            out[-1] = f"{out[-1]} {text.strip()}"
        else:
            out.append(text)
    return "\n".join(out).strip("\n")


def items(section: Section) -> tuple[list[tuple[int, str]], list[Problem]]:
    """Split a section that is one list into its items, each with its line; other text is a problem."""
    found: list[list[str]] = []
    starts: list[int] = []
    problems: list[Problem] = []
    for number, line in enumerate(section.lines, start=section.line + 1):
        marker = _ITEM.match(line)
        if marker:
            found.append([line[marker.end() :]])
            starts.append(number)
        elif found:
            found[-1].append(line)
        elif line.strip():
            problems.append(Problem("", number, section.name, "must be one list; put this text into an item"))
    return [(start, fold(_dedent(item))) for start, item in zip(starts, found, strict=True)], problems


def _dedent(lines: list[str]) -> list[str]:
    rest = [line for line in lines[1:] if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in rest), default=0)
    return [lines[0], *(line[margin:] for line in lines[1:])]


def blocks(section: Section) -> tuple[list[Block], list[Problem]]:
    """Take the fenced blocks of a section; any other text there is a problem (file left empty)."""
    found: list[Block] = []
    problems: list[Problem] = []
    closing, language, start, code = "", "", 0, list[str]()
    for number, line in enumerate(section.lines, start=section.line + 1):
        was, closing = closing, _fence_after(closing, line)
        if was and closing:
            code.append(line)
        elif was:
            found.append(Block(language, "\n".join(code), start))
        elif closing:
            fence = _FENCE.match(line)
            language, start, code = fence[2] if fence else "", number + 1, []
        elif line.strip():
            problems.append(Problem("", number, section.name, "holds code only; move this text elsewhere"))
    if closing:
        problems.append(Problem("", start - 1, section.name, "has a code fence that never ends; close it"))
    return found, problems
