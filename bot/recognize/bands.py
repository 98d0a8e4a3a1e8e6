"""How sure a candidate is: from what speaks for it and against it to a band."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.recognize.candidates import Candidate
from bot.recognize.context import Context, Surroundings
from bot.recognize.fuzzy import MOST_SLIPPED
from bot.recognize.known import Known
from bot.recognize.located import Agreement
from bot.recognize.model import Band, Place
from bot.recognize.thresholds import LIMITS

_LOWER = {Band.EXACT: Band.PROBABLE, Band.PROBABLE: Band.WEAK, Band.WEAK: Band.WEAK}
# The crates that outside texts come from, by what a record says of them.
_OWNERS = {
    "wgpu": ("wgpu", "naga", "gfx"),
    "tch": ("tch", "torch-sys"),
    "cudarc": ("cudarc",),
    "other": (
        "ndarray",
        "bytemuck",
        "serde",
        "rmp",
        "protobuf",
        "matrixmultiply",
        "rusqlite",
        "r2d2",
        "zip",
    ),
}
# `InvalidFormat("…`, `TypeMismatch(…`, `E { kind: …`: how an error looks that somebody unwraps.
_DEBUG_FORM = re.compile(r"(?:called `Result::unwrap\(\)` on an `Err` value: )?[A-Z]\w*(?:\(| \{|$)")


@dataclass(frozen=True, slots=True)
class Weighed:
    """A band, and why it is that one."""

    band: Band
    why: str


def weigh(candidate: Candidate, around: Surroundings) -> Weighed:
    """Give the band of a candidate, and why."""
    if candidate.known is None:
        return _by_place(candidate)
    by_text = _by_text(candidate, around)
    if candidate.std and by_text.band is not Band.EXACT and not candidate.rivals:
        return _by_place(candidate)
    return by_text


def _by_text(candidate: Candidate, around: Surroundings) -> Weighed:
    if candidate.rivals:
        return Weighed(Band.WEAK, "several records have this text")
    cell = cell_of(candidate, around)
    if cell is None:
        return Weighed(Band.WEAK, _told(candidate, "such a text there is not enough"))
    exact, probable = LIMITS[cell]
    strength = candidate.strength
    band = Band.EXACT if strength >= exact else Band.PROBABLE if strength >= probable else Band.WEAK
    return Weighed(band, _told(candidate, f"asked there: {exact:.0f} for exact, {probable:.0f} for probable"))


def lowered(weighed: Weighed, why: str) -> Weighed:
    """Give one band less, and one reason more."""
    return Weighed(_LOWER[weighed.band], f"{weighed.why}; {why}")


def _by_place(candidate: Candidate) -> Weighed:
    if not candidate.std:
        return Weighed(Band.WEAK, "only the place is known")
    if candidate.rivals:
        return Weighed(Band.WEAK, "several records strike at this place with this text")
    if not candidate.sure:
        return Weighed(Band.PROBABLE, "a text of std's in this record's file, near its function")
    return Weighed(Band.EXACT, "a text of std's at this record's place")


def cell_of(candidate: Candidate, around: Surroundings) -> str | None:
    """Give the name of the limits that hold for a candidate; ``None`` where no text is enough."""
    known, agree = candidate.known, candidate.agreement
    if known is not None and known.external and agree <= Agreement.UNTOLD:
        return _external_cell(candidate, known, around)
    if candidate.likeness < 100:
        return _alike_cell(agree) if candidate.slip <= MOST_SLIPPED else None
    if candidate.span is not None and candidate.span.share < 1:
        return "cut, file" if agree >= Agreement.FILE else "cut, elsewhere"
    if candidate.context is Context.LOG:
        return "log"
    if candidate.context in (Context.LINE, Context.ERROR):
        return "own line"
    return agree.name.lower() if candidate.context is Context.PANIC else None


def _alike_cell(agree: Agreement) -> str | None:
    if agree >= Agreement.FILE:
        return "alike, file"
    if agree >= Agreement.OURS:
        return "alike, ours"
    return "alike, untold" if agree is Agreement.UNTOLD else None


def _external_cell(candidate: Candidate, known: Known, around: Surroundings) -> str | None:
    """An outside text counts where its own crate or nobody's is told, and something in the report is ours.

    The Debug form of an error counts in the reporter's own code, too: it's unwrapped there.
    """
    place = candidate.found.panic.place if candidate.found else None
    if candidate.context not in (Context.PANIC, Context.LOG, Context.ERROR) or candidate.likeness < 100:
        return None
    unwrapped = candidate.agreement is Agreement.USER and _DEBUG_FORM.match(known.pattern.text)
    told = candidate.agreement not in (Agreement.FOREIGN, Agreement.USER)
    if not (told or unwrapped or _owns(place, known.external or "")):
        return None
    if around.ours_in_log:
        return "external, ours in the log"
    return "external, ours in prose" if around.speaks_of_us else None


def _owns(place: Place | None, external: str) -> bool:
    crate = place.crate if place else None
    return crate is not None and crate.startswith(_OWNERS.get(external, ()))


def _told(candidate: Candidate, asked: str) -> str:
    parts = [f"{candidate.strength:.0f} letters of the text's own {candidate.context.value}"]
    if candidate.context is Context.PANIC:
        parts.append(f"place: {candidate.agreement.name.lower()}")
    if candidate.likeness < 100:
        parts.append(f"only alike ({candidate.likeness:.0f} of 100)")
    if candidate.lead:
        parts.append(f"{candidate.lead} letters before it that nothing explains")
    return ", ".join([*parts, asked])
