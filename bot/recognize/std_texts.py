"""Texts that any Rust program may print: they say nothing without their place."""

from __future__ import annotations

from bot.recognize.squeeze import squeeze

_BEGINNINGS = tuple(
    squeeze(text)
    for text in (
        b"called `Option::unwrap()` on a `None` value",
        b"called `Result::unwrap_err()` on an `Ok` value",
        b"index out of bounds: the len is",
        b"attempt to divide by zero",
        b"attempt to calculate the remainder",
        b"attempt to add with overflow",
        b"attempt to subtract with overflow",
        b"attempt to multiply with overflow",
        b"attempt to negate with overflow",
        b"attempt to shift",
        b"range end index",
        b"range start index",
        b"slice index starts at",
        b"source slice length",
        b"copy_from_slice: source slice",
        b"mid > len",
        b"capacity overflow",
        b"explicit panic",
        b"assertion `left == right` failed",
        b"assertion `left != right` failed",
        b"assertion failed: (left == right)",
        b"entered unreachable code",
        b"already borrowed",
        b"already mutably borrowed",
        b"cannot access a Thread Local Storage value",
        b"byte index",
        b"removal index",
        b"swap_remove index",
        b"insertion index",
        b"division by zero",
    )
)
# These say nothing when they stand alone.
_WHOLE = frozenset(
    squeeze(text)
    for text in (
        b"not implemented",
        b"not yet implemented",
        b"internal error: entered unreachable code",
        b"called `Result::unwrap()` on an `Err` value",
        b"called `Result::unwrap()` on an `Err` value:",
        b"assertion failed",
        b"not supported",
        b"not yet supported",
        b"unsupported",
        b"unreachable",
        b"failed",
        b"error",
    )
)


def is_std(squeezed: bytes) -> bool:
    """Tell whether a squeezed text (a message, or the literal pieces of a wording joined) is one of std's."""
    return squeezed in _WHOLE or squeezed.startswith(_BEGINNINGS)
