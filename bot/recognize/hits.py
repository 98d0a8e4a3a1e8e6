"""Which known messages stand in the text of one panic."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from bot.recognize.index import SHORTEST_ANCHOR, Index
from bot.recognize.known import Hit, Known, find_known
from bot.recognize.located import Neighbourhood
from bot.recognize.squeeze import Squeezed, squeeze
from bot.recognize.std_texts import is_std, without_envelope
from bot.recognize.wordings import Span, weight_of

# A text of so many letters isn't found within another word by chance.
_LONG_ENOUGH = 12
_LEAST_BEGINNING, _MOST_BEGINNING = 16, 400
_CUT = 8
_LONGEST_LEAD = 400
_BLOCK = b"===tensoroperationerror==="
# A chain of causes: each is a message of its own, behind its number or the calls of wgpu's that it was in.
_CAUSED = b"causedby:"
_CHAIN = re.compile(rb"(?m)^[ \t>|]*(?:In \S+[ \t]*$|note: [^\n]*$|\d{1,3}: )")


class MessageHits:
    """Finds known messages in a panic's text, by the search for all wordings and by those of its file."""

    def __init__(self, index: Index, message: Squeezed, near: Neighbourhood | None) -> None:
        self._index = index
        self._message = message
        self._near = near

    @cached_property
    def plain(self) -> list[Hit]:
        """What the search for all wordings finds, and the file's messages that are too short for it."""
        data = self._message.data
        short = (
            find_known(known, data)
            for known in self.known_here
            if len(known.pattern.anchor) < SHORTEST_ANCHOR
        )
        beginning = [hit for hit in short if hit is not None and not lead_of(self._message, hit)]
        return undominated(filter(self._is_bounded, self._index.hits(data) + beginning))

    @cached_property
    def thorough(self) -> list[Hit]:
        """As ``plain``, with all messages of the file, and those of which only the beginning is there."""
        here = (find_known(known, self._message.data) for known in self.known_here)
        found = [hit for hit in here if hit is not None]
        return undominated(filter(self._is_bounded, [*self.plain, *found, *self._begun()]))

    @cached_property
    def known_here(self) -> list[Known]:
        """The messages that the sites of the panic's file raise."""
        if self._near is None:
            return []
        texts = {site.wording for site in self._near.sites if site.wording is not None}
        return [known for text in sorted(texts) if (known := self._index.of_text(text)) is not None]

    def _is_bounded(self, hit: Hit) -> bool:
        """Tell whether a text begins with a word of its own, and, if it is short, ends with one too."""
        raw = self._message.raw
        if not begins_word(raw, self._message.to_raw(hit.span.start), hit.known):
            return False
        if hit.known.pattern.weight >= _LONG_ENOUGH:
            return True
        last = self._message.to_raw(hit.span.end - 1)
        return not raw[last + 1 : last + 2].isalnum()

    def _begun(self) -> list[Hit]:
        data = without_envelope(self._message.data).rstrip(b".")
        weight = weight_of(data)
        if is_std(data) or not _LEAST_BEGINNING <= weight <= _MOST_BEGINNING:
            return []
        begin = self._message.data.find(data)
        span = (begin, begin + len(data), ())
        begun = (one for one in self._index.begun(data) if not _is_addition(one, len(data)))
        return [Hit(known, Span(*span, weight / known.pattern.weight)) for known in begun]


def _is_addition(known: Known, length: int) -> bool:
    """Tell whether a text goes on, after so many bytes, with what is put behind a whole text: then there
    may be another text that ends there.
    """
    return known.pattern.pieces[0][length : length + 1] in (b":", b"(")


def begins_word(raw: bytes, start: int, known: Known) -> bool:
    """Tell whether what begins at ``start`` isn't another word's end (`Unsqueeze` says no `Squeeze`)."""
    return known.pattern.pieces[0] == b"" or not raw[max(start - 1, 0) : start].isalnum()


def undominated(hits: Iterable[Hit]) -> list[Hit]:
    """Drop hits whose text is but a part of another's literal text; the weightiest come first."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=_for_domination):
        if not any(_dominates(other, hit) for other in kept):
            kept.append(hit)
    return kept


def _for_domination(hit: Hit) -> tuple[float, int]:
    return (_CUT if hit.span.share < 1 else 0) - hit.weight, -len(hit.known.pattern.text)


def _dominates(big: Hit, small: Hit) -> bool:
    if big.span.start > small.span.start or small.span.end > big.span.end:
        return False
    if big.weight <= small.weight or big.span.share < 1 <= small.span.share:
        # one reason under several labels, texts that differ in signs alone, one that isn't all there
        return False
    return not any(
        a <= small.span.start and small.span.end <= b for a, b in big.span.holes if a >= 0 and b >= 0
    )


def groups(hits: Iterable[Hit]) -> list[list[Hit]]:
    """Put hits of one text together: a tensor check's reason stands under many operations."""
    out: dict[tuple[bytes, ...], list[Hit]] = {}
    for hit in hits:
        out.setdefault(hit.known.pattern.pieces, []).append(hit)
    return list(out.values())


def lead_of(message: Squeezed, hit: Hit) -> int:
    """Count what stands before a text and isn't std's envelope, a block's head, what it caused or its own
    value.
    """
    before = message.data[: hit.span.start]
    caused = before.rfind(_CAUSED)
    if caused >= 0:
        behind = message.to_raw(caused + len(_CAUSED) - 1) + 1
        before = squeeze(_CHAIN.sub(b"", message.raw[behind : message.to_raw(hit.span.start)]))
    before = without_envelope(without_envelope(before))
    if before.startswith(_BLOCK):
        return 0
    weight = weight_of(before[:_LONGEST_LEAD])
    return weight if hit.known.pattern.pieces[0] else weight // 4
