"""Reading argument lists and string literals out of Rust source, as bytes.

The arguments of a macro have no syntax tree (a macro may take any tokens), so they are read here by tokens:
strings, comments and nested brackets are known, nothing else needs to be.
"""

from __future__ import annotations

import re

Span = tuple[int, int]

_TOKEN = re.compile(
    rb"""//[^\n]*
    |/\*.*?\*/
    |[bc]?r(?P<hash>\#*)".*?"(?P=hash)
    |[bc]?"(?:[^"\\]|\\.)*"
    |b?'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n]|[\xc0-\xff][\x80-\xbf]+)'
    |'[A-Za-z_]\w*
    |[()\[\]{}]
    |::\s*<
    |[,;|]
    """,
    re.VERBOSE | re.DOTALL,
)
_TEXT_STARTS = frozenset({b'"', b"'", b"/", b"b", b"c", b"r"})
_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}"}
_ESCAPE = re.compile(r"\\(?:\n\s*|\r\n\s*|u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", "'": "'", '"': '"'}
_STRING = re.compile(rb'(?:r(?P<hash>#*)"(?P<raw>.*)"(?P=hash)|"(?P<text>(?:[^"\\]|\\.)*)")', re.DOTALL)
_COMMENTS = re.compile(rb'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def text_spans(source: bytes) -> list[Span]:
    """Give the spans of all strings, characters and comments."""
    return [
        token.span()
        for token in _TOKEN.finditer(source)
        if token.group()[:1] in _TEXT_STARTS and _is_text(token.group())
    ]


def _is_text(token: bytes) -> bool:
    return token[:2] in (b"//", b"/*") or token[-1:] in (b'"', b"'", b"#")


def group_end(source: bytes, opening: int) -> int | None:
    """Give the offset behind the bracket that closes the one at ``opening``; ``None`` where none does."""
    depth: list[bytes] = []
    for token in _TOKEN.finditer(source, opening):
        text = token.group()
        if text in _CLOSERS:
            depth.append(_CLOSERS[text])
        elif text in (b")", b"]", b"}"):
            if not depth or depth.pop() != text:
                return None
            if not depth:
                return token.end()
    return None


def split_args(source: bytes, opening: int) -> list[Span] | None:
    """Give the spans of the arguments of the bracketed list that begins at ``opening``, white space trimmed.

    Commas inside brackets, strings, comments and turbofish (``f::<A, B>()``) part nothing. ``None`` where
    the list never ends.
    """
    spans: list[Span] = []
    depth: list[bytes] = []
    start = opening + 1
    at = opening
    while (token := _TOKEN.search(source, at)) is not None:
        text, at = token.group(), token.end()
        if text in _CLOSERS:
            depth.append(_CLOSERS[text])
        elif text in (b")", b"]", b"}"):
            if not depth or depth.pop() != text:
                return None
            if not depth:
                return [s for s in [*spans, trim(source, start, token.start())] if s[0] < s[1]]
        elif text == b"," and len(depth) == 1:
            spans.append(trim(source, start, token.start()))
            start = token.end()
        elif text.startswith(b"::"):
            at = _past_angles(source, token.end() - 1)
    return None


def _past_angles(source: bytes, opening: int) -> int:
    """Give the offset behind the ``>`` that closes the ``<`` at ``opening`` (or right behind it if none
    does).
    """
    depth = 0
    for at in range(opening, min(opening + 400, len(source))):
        byte = source[at]
        if byte == 0x3C:
            depth += 1
        elif byte == 0x3E and source[at - 1] != 0x2D:
            depth -= 1
            if not depth:
                return at + 1
    return opening + 1


def trim(source: bytes, start: int, end: int) -> Span:
    """Shrink a span by the white space and comments at both its ends."""
    while start < end:
        if source[start] in b" \t\r\n":
            start += 1
        elif source.startswith(b"//", start):
            line = source.find(b"\n", start, end)
            start = end if line < 0 else line + 1
        elif source.startswith(b"/*", start):
            close = source.find(b"*/", start, end)
            start = end if close < 0 else close + 2
        else:
            break
    while start < end and source[end - 1] in b" \t\r\n":
        end -= 1
    return start, end


def string_value(token: bytes) -> str | None:
    """Give the text that a string literal stands for, or ``None`` where ``token`` is no (whole) string
    literal.
    """
    found = _STRING.fullmatch(token)
    if found is None:
        return None
    if found["raw"] is not None:
        return found["raw"].decode("utf-8", "replace")
    text: str = found["text"].decode("utf-8", "replace")
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def _unescape(found: re.Match[str]) -> str:
    by_number, by_byte, simple = found.groups()
    if by_number:
        return chr(int(by_number.replace("_", ""), 16))
    if by_byte:
        return chr(int(by_byte, 16))
    return _SIMPLE.get(simple, simple) if simple else ""


def as_printed(expression: bytes) -> str:
    """Give an expression as rustc's ``stringify!`` prints it: one line, comments gone, braces doubled
    for a pattern.
    """
    bare = _COMMENTS.sub(lambda m: m.group(1) or b"", expression).decode("utf-8", "replace")
    return literal_as_pattern(" ".join(bare.split()))


def literal_as_pattern(text: str) -> str:
    """Make a plain text a message pattern: in a pattern a brace stands doubled."""
    return text.replace("{", "{{").replace("}", "}}")
