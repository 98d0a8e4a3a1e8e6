"""Texts that any Rust program may print: they say nothing without their place."""

from __future__ import annotations

from bot.recognize.squeeze import squeeze

# What std puts before another text, squeezed.
ENVELOPES = tuple(
    squeeze(text)
    for text in (
        b"not implemented: ",
        b"not yet implemented: ",
        b"internal error: entered unreachable code: ",
        b"assertion `left == right` failed: ",
        b"assertion `left != right` failed: ",
        b"assertion failed: ",
        b"called `Result::unwrap()` on an `Err` value: ",
        b"called `Result::expect()` on an `Err` value: ",
        b"Error: ",
    )
)
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
        b"memory allocation of",
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
        b"panic in a destructor during cleanup",
        b"a scoped thread panicked",
        # errors of std, in Debug form
        b"Os { code:",
        b"Custom { kind:",
        b"SendError",
        b"RecvError",
        b"TryRecvError",
        b"PoisonError",
        b"BorrowMutError",
        b"BorrowError",
        b"NotPresent",
        b"NotUnicode",
        b"ParseIntError",
        b"ParseFloatError",
        b"TryFromIntError",
        b"Utf8Error",
        b"FromUtf8Error",
        b"Any { .. }",
        b"Elapsed",
    )
)
# These say nothing when they stand alone.
_WHOLE = frozenset(
    squeeze(text)
    for text in (
        b"",
        b"not implemented",
        b"not yet implemented",
        b"internal error: entered unreachable code",
        b"called `Result::unwrap()` on an `Err` value",
        b"assertion failed",
        b"not supported",
        b"not yet supported",
        b"unsupported",
        b"unreachable",
        b"failed",
        b"error",
    )
)
# What a thread says when another one has failed before.
_CASCADES = tuple(
    squeeze(text)
    for text in (
        b"PoisonError",
        b"SendError",
        b"RecvError",
        b"CallError",
        b"Any { .. }",
        b"panic in a destructor during cleanup",
        b"a scoped thread panicked",
    )
)


def without_envelope(squeezed: bytes) -> bytes:
    """Take away what std puts before a text."""
    return next((squeezed[len(head) :] for head in ENVELOPES if squeezed.startswith(head)), squeezed)


def is_std(squeezed: bytes) -> bool:
    """Tell whether a squeezed text (a message, or the literal pieces of a wording joined) is one of std's."""
    bare = without_envelope(squeezed)
    return (
        squeezed in _WHOLE
        or bare in _WHOLE
        or squeezed.startswith(_BEGINNINGS)
        or bare.startswith(_BEGINNINGS)
    )


def follows_another(squeezed: bytes) -> bool:
    """Tell whether a squeezed message of std's says no more than that something else failed before."""
    return without_envelope(squeezed).startswith(_CASCADES)
