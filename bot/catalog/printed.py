"""What a site prints when it panics: its wording behind what std puts before it, or std's text alone."""

from __future__ import annotations

from functools import lru_cache

from bot.catalog.model import Site, SiteKind
from bot.catalog.wording import parts

_DROPPED = bytes(range(33)) + b"\"'\\`\x7f" + bytes(range(128, 256))
_LOWER = bytes(range(256)).lower()
# Of a text that was cut, so many letters and signs of the message must be there.
_LEAST = 14


def squeeze(text: str) -> bytes:
    """Give a text in lower case, without white space, quotes, back-slashes and non-ASCII signs.

    A terminal breaks lines in the midst of words and a logger escapes quotes: that changes no message.
    """
    return text.encode().translate(_LOWER, _DROPPED)


_TEXTS: dict[SiteKind, tuple[str, ...]] = {
    SiteKind.UNIMPLEMENTED: ("not implemented",),
    SiteKind.TODO: ("not yet implemented",),
    SiteKind.UNREACHABLE: ("internal error: entered unreachable code",),
    SiteKind.UNWRAP: (
        "called `Option::unwrap()` on a `None` value",
        "called `Result::unwrap()` on an `Err` value",
        "called `Result::unwrap_err()` on an `Ok` value",
    ),
    # The older forms put the operands before the wording.
    SiteKind.ASSERT: (
        "assertion `left == right` failed",
        "assertion `left != right` failed",
        "assertion failed: `(left == right)`",
        "assertion failed: `(left != right)`",
        "assertion failed",
    ),
    SiteKind.PANIC: ("explicit panic",),
}
_TEXTS[SiteKind.DEBUG_ASSERT] = _TEXTS[SiteKind.ASSERT]
_STDS = {kind: tuple(squeeze(text) for text in texts) for kind, texts in _TEXTS.items()}
_ALONE = frozenset((SiteKind.PANIC, SiteKind.EXPECT, SiteKind.CHECK, SiteKind.ASSERT, SiteKind.DEBUG_ASSERT))
_NO_PANIC = frozenset((SiteKind.ERROR, SiteKind.COMPILE_ERROR))


def prints(site: Site, message: str, *, whole: bool) -> bool:
    """Tell whether a site can print a message; one that isn't ``whole`` may end anywhere.

    A site of kind ``error`` makes a value and prints nothing.
    """
    text = squeeze(message)
    if site.kind in _NO_PANIC or not text:
        return False
    stds = _STDS.get(site.kind, ())
    if site.wording is None or site.kind is SiteKind.UNWRAP:
        return any(_starts(text, std) for std in stds)
    pieces = _pieces(site.wording)
    if site.kind in _ALONE and _says(pieces, text, whole=whole):
        return True
    for std in stds:
        if text.startswith(std):
            rest = text[len(std) :].removeprefix(b":")
            if _says(pieces, rest, whole=whole) or (b"left:" in rest[:7] and _within(pieces, rest)):
                return True
    return False


def holds(wording: str, message: str, *, whole: bool) -> bool:
    """Tell whether a wording stands somewhere in a message."""
    pieces, text = _pieces(wording), squeeze(message)
    return _within(pieces, text) or (not whole and _says(pieces, text, whole=False))


@lru_cache(maxsize=8192)
def _pieces(wording: str) -> tuple[bytes, ...]:
    """Give the squeezed literal texts of a wording, around and between its holes."""
    out = [b""]
    for part in parts(wording):
        if part is None:
            out.append(b"")
        else:
            out[-1] += squeeze(part)
    return tuple(out)


def _starts(text: bytes, std: bytes) -> bool:
    return text.startswith(std) or (len(text) >= _LEAST and std.startswith(text))


def _says(pieces: tuple[bytes, ...], text: bytes, *, whole: bool) -> bool:
    """Tell whether a text is a message with these pieces from its beginning on; more may follow it."""
    at = seen = 0
    for number, piece in enumerate(pieces):
        found = text.find(piece, at) if number else (0 if text.startswith(piece) else -1)
        if found < 0:
            return not whole and _cut(text[at:], piece, seen, first=not number)
        at, seen = found + len(piece), seen + len(piece)
    return True


def _cut(rest: bytes, piece: bytes, seen: int, *, first: bool) -> bool:
    """Tell whether a text that ends without ``piece`` may be one that was cut before or within it."""
    if first:
        return len(rest) >= _LEAST and piece.startswith(rest)
    begun = next((n for n in range(len(piece), 0, -1) if rest.endswith(piece[:n])), 0)
    return seen + begun >= _LEAST


def _within(pieces: tuple[bytes, ...], text: bytes) -> bool:
    at = 0
    for piece in pieces:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True
