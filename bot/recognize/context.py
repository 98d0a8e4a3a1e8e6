"""What kind of text a message stands in: a log, prose, a title, or source code that only quotes it."""

from __future__ import annotations

import re
from enum import Enum
from functools import cached_property

from bot.recognize.clean import Cleaned
from bot.recognize.signs import Sign, signs_in
from bot.recognize.squeeze import squeeze
from bot.recognize.std_texts import ENVELOPES


class Context(Enum):
    """Where a message stands."""

    PANIC = "in a panic"
    LOG = "on a line of its own in a log or code block"
    ERROR = "behind words that only a program that failed puts there"
    LINE = "on a line of its own"
    CODE = "in inline code"
    PROSE = "in prose"
    TITLE = "in the title"
    SOURCE = "quoted as source code"


_ENVELOPES = frozenset(ENVELOPES)
# Only a program that failed puts these right before a text.
_OUTPUT = tuple(
    squeeze(text)
    for text in (
        b"called `Result::unwrap()` on an `Err` value: ",
        b"called `Result::expect()` on an `Err` value: ",
        b"internal error: entered unreachable code: ",
        b"assertion `left == right` failed: ",
        b"assertion `left != right` failed: ",
    )
)
_ERROR = squeeze(b"Error: ")
# What the Debug form of an error puts before its text: `Reader(InvalidFormat("`, `Custom { reason: "`.
_DEBUG = re.compile(
    rb"(?:\b[A-Z]\w{0,60}[ ]?(?:\([ ]?|\{[ ]?(?:[^{}()\"\n]{1,80}:[ ]?)?)){1,6}[\\\"]{0,9}[ ]?$"
)
_TASK = re.compile(rb"[ \t>]*(?:[-*+]|\d+\.)[ \t]+\[[ xX]\][ \t]")
_LANGUAGES = (b"rust", b"rs", b"toml", b"python", b"c", b"cpp", b"wgsl")
_CHANGES = (b"diff", b"suggestion")
_FENCE = re.compile(rb"(?m)^[ \t]*(?:[-*+][ \t]+|\d+\.[ \t]+)?(```+|~~~+)[ \t]*([\w+#-]*)")
_SOURCE = re.compile(
    rb"(?:\b[a-z_]{2,30}!\s*\(|\.\s*(?:expect|unwrap_or_else|context|with_context|map_err|ok_or\w*|should_panic)\s*\("
    rb"|\#\[|\bexpected\s*=|\b(?:Err|Some|Ok|String::from|format_args)\s*\(|\bconst\b|\blet\b|=>)[^\"\n\x0b]{0,120}\"[^\"\n]{0,200}$"
)
_HOLE = re.compile(rb"\{[a-z_]*(?::[#?x0-9.]*)?\}")
_QUOTING = re.compile(
    rb"//|\bexpected\s*=|\b(?:assert|assert_eq|panic|bail|anyhow|format|write)!\s*\(|\b(?:contains|expect)\("
)
_RUSTC = re.compile(rb"error\[E\d{4}\]: ")
_OWN_LINE = re.compile(
    rb"[\s\W]{0,200}(?:\d{1,3}[.:]\s*)?"
    rb"(?:(?:[Ee]rror|[Mm]essage)(?:\[\w+\])?\s*:|(?:ERROR|WARN|INFO|DEBUG)\b[^\n\"']{0,80}?[:\]>]"
    rb"|\[?\d{4}-\d\d[^\n\"']{0,120}?[:\]>]|\[[^\n\"']{0,120}\])?[\s\W]*$"
)
_ISSUE = re.compile(
    rb"https?://[^\s()<>\[\]]{1,100}/(?:issues|pulls?|discussions)(?:/[^\s()<>\[\]]{0,100})?"
    rb"|\b[\w.-]{1,40}/[\w.-]{1,60}#\d{1,7}"
)
_CHANGE_TITLE = re.compile(
    rb"(?i)\s*(?:\[[^\]\n]{0,40}\]\s*)?"
    rb"(?:feat|fix|chore|refactor|docs|perf|test|tests|ci|build|style)(?:\([^)\n]{0,60}\))?!?:"
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
        signs = self._cleaned.signs
        if {Sign.CHANGE, Sign.REQUEST} & signs:
            # once more without the hints of issue templates
            signs = signs_in(self._cleaned.raw)
        if {Sign.CHANGE, Sign.REQUEST} & signs:
            return True
        return _CHANGE_TITLE.match(self._cleaned.raw) is not None

    @cached_property
    def speaks_of_us(self) -> bool:
        """Whether the report names Burn, CubeCL or one of their crates, not only with a link to an issue."""
        if self.ours_in_log:
            return True
        return Sign.OURS in self._cleaned.signs and Sign.OURS in signs_in(_ISSUE.sub(b"", self._cleaned.raw))

    @property
    def ours_in_log(self) -> bool:
        """Whether a path or module of Burn's or CubeCL's crates stands in the report."""
        return Sign.OURS_IN_LOG in self._cleaned.signs

    def fence(self, offset: int) -> bytes | None:
        """Give the language of the code block at ``offset`` (``b""`` if untold), ``None`` outside of any."""
        before = [language for start, language in self._fences if start < offset]
        return before[-1] if len(before) % 2 else None

    def context(self, start: int, end: int, value: int = 0) -> Context:
        """Say in what kind of text the bytes from ``start`` to ``end`` stand.

        Before them may stand a value of their own, ``value`` bytes long.
        """
        raw = self._cleaned.raw
        if self._cleaned.line_of(start) == 0:
            return Context.TITLE
        line = max(raw.rfind(b"\n", 0, start), start - 400) + 1
        begin = max(line, raw.rfind(b"\x0b", line, start) + 1)
        before = raw[begin:start]
        stop = raw.find(b"\n", end)
        after = raw[end : stop if 0 <= stop < end + 200 else end + 200]
        lead = before[: max(len(before) - value, 0)]
        failed = self._failed(raw[line:start], lead, raw[start:end])
        if _TASK.match(raw[line:start]) or (
            not failed and self._is_source(raw[line:start], raw[start:end], after)
        ):
            return Context.SOURCE
        own = failed or _OWN_LINE.match(lead) is not None or squeeze(lead) in _ENVELOPES
        language = self.fence(start)
        if language is not None:
            if language in _CHANGES or (language in _LANGUAGES and not own):
                return Context.SOURCE
            return Context.LOG if own else Context.PROSE
        on_line = Context.ERROR if failed else Context.LINE
        if before.rstrip().endswith(b"`") or before.count(b"`") % 2:
            return on_line if own else Context.CODE
        if before[:4].strip() == b"" and len(before) >= 4 and own:
            return Context.LOG  # an indented block
        return on_line if own else Context.PROSE

    @staticmethod
    def _failed(line: bytes, lead: bytes, inside: bytes) -> bool:
        """Tell whether a program that failed put what stands before a text: std's words about an unwrap,
        "Error:".
        """
        if _HOLE.search(inside):
            return False
        bare = squeeze(_DEBUG.sub(b"", lead))
        if bare == _ERROR or (not bare and _RUSTC.match(inside)):
            return True
        return bare.endswith(_OUTPUT) and _QUOTING.search(line) is None

    @staticmethod
    def _is_source(before: bytes, inside: bytes, after: bytes) -> bool:
        if _SOURCE.search(before):
            return True
        if _HOLE.search(inside):
            return True  # holes that nothing filled
        return (
            before.rstrip().endswith(b'"') and re.match(rb"[^\"\n]{0,200}\"\s*\)\s*[;,})]", after) is not None
        )
