r"""Make foreign text harmless in Markdown: as a code span, as a fence, or as plain words.

Every character that a reader can't see, or that turns the direction of writing, is shown by its escape as
Rust writes it (``\u{202e}``), so that a quote says what it holds and can't reorder the text beside it.
"""

from __future__ import annotations

import html
import unicodedata

import re2

TICKS_IN_A_ROW = 32  # GitHub's parser gives up on code spans between more than 80
MARKS_IN_A_ROW = 4  # combining marks on one letter; more only pile up over the lines beside it
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters that show as nothing
_SHOWN_AS_ESCAPE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_TICKS = re2.compile(r"`+")
_CUT_RUN = "`" * TICKS_IN_A_ROW + "…"
_CODE = re2.compile(r"`([^`\n]+)`")
_ZERO_WIDTH = "\u200b"
_SPECIAL = frozenset("\\`*_[]<>&~|$")  # within a line
_SPECIAL_AT_START = frozenset("#+-=")  # at a line's start
_LINKS_ITSELF = re2.compile(
    r"(?i)(@)([a-z0-9])"  # a mention
    r"|(#)([0-9])"  # an issue of this or of another repository
    r"|\b(gh-)([0-9])"
    r"|\b([0-9a-f]{3})([0-9a-f]{4,37})\b"  # a commit
    r"|(ht|f|mai|ww|xm)(tp|lto|w\.|pp:)"  # what GitHub turns into links without being asked
)


def whole(text: str) -> str:
    """Return ``text`` with halves of surrogate pairs replaced: JSON may hold them, RE2 and UTF-8 refuse."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def visible(text: str) -> str:
    """Return ``text`` with plain line ends; each unseen or direction-turning character is an escape."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    out: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if char in "\n\t":
            out.append(char)
        elif category in _SHOWN_AS_ESCAPE or char in _UNSEEN:
            out.append(f"\\u{{{ord(char):x}}}")
        elif category == "Zs":
            out.append(" ")
        elif marks <= MARKS_IN_A_ROW:
            out.append(char)
    return "".join(out)


def code_span(text: str) -> str:
    """Return ``text`` as one inline code element on one line, whatever it holds; blank for empty text."""
    text = " ".join(_tamed(visible(text)).split()) or " "
    ticks = "`" * (_longest_run(text) + 1)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def fence(text: str, info: str = "text") -> str:
    """Return ``text`` as a fenced block that nothing in it can close; ``info`` is never the reporter's."""
    body = _tamed(visible(text)).strip("\n")
    ticks = "`" * max(3, _longest_run(body) + 1)
    return f"{ticks}{info}\n{body}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)


def _tamed(text: str) -> str:
    """Cut overlong runs of ticks."""
    return str(_TICKS.sub(lambda run: run[0] if len(run[0]) <= TICKS_IN_A_ROW else _CUT_RUN, text))


def prose(text: str) -> str:
    """Return ``text`` as plain words: no Markdown, no HTML, nobody called, nothing referred to.

    GitHub looks for mentions and references after rendering, so escaping isn't enough: a zero-width space
    parts them. For words of a catalogue or a settings file; what a reporter wrote belongs in
    :func:`code_span`.
    """
    escaped = "".join(f"\\{char}" if char in _SPECIAL else char for char in _parted(text))
    if escaped[:1].isdigit():  # "1. x" would be a list
        return str(re2.sub(r"^(\d+)([.)])", r"\1\\\2", escaped))
    return f"\\{escaped}" if escaped[:1] in _SPECIAL_AT_START else escaped


def prose_with_code(text: str) -> str:
    r"""Return ``text`` as plain words, but with what stands between single ticks as code; paragraphs stay.

    For imported records, whose Markdown may be anything: only its code is believed. ``\<`` is how the
    importer wrote a bare ``<``.
    """
    return "\n\n".join(
        "".join(code_span(part) if n % 2 else prose(part) for n, part in enumerate(_CODE.split(paragraph)))
        for paragraph in text.replace("\\<", "<").split("\n\n")
    )


def html_words(text: str) -> str:
    """Return ``text`` as plain words of HTML, with the same care as :func:`prose`."""
    return html.escape(_parted(text), quote=False)


def _parted(text: str) -> str:
    return str(_LINKS_ITSELF.sub(_part, visible(text).replace("\n", " ").replace("\t", " ")))


def _part(found: re2._Match) -> str:
    return _ZERO_WIDTH.join(piece for piece in found.groups() if piece is not None)
