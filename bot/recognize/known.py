"""One message as it may stand in a report, all that raises it, and how it is found in a text."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Site
from bot.recognize.wordings import Pattern, Span, find_pattern

_HEAD = b"===tensoroperationerror==="
_LABEL = b"operation:"
_AFTER_LABEL = b"reason:"


@dataclass(slots=True)
class Known:
    """One message as it may stand in a report, and all that raises it.

    Patterns that differ only in names of holes or white space are one. ``records`` are those that list
    it; of these the ones in ``needing_place`` match only where one of their sites is. ``family`` are
    records with a wider text that covers this one. ``external`` says whose text it is where it isn't
    Burn's.
    """

    pattern: Pattern
    records: list[Record] = field(default_factory=list)
    needing_place: set[str] = field(default_factory=set)
    family: list[Record] = field(default_factory=list)
    external: str | None = None
    is_std: bool = False
    _sites: tuple[Site, ...] | None = None

    def sites(self, catalog: Catalog) -> tuple[Site, ...]:
        """Give the sites that raise this message, in any release."""
        if self._sites is None:
            self._sites = catalog.sites.for_wording(self.pattern.text)
        return self._sites


@dataclass(frozen=True, slots=True)
class Hit:
    """A known message found in a squeezed text; ``in_block`` behind the head of a tensor check's block."""

    known: Known
    span: Span
    in_block: bool = False

    @property
    def weight(self) -> float:
        """How many letters and digits of the message's own text stand there."""
        return self.known.pattern.weight * self.span.share


def find_known(known: Known, data: bytes, start: int = 0, most: int = 6000) -> Hit | None:
    """Find a message in squeezed ``data``; a tensor check's only under its own operation, if one is told."""
    span = find_pattern(known.pattern, data, start, most)
    if span is None:
        return None
    if known.pattern.label is None:
        return Hit(known, span)
    label = label_before(data, span.start)
    if known.pattern.label and label is not None and label != known.pattern.label:
        return None
    return Hit(known, span, label is not None)


def block_start(data: bytes, offset: int) -> int:
    """Give where the check's block begins in which ``offset`` stands."""
    label = data.rfind(_LABEL, max(offset - 4000, 0), offset)
    head = data.rfind(_HEAD, max(label - 40, 0), label) if label >= 0 else -1
    return head if head >= 0 else label if label >= 0 else offset


def label_before(data: bytes, offset: int) -> bytes | None:
    """Give the squeezed label of the check's block that ``offset`` stands in, ``None`` where it's in none."""
    at = data.rfind(_LABEL, max(offset - 4000, 0), offset)
    if at < 0:
        return None
    end = data.find(_AFTER_LABEL, at, min(at + 80, offset))
    return data[at + len(_LABEL) : end] if end >= 0 else None
