"""Message patterns as Rust writes them: literal text and holes (``{}``, ``{:?}``, ``{name}``)."""

from __future__ import annotations

import re
from functools import lru_cache

# `{{` and `}}` are braces of the text; any other brace pair is a hole.
_PIECE = re.compile(r"\{\{|\}\}|\{[^{}]*\}")


def parts(pattern: str) -> tuple[str | None, ...]:
    """Split a pattern into literal texts and ``None`` for each hole, in order."""
    out: list[str | None] = []
    end = 0
    for piece in _PIECE.finditer(pattern):
        _add(out, pattern[end : piece.start()])
        end = piece.end()
        if piece[0] in ("{{", "}}"):
            _add(out, piece[0][0])
        else:
            out.append(None)
    _add(out, pattern[end:])
    return tuple(out)


def _add(out: list[str | None], text: str) -> None:
    if text and out and out[-1] is not None:
        out[-1] += text
    elif text:
        out.append(text)


def literal(pattern: str) -> str:
    """Give the literal text of a pattern, a space for each hole, blanks folded."""
    return " ".join(" ".join(" " if part is None else part for part in parts(pattern)).split())


def weight(pattern: str) -> int:
    """Count the letters and digits of a pattern's literal text: how much it says by itself."""
    return sum(character.isalnum() for character in literal(pattern))


@lru_cache(maxsize=4096)
def _reader(pattern: str) -> re.Pattern[str]:
    body = "".join(r"(?:.*)" if part is None else re.escape(part) for part in parts(pattern))
    return re.compile(body, re.DOTALL)


def covers(pattern: str, text: str) -> bool:
    """Tell whether ``text`` (a message, or a narrower pattern) is one that ``pattern`` can make.

    Both come from the catalogue, never from a report.
    """
    return _reader(pattern).fullmatch(text) is not None
