"""Places of ours that a report only mentions: `It fails at burn-ir/src/handle.rs:88`. Never enough to
speak.
"""

from __future__ import annotations

import re

from bot.recognize.candidates import Candidate
from bot.recognize.clean import Cleaned
from bot.recognize.context import Context
from bot.recognize.index import Index
from bot.recognize.located import Agreement, neighbourhood
from bot.recognize.model import Panic
from bot.recognize.panics import Found
from bot.recognize.places import is_ours, parse_place
from bot.recognize.signs import Sign

_MOST = 3
_MOST_LOOKED_AT = 40
_MENTION = re.compile(
    rb"(?<![\w-])(?:burn|cubecl|cubek|onnx-ir)[\w.-]{0,60}[\\/]src[\\/][\w\\/]{1,160}\.rs:\d{1,6}(?::\d{1,5})?"
)
_FRAME = re.compile(rb"(?:^|\s)at\s+[^\n]{0,300}$")


def mentioned(index: Index, cleaned: Cleaned) -> list[tuple[Candidate, Panic]]:
    """Give the first places of ours outside of panics and backtraces, each as a panic without message."""
    if Sign.OUR_FILE not in cleaned.signs:
        return []
    out: dict[tuple[str | None, str], tuple[Candidate, Panic]] = {}
    for number, match in enumerate(_MENTION.finditer(cleaned.raw)):
        if number >= _MOST_LOOKED_AT or len(out) >= _MOST:
            break
        line = cleaned.raw.rfind(b"\n", 0, match.start()) + 1
        if _FRAME.search(cleaned.raw[max(line, match.start() - 300) : match.start()]):
            continue
        place = parse_place(match[0].decode("ascii", "replace"))
        if place is None or not is_ours(place.crate) or (place.crate, place.path) in out:
            continue
        near = neighbourhood(index, place)
        number_of_line = cleaned.line_of(match.start())
        panic = Panic(None, place, (), number_of_line, number_of_line, "mention")
        candidate = Candidate(
            None, None, near.nearest(), Context.PROSE, Agreement.OURS, match.start(), match.end(),
            found=Found(panic, match.start(), match.end(), match.end()),
        )  # fmt: skip
        out[place.crate, place.path] = (candidate, panic)
    return list(out.values())
