"""Message patterns as Rust writes them: literal text and holes (``{}``, ``{:?}``, ``{name}``)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import re2

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


_STD = re.compile(
    r"called `Option::unwrap\(\)` on a `None` value"
    r"|called `Result::\w+\(\)` on an `\w+` value"
    r"|index out of bounds: the len is .* but the index is .*"
    r"|attempt to [\w ]+(?:with overflow|by zero|of zero)"
    r"|range (?:start|end) index .* out of range for slice of length .*"
    r"|slice index starts at .* but ends at .*"
    r"|(?:copy_from_slice: )?source slice length .*"
    r"|not (?:yet )?implemented|internal error: entered unreachable code"
    r"|assertion (?:`left \S+ right` )?failed"
    r"|(?:RefCell )?already (?:mutably )?borrowed(?:: Borrow\w+)?"
    r"|explicit panic|capacity overflow"
)


def is_std(pattern: str) -> bool:
    """Tell whether a text is std's own, which any program may print: it means something at its place only.

    ``called `Result::unwrap()` on an `Err` value: {}`` is; with a payload of Burn's in it, it isn't.
    """
    frame = _STD.match(pattern)
    return frame is not None and weight(pattern[frame.end() :]) < 8


@lru_cache(maxsize=4096)
def _reader(pattern: str) -> Any:  # re2 has no types
    body = "".join(".*" if part is None else re2.escape(part) for part in parts(pattern))
    return re2.compile(f"(?s){body}")


def covers(pattern: str, text: str) -> bool:
    """Tell whether ``pattern`` can make ``text`` (a message, or a narrower pattern); linear in the text."""
    return _longest(pattern) in text and _reader(pattern).fullmatch(text) is not None


@lru_cache(maxsize=4096)
def _longest(pattern: str) -> str:
    """Give the longest literal part of a pattern: looking for it first spares most matching."""
    return max((part or "" for part in parts(pattern)), key=len, default="")
