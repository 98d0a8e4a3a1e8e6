"""Message patterns made ready for the search: their squeezed literal pieces, and the names of their holes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.recognize.squeeze import squeeze
from bot.recognize.std_texts import without_envelope

OPEN = -1
# Of a message that was cut, this share of its weight must be there.
LEAST_SHARE = 0.6
# Of a message that ends in the middle of its words, as many letters and digits are enough.
LEAST_CUT_WEIGHT = 14
_CUT_MARKS = b"."
# A short first piece far from the second is an other word, if one stands nearer.
_SHORT, _FAR = 12, 60

# `{{` and `}}` are braces of the text; any other pair of braces is a hole.
_HOLE = re.compile(r"(\{\{|\}\})|\{([^{}]*)\}")
_NAME = re.compile(r"^[A-Za-z_]\w*$")
# CubeCL's errors end with their backtrace; reporters leave it out.
_BACKTRACE = re.compile(r"\s+(?:Backtrace:?\s+)?\{\w*backtrace\w*(?::[^{}]*)?\}\s*$")
_NOT_WORDY = bytes(byte for byte in range(256) if not chr(byte).isalnum() or byte > 127)
# The head of a check's block: an operation's label, and the number of the reason.
_CHECK = re.compile(
    r"^=== Tensor Operation Error ===\s+Operation: '([^'\n]*)'\s+Reason:\s+(?:\{\w*\}|\d+)\.\s*"
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A wording as the search knows it: ``pieces[0] hole pieces[1] hole … pieces[-1]``, squeezed.

    ``names`` has one name a hole: what the pattern calls it, else its position from 0. ``weight`` counts
    the letters and digits of all pieces, but for what is std's. ``anchor`` is the weightiest piece. For a
    tensor check's block, ``pieces`` are those of the reason alone, and ``label`` is the operation's
    (empty where it is a hole); else it is ``None``.
    """

    text: str
    pieces: tuple[bytes, ...]
    names: tuple[str, ...]
    weight: int
    anchor: bytes
    label: bytes | None = None


def compile_pattern(text: str) -> Pattern:
    """Read a wording as Rust writes it."""
    label, body = None, _BACKTRACE.sub("", text)
    check = _CHECK.match(text)
    if check:
        label = b"" if "{" in check[1] else squeeze(check[1].encode())
        body = body[check.end() :]
    pieces: list[bytes] = []
    names: list[str] = []
    at, literal = 0, ""
    for hole in _HOLE.finditer(body):
        literal += body[at : hole.start()]
        at = hole.end()
        if hole[1]:
            literal += hole[1][0]
            continue
        pieces.append(squeeze(literal.encode()))
        names.append(_name(hole[2], len(names)))
        literal = ""
    pieces.append(squeeze((literal + body[at:]).encode()))
    weights = [weight_of(piece) for piece in pieces]
    weights[0] = weight_of(without_envelope(pieces[0]))
    return Pattern(
        text, tuple(pieces), tuple(names), sum(weights), pieces[weights.index(max(weights))], label
    )


def _name(hole: str, position: int) -> str:
    name = hole.partition(":")[0].strip()
    return name if _NAME.match(name) or name.isdigit() else str(position)


def weight_of(squeezed: bytes) -> int:
    """Count letters and digits."""
    return len(squeezed.translate(None, _NOT_WORDY))


@dataclass(frozen=True, slots=True)
class Span:
    """Where a pattern stands in a squeezed text: its literal bytes from first to last, and the holes.

    A hole at the pattern's beginning or end has no bound of its own there: it is ``OPEN``. ``share`` says
    how much of the pattern's weight was found: less than 1 where the message was cut. ``lost`` counts
    signs (a full stop, an operator) that were looked for in vain.
    """

    start: int
    end: int
    holes: tuple[tuple[int, int], ...]
    share: float = 1.0
    lost: int = 0


def find_pattern(
    pattern: Pattern, data: bytes, start: int = 0, most: int = 6000, tries: int = 6
) -> Span | None:
    """Find ``pattern`` in squeezed ``data`` from ``start`` on, with holes of at most ``most`` bytes each.

    Holes are as short as they can be. A message that was cut (``data`` ends in the midst of it) is found
    by its beginning, if that holds ``LEAST_SHARE`` of the pattern's weight or ``LEAST_CUT_WEIGHT`` of its
    own. ``tries`` bounds how many beginnings are looked at.
    """
    pieces = pattern.pieces
    first = next((n for n, piece in enumerate(pieces) if weight_of(piece)), None)
    if first is None:
        return None
    at, best = start, None
    for _ in range(tries):
        at = data.find(pieces[first], at)
        if at < 0:
            break
        span = _follow(pattern, data, at, first, most)
        if span is not None and (best is None or span.share > best.share):
            best = span
            if best.share >= 1:
                break
        at += 1
    return best


def _follow(pattern: Pattern, data: bytes, begin: int, first: int, most: int) -> Span | None:
    """Read on from the first piece. Of holes that stand side by side the first takes all."""
    holes: list[tuple[int, int]] = (
        [(OPEN, begin), *((begin, begin) for _ in range(1, first))] if first else []
    )
    end = begin + len(pattern.pieces[first])
    waiting = missing = lost = 0
    for number, piece in enumerate(pattern.pieces[first + 1 :], first + 1):
        waiting += 1
        if not piece:
            continue
        found = data.find(piece, end, end + most + len(piece))
        if found < 0 and not weight_of(piece):
            lost += len(piece)
            continue
        if found < 0:
            missing = sum(weight_of(later) for later in pattern.pieces[number:])
            cut = _cut_piece(piece, data, end, most)
            if cut:
                missing -= weight_of(piece[:cut])
                holes += [(end, len(data) - cut)] + [(len(data) - cut,) * 2] * (waiting - 1)
                end, waiting = len(data), 0
            break
        if not first and not holes and found - end > _FAR and len(pattern.pieces[0]) < _SHORT:
            nearer = data.rfind(pattern.pieces[0], end, found)
            if nearer >= 0:
                begin, end = nearer, nearer + len(pattern.pieces[0])
        holes += [(end, found)] + [(found, found)] * (waiting - 1)
        end, waiting = found + len(piece), 0
    share = 1 - missing / pattern.weight
    if missing and not (end >= len(data.rstrip(_CUT_MARKS)) and _enough(pattern, share)):
        return None
    if waiting:
        holes += [(end, OPEN)] + [(end, end)] * (waiting - 1)
    return Span(begin, end, tuple(holes[: len(pattern.names)]), share, lost)


def _cut_piece(piece: bytes, data: bytes, start: int, most: int) -> int:
    """Give how many bytes of ``piece`` end ``data``, where the message was cut within it."""
    data = data.rstrip(_CUT_MARKS)
    if len(data) > start + most + len(piece):
        return 0
    for length in range(min(len(piece), len(data) - start), 3, -1):
        if data.endswith(piece[:length]):
            return length
    return 0


def _enough(pattern: Pattern, share: float) -> bool:
    """Tell whether what is there of a message that was cut is enough to go by."""
    return share >= LEAST_SHARE or pattern.weight * share >= LEAST_CUT_WEIGHT
