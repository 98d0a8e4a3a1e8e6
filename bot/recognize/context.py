"""What kind of text a message stands in: a log, prose, a title, or source code that only quotes it."""

from __future__ import annotations

import re
from enum import Enum
from functools import cached_property

import re2

from bot.recognize.clean import Cleaned
from bot.recognize.squeeze import squeeze
from bot.recognize.std_texts import ENVELOPES


class Context(Enum):
    """Where a message stands."""

    PANIC = "in a panic"
    LOG = "on a line of its own in a log or code block"
    LINE = "on a line of its own"
    CODE = "in inline code"
    PROSE = "in prose"
    TITLE = "in the title"
    SOURCE = "quoted as source code"


_ENVELOPES = frozenset(ENVELOPES)
_FENCE = re.compile(rb"(?m)^[ \t]*(?:[-*+][ \t]+|\d+\.[ \t]+)?(```+|~~~+)[ \t]*([\w+#-]*)")
_SOURCE = re.compile(
    rb"(?:\b[a-z_]{2,30}!\s*\(|\.\s*(?:expect|unwrap_or_else|context|with_context|map_err|ok_or\w*|should_panic)\s*\("
    rb"|\#\[|\bexpected\s*=|\b(?:Err|Some|Ok|String::from|format_args)\s*\(|\bconst\b|\blet\b|=>)[^\"\n\x0b]{0,120}\"[^\"\n\x0b]{0,200}$"
)
_OWN_LINE = re.compile(
    rb"^[\s\W]{0,200}(?:\d{1,3}\.\s*)?(?:(?:(?:ERROR|WARN|INFO|DEBUG|error|Error|Message|message)\b|\[?\d{4}-|\[)[^\n]{0,160}?[:\]>]\s*)?[\s\W]*$"
)
_CHANGE = re2.compile(
    rb"(?im)\A\s*(?:\[[^\]\n]*\]\s*)?(?:feat|fix|chore|refactor|docs|perf|test|tests|ci|build|style)(?:\([^)\n]*\))?!?[:/]"
    rb"|^#+\s*(?:checklist|changes|related issues/prs|pull request template|validate your pr)"
    rb"|cargo run-checks|run-checks all"
)
_REQUEST = re2.compile(rb"(?im)^#+\s*(?:feature description|feature motivation|feature request|proposal)")
_OURS = re2.compile(
    rb"(?i)\b(?:burn|cubecl|cubek)(?:[-_:/ ](?:\w|0\.)|`|\b.{0,40}\b(?:backend|crate|tensor|rust|framework|book|import|main))"
    rb"|\bonnx[-_]ir\b|\btracel\b|\bAutodiff<|\bLibTorch\b|\bNdArrayDevice\b|\bWgpuDevice\b"
)
_OURS_IN_LOG = re2.compile(
    rb"\b(?:burn|cubecl|cubek)[-_][a-z_-]{2,30}(?:-\d+\.\d+[\w.+-]{1,20})?[\\/:]|\bonnx[-_]ir(?:-\d[\w.+-]{1,20})?[\\/:]"
    rb"|\bburn(?:::|-\d+\.\d+[\w.+-]{1,20}[\\/])"
)


class Surroundings:
    """Answers questions about the text around a hit; what needs the whole report is found out once."""

    def __init__(self, cleaned: Cleaned) -> None:
        self._cleaned = cleaned

    @cached_property
    def _fences(self) -> list[tuple[int, bytes]]:
        return [(m.start(), m[2].lower()) for m in _FENCE.finditer(self._cleaned.raw)]

    @cached_property
    def proposes(self) -> bool:
        """Whether the report proposes a change or a feature rather than tells of a failure."""
        raw = self._cleaned.raw
        return bool(_CHANGE.search(raw) or _REQUEST.search(raw))

    @cached_property
    def speaks_of_us(self) -> bool:
        """Whether the report names Burn, CubeCL or one of their crates at all."""
        return bool(_OURS.search(self._cleaned.raw))

    @cached_property
    def ours_in_log(self) -> bool:
        """Whether a path or module of Burn's or CubeCL's crates stands in the report."""
        return bool(_OURS_IN_LOG.search(self._cleaned.raw))

    def fence(self, offset: int) -> bytes | None:
        """Give the language of the code block that ``offset`` stands in (``b""`` if untold), ``None`` outside."""
        before = [language for start, language in self._fences if start < offset]
        return before[-1] if len(before) % 2 else None

    def context(self, start: int, end: int) -> Context:
        """Say in what kind of text the bytes from ``start`` to ``end`` stand."""
        raw = self._cleaned.raw
        if self._cleaned.line_of(start) == 0:
            return Context.TITLE
        line = max(raw.rfind(b"\n", 0, start), start - 400) + 1
        begin = max(line, raw.rfind(b"\x0b", line, start) + 1)
        before = raw[begin:start]
        stop = raw.find(b"\n", end)
        after = raw[end : stop if 0 <= stop < end + 200 else end + 200]
        if self._is_source(raw[line:start], raw[start:end], after):
            return Context.SOURCE
        own = _OWN_LINE.match(before) is not None or squeeze(before) in _ENVELOPES
        language = self.fence(start)
        if language is not None:
            if language in (b"rust", b"rs", b"toml", b"diff", b"python") and not own:
                return Context.SOURCE
            return Context.LOG if own else Context.PROSE
        if before.rstrip().endswith(b"`") or before.count(b"`") % 2:
            return Context.LINE if own else Context.CODE
        if before[:4].strip() == b"" and len(before) >= 4 and own:
            return Context.LOG  # an indented block
        return Context.LINE if own else Context.PROSE

    @staticmethod
    def _is_source(before: bytes, inside: bytes, after: bytes) -> bool:
        if _SOURCE.search(before):
            return True
        if re.search(rb"\{[a-z_]*(?::[#?x0-9.]*)?\}", inside):
            return True  # holes that nothing filled
        return (
            before.rstrip().endswith(b'"') and re.match(rb"[^\"\n]{0,200}\"\s*\)\s*[;,})]", after) is not None
        )
