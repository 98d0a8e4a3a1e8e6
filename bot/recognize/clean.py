"""Cleaning: from what was pasted to what the program said, with every line still where it was.

The result is bytes (UTF-8). A line feed in it is always a line feed of the report; line ends that
cleaning brings in (escaped ones, redraws by carriage return) are ``BREAK``. So the number of a line is
the number of line feeds before it, the title being line 0.
"""

from __future__ import annotations

import re
from functools import cached_property

import re2

from bot.recognize.model import Evidence, Report
from bot.recognize.prefixes import blank_prefixes
from bot.recognize.signs import Sign, signs_in

BREAK = b"\x0b"
# Thirty times what GitHub takes; a failure stands at the beginning or at the end of a longer log.
LONGEST = 2_000_000
_GAP = b"\x1c"
_EVIDENCE_LENGTH = 400

_ESCAPES = re2.compile(
    # ESC sequences, and what is left of them when the ESC got lost or was written out
    rb"(?:\x1b|\xe2\x90\x9b|\\+x1[bB]|\\+u001[bB]|\\+u\{1[bB]\}|\\+033|\\+e)\[[0-9;?]{0,24}[A-Za-z]"
    rb"|\x1b\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)"
    rb"|\x1b[()][A-Z0-9]"
    rb"|\[[0-9]{1,3}(?:;[0-9]{1,3}){0,8}m"
)
_ENTITY = re.compile(rb"&(lt|gt|amp|quot|apos|nbsp|#39|#x27|#34|#96|#x60);")
_ENTITIES = {
    b"lt": b"<", b"gt": b">", b"amp": b"&", b"quot": b'"', b"apos": b"'", b"nbsp": b" ",
    b"#39": b"'", b"#x27": b"'", b"#34": b'"', b"#96": b"`", b"#x60": b"`",
}  # fmt: skip
_TAG = re2.compile(
    rb"</?(?:pre|code|details|summary|br|p|b|i|em|strong|span|div|samp|kbd|blockquote|font|li|ul|ol)"
    rb"(?:\s[^<>\n]{0,200})?/?>"
)
_PREFIX = re.compile(rb"(?m)^[ \t]*(?:(?:>|\||\xe2\x94[\x82\x83]|\xe2\x95\x91)[ \t]?)+")
# An escaped line end, unless it begins a part of a Windows path (`src\node.rs`, `C:\new\x`).
_ESCAPED_BREAK = re.compile(rb"\\+[nr](?![a-z0-9_.-]{0,40}[\\/.])")
_ESCAPED_TAB = re.compile(rb"\\+t(?![a-z0-9_.-]{0,40}[\\/.])")


class Cleaned:
    """A report without the marks of terminals, loggers and Markdown.

    ``raw`` begins with the title's line; ``signs`` are those of the report as it was. Of a text longer than
    ``LONGEST`` characters the middle is left out.
    """

    def __init__(self, report: Report) -> None:
        title = " ".join(report.title.split())
        self._source = f"{title}\n{report.body}"
        text, self._left_out = _shortened(self._source)
        source = text.encode("utf-8", "replace")
        self.signs = signs_in(source)
        self.raw = clean(source, self.signs)
        self._gap = self.raw.find(_GAP) if self._left_out else -1

    @cached_property
    def _lines(self) -> list[str]:
        return self._source.split("\n")

    def line_of(self, offset: int) -> int:
        """Give the number of the report's line that holds ``offset`` of ``raw``; 0 is the title."""
        line = self.raw.count(b"\n", 0, offset)
        return line + self._left_out if 0 <= self._gap < offset else line

    def evidence(self, start: int, end: int, most: int = 6) -> tuple[Evidence, ...]:
        """Quote the report's lines between two offsets of ``raw``, at most ``most`` that aren't blank."""
        quoted: list[Evidence] = []
        first, last = self.line_of(start), self.line_of(max(start, end - 1))
        for number in range(first, min(last, first + 4 * most) + 1):
            text = self._lines[number].rstrip("\r")
            if text.strip() and len(quoted) < most:
                quoted.append(Evidence(number, self._excerpt(text, number, start)))
        return tuple(quoted)

    def _excerpt(self, text: str, number: int, start: int) -> str:
        if len(text) <= _EVIDENCE_LENGTH:
            return text
        line = self.raw.rfind(b"\n", 0, start) + 1 if self.line_of(start) == number else start
        inside = start - line
        at = max(min(inside - 20, len(text) - _EVIDENCE_LENGTH), 0)
        return text[at : at + _EVIDENCE_LENGTH]


def clean(raw: bytes, signs: frozenset[Sign]) -> bytes:
    """Take away what terminals, loggers and Markdown added, each only where its sign was seen."""
    if b"\x0b" in raw:
        raw = raw.replace(b"\x0b", b" ")
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", BREAK)
    if Sign.COMMENT in signs:
        raw = _without_comments(raw)
    if Sign.TERMINAL in signs:
        raw = _ESCAPES.sub(b"", raw)
    if Sign.ENTITY in signs:
        raw = _unescape_entities(raw)
    if Sign.TAG in signs:
        raw = _TAG.sub(_tag, raw)
    if Sign.ESCAPED in signs:
        raw = _ESCAPED_TAB.sub(b" ", _ESCAPED_BREAK.sub(BREAK, raw))
    if Sign.QUOTE in signs or Sign.ENTITY in signs:
        raw = _PREFIX.sub(b"", raw)
    if Sign.PANICKED in signs:
        raw = blank_prefixes(raw)
    return raw


def _shortened(text: str) -> tuple[str, int]:
    """Leave out the middle of a text that is too long; give how many line ends were in it, too."""
    if len(text) <= LONGEST:
        return text, 0
    half = LONGEST // 2
    head, tail = text[:half].replace("\x1c", " "), text[-half:].replace("\x1c", " ")
    left_out = text.count("\n", half, len(text) - half)
    return f"{head}\n\x1c{tail}", left_out - 1


def _without_comments(raw: bytes) -> bytes:
    """Blank HTML comments; one that is never closed hides nothing."""
    kept: list[bytes] = []
    at = 0
    while (start := raw.find(b"<!--", at)) >= 0:
        end = raw.find(b"-->", start + 4)
        if end < 0:
            break
        kept += (raw[at:start], b"\n" * raw.count(b"\n", start, end))
        at = end + 3
    kept.append(raw[at:])
    return b"".join(kept)


def _unescape_entities(raw: bytes) -> bytes:
    for _ in range(2):  # logs pass through two web pages at times: `&amp;lt;`
        raw = _ENTITY.sub(lambda m: _ENTITIES[m[1]], raw)
    return raw


def _tag(match: re.Match[bytes]) -> bytes:
    return BREAK if b"br" in match[0].lower()[:4] else b""
