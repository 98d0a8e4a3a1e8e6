"""Messages that something damaged: a dashboard wrote over them, a hand slipped. Only a panic's own lines
are looked at.

Compared are the letters alone, of wordings without their holes and of messages without what looks like a
value, and by plain ratios: partial ones give full marks to trivia.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Indel

from bot.recognize.known import Known

# A wording with fewer letters says too little to be told from others when damaged.
LEAST_LETTERS = 20
# So many letters in a row may be lost to a slip, or to a dashboard; more are a word.
MOST_SLIPPED = 3
_LEAST_LIKENESS = 76.0
_LEAST_LETTERS_HERE = 8
_LONGEST = 400

_VALUES = re.compile(
    rb"\b[A-Z]\w*\s*\{[^{}\n]{0,300}\}"  # Debug of a struct
    rb"|\[[^\[\]\n]{0,400}\]"
    rb"|\"[^\"\n]{0,300}\""
    rb"|(?:[A-Za-z]:)?(?:[\\/][\w.~-]{1,80}){2,12}"
    rb"|\b0x[0-9a-fA-F]+"
)
_ENVELOPES = (
    "calledresultunwraponanerrvalue",
    "calledoptionunwraponanonevalue",
    "internalerrorenteredunreachablecode",
    "assertionleftrightfailed",
    "assertionfailed",
    "notyetimplemented",
    "notimplemented",
)
_NOT_LETTERS = bytes(byte for byte in range(256) if not (chr(byte).isalpha() and byte < 128))
_LOWER = bytes(range(256)).lower()


def letters(text: bytes) -> str:
    """Give the letters of a text, in lower case."""
    return text.translate(_LOWER, _NOT_LETTERS).decode("ascii")


def letters_of_pattern(known: Known) -> str:
    """Give the letters of a wording without its holes, and without what std puts before it."""
    return _bare(letters(b"".join(known.pattern.pieces)))


def _bare(text: str) -> str:
    return next((text[len(head) :] for head in _ENVELOPES if text.startswith(head)), text)


class Likenesses:
    """All wordings long enough to be told from others when damaged, ready for comparison."""

    def __init__(self, known: Iterable[Known]) -> None:
        self._texts: dict[str, list[Known]] = {}
        for one in known:
            text = letters_of_pattern(one)
            if len(text) >= LEAST_LETTERS:
                self._texts.setdefault(text, []).append(one)
        self._choices = list(self._texts)

    def like(self, message: bytes) -> list[tuple[Known, float]]:
        """Give the wordings that are like a message (raw), each with its likeness up to 100, best first."""
        best: dict[str, float] = {}
        for query in queries(message):
            if len(query) < LEAST_LETTERS - 4:
                continue
            for text, score, _ in process.extract(
                query, self._choices, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKENESS, limit=4
            ):
                best[text] = max(best.get(text, 0), score)
        ranked = sorted(best.items(), key=lambda pair: -pair[1])
        return [(known, score) for text, score in ranked for known in self._texts[text]]


def like_any(message: bytes, among: Iterable[Known]) -> list[tuple[Known, float]]:
    """Give those wordings of a few that are like a message (raw), or like its beginning, best first."""
    whole = queries(message)
    out: list[tuple[float, Known, float]] = []
    for known in among:
        text = letters_of_pattern(known)
        if len(text) < _LEAST_LETTERS_HERE:
            continue
        best, likeness = max(((_rank(query, text)) for query in whole), default=(0.0, 0.0))
        if likeness >= _LEAST_LIKENESS:
            out.append((best, known, likeness))
    out.sort(key=lambda found: -found[0])
    return [(known, likeness) for _, known, likeness in out]


def _rank(query: str, text: str) -> tuple[float, float]:
    """Give the order of a wording, which is better the more of the message it explains, and its likeness."""
    likeness = fuzz.ratio(query[: len(text) + len(text) // 8], text)
    return likeness * (0.75 + 0.25 * min(1.0, len(text) / len(query))), likeness


def longest_loss(message: bytes, known: Known) -> int:
    """Give how many letters in a row of a wording are missing from a message (raw) that is like it.

    A slip or a dashboard takes a few; a word that isn't there makes it another text.
    """
    text = letters_of_pattern(known)
    return min((_loss(query[: len(text) * 2], text) for query in queries(message)), default=len(text))


def _loss(query: str, text: str) -> int:
    blocks = (code.dest_end - code.dest_start for code in Indel.opcodes(query, text) if code.tag == "insert")
    return max(blocks, default=0)


def queries(message: bytes) -> list[str]:
    """Give what of a message is compared: all of it, and its lines up to where an error's text may begin."""
    head = message[: _LONGEST * 3].replace(b"\x0b", b"\n")
    bare = _VALUES.sub(b" ", head)
    texts = [bare, *bare.split(b"\n")[:6]]
    for line in texts[:3]:
        before, colon, after = line.partition(b": ")
        if colon:
            texts += [before, after]  # an error's text behind, or std's damaged words before
    out = {_bare(letters(text))[:_LONGEST] for text in texts}
    return sorted((text for text in out if len(text) >= _LEAST_LETTERS_HERE), key=len, reverse=True)[:8]
