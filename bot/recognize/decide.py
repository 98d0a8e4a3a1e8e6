"""Whether to speak. When unsure: silence, and the reason for it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.recognize.context import Surroundings
from bot.recognize.model import Band, Match, Panic, Role, Silence
from bot.recognize.places import is_ours
from bot.recognize.squeeze import squeeze
from bot.recognize.std_texts import is_std


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether to speak, why not, and whether only what follows a failure is told, not the failure itself."""

    speak: bool
    silence: Silence | None
    cause_missing: bool = False


def decide(matches: list[Match], panics: tuple[Panic, ...], around: Surroundings) -> Decision:
    """Decide on matches that are in order, best first."""
    if not matches:
        return Decision(False, _nothing(panics))
    lead = matches[0]
    missing = lead.role is Role.CASCADE
    if lead.record is None:
        known = lead.site is not None or lead.wording is not None
        return Decision(False, Silence.NO_RECORD if known else Silence.UNKNOWN_PANIC, missing)
    if lead.band is Band.WEAK:
        return Decision(False, _weak(lead), missing)
    if around.proposes:
        return Decision(False, Silence.QUOTED, missing)
    if not lead.record.spoken:
        return Decision(False, Silence.NO_RECORD, missing)
    if missing and _own_panic_first(lead, panics):
        return Decision(False, Silence.FOREIGN_PANIC, missing)
    return Decision(True, None, missing)


def _nothing(panics: tuple[Panic, ...]) -> Silence:
    if not panics:
        return Silence.NOTHING_FOUND
    if any(panic.place is not None for panic in panics):
        return Silence.FOREIGN_PANIC
    said = (squeeze(panic.message[0].encode()) for panic in panics if panic.message)
    return Silence.GENERIC if any(map(is_std, said)) else Silence.NOTHING_FOUND


def _weak(lead: Match) -> Silence:
    if lead.panic is None:
        return Silence.QUOTED if lead.quoted else Silence.WEAK
    place = lead.panic.place
    return Silence.FOREIGN_PANIC if place is not None and not is_ours(place.crate) else Silence.WEAK


def _own_panic_first(lead: Match, panics: tuple[Panic, ...]) -> bool:
    """Tell whether a panic outside of Burn comes before one that only follows: then that one is the cause."""
    for panic in panics:
        if panic is lead.panic:
            return False
        if panic.place is not None and not is_ours(panic.place.crate):
            return True
    return False
