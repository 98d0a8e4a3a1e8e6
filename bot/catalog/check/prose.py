"""Rules for the prose: plain Markdown, nobody mentioned, and each section says more than the message does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.catalog.front_matter import split
from bot.catalog.model import Prose
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.sections import sections
from bot.catalog.wording import literal
from bot.catalog.words import content

_MENTION = re.compile(r"(?<![\w.`/@])@[A-Za-z0-9][A-Za-z0-9-]*")
_REFERENCE = re.compile(
    r"(?<!\w)(?:[\w.-]+/[\w.-]+)?#\d+\b|https?://(?:www\.)?github\.com/[^\s/]+/[^\s/]+/(?:issues|pull|discussions)/\d+"
)
# Fewer telling words beyond the message's own say nothing more than the message.
_NOVEL = {"meaning": 5, "trigger": 2, "situations": 3}


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def check_layout(text: str, file: str) -> Iterator[Problem]:
    """Find headings that a Markdown parser sees and the reader of record files doesn't, or vice versa."""
    _, prose, first_line = split(text, file)
    ours = {part.line for part in sections(prose, first_line) if part.name}
    markdown = {
        token.map[0] + first_line
        for token in _markdown().parse(prose)
        if token.type == "heading_open" and token.map and token.tag in ("h1", "h2", "h3")
    }
    for line in sorted(ours ^ markdown):
        say = (
            "is a heading for one Markdown reader and none for another; give it empty lines around, no indent"
        )
        yield Problem(file, line, "", say)


def check(file: RecordFile) -> Iterator[Problem]:
    """Find what is wrong with a record's prose as Markdown and as text."""
    for path, text in texts(file.record.prose):
        for say in _marks(text):
            yield file.problem(say, *path)
    yield from _repeats(file)


def texts(prose: Prose) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the Markdown texts of a record, each with its field (and number in it); code is left out."""
    yield ("meaning",), prose.meaning
    yield ("trigger",), prose.trigger
    yield ("situations",), prose.situations
    for name, found in (("solutions", prose.solutions), ("prevention", prose.prevention)):
        yield from (((name, number), text) for number, text in enumerate(found))


def _marks(text: str) -> Iterator[str]:
    """Say which HTML, mention, reference or heading a Markdown text has that a comment must not carry."""
    for token in _tokens(text):
        if token.type in ("html_block", "html_inline"):
            yield f"has raw HTML ({token.content.strip()[:40]}); write Markdown, or put types into code spans"
        elif token.type == "heading_open":
            yield "has a heading of its own; sections have no further headings"
        elif token.type == "image":
            yield "has an image; say it in words"
        elif token.type == "link_open" and _REFERENCE.search(str(token.attrs.get("href", ""))):
            yield "links to somebody's issue, which would be told about it; name it under `upstream`"
        elif token.type == "text":
            yield from _plain(token.content)


def _plain(text: str) -> Iterator[str]:
    for mention in _MENTION.findall(text):
        yield f"mentions {mention}, who would be notified; put it into a code span or leave it out"
    for reference in _REFERENCE.findall(text):
        yield f"refers to {reference}; name it under `upstream` instead"


def _tokens(text: str) -> Iterator[Token]:
    for token in _markdown().parse(text):
        yield token
        yield from token.children or ()


def _repeats(file: RecordFile) -> Iterator[Problem]:
    facts, prose = file.record.facts, file.record.prose
    said = content(" ".join([facts.title, *(literal(wording.text) for wording in facts.wordings)]))
    for name, least in _NOVEL.items():
        text = str(getattr(prose, name))
        # A call in code is often all that a trigger needs.
        if len(content(text) - said) < least and not (name == "trigger" and "`" in text):
            yield file.problem("says hardly more than the message; say what led there", name)
    seen: dict[frozenset[str], str] = {}
    for path, text in texts(prose):
        words = frozenset(content(text))
        other = next((place for held, place in seen.items() if _same(words, held)), None)
        if other:
            yield file.problem(f"says the same as a text under “{other}”; keep one", *path)
        seen[words] = str(path[0])


def _same(one: frozenset[str], two: frozenset[str]) -> bool:
    return len(one & two) >= 0.9 * len(one | two) and bool(one)
