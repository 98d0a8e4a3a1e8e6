"""What of a verdict is spoken of: the first match, what only follows it, and further causes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.catalog.model import Record
from bot.recognize.model import Band, Match, Panic, Role, Verdict


@dataclass(frozen=True, slots=True)
class Told:
    """A match together with its record, which it is certain to have."""

    match: Match
    record: Record


@dataclass(frozen=True, slots=True)
class Speech:
    """``first`` in full; ``followers`` only follow it; ``others`` are causes too. One entry a record."""

    first: Told
    followers: tuple[Told, ...]
    others: tuple[Told, ...]

    @property
    def only_follows(self) -> bool:
        """Whether nothing known in the report is a cause."""
        return self.first.match.role is Role.CASCADE


def speech_of(verdict: Verdict) -> Speech | None:
    """Return what may be spoken of, or ``None``: weak matches, bare sites and unchecked records never are."""
    told = list(_once(verdict.matches))
    if not told:
        return None
    causes = [each for each in told if each.match.role is Role.CAUSE]
    first = causes[0] if causes else told[0]
    rest = [each for each in told if each is not first]
    return Speech(
        first,
        tuple(each for each in rest if each.match.role is Role.CASCADE),
        tuple(each for each in rest if each.match.role is Role.CAUSE),
    )


def panic_before(match: Match, verdict: Verdict) -> Panic | None:
    """Return the report's first panic, if it stands before the match's own and isn't a known follower."""
    following = [each.panic for each in verdict.matches if each.role is Role.CASCADE and each.panic]
    last = match.panic.first_line if match.panic else None
    earlier = [p for p in verdict.panics if p not in following and (last is None or p.first_line < last)]
    return min(earlier, key=lambda panic: panic.first_line, default=None)


def _once(matches: Iterable[Match]) -> Iterator[Told]:
    seen: set[str] = set()
    for match in matches:
        record = match.record
        if record is None or not record.spoken or match.band is Band.WEAK or record.slug in seen:
            continue
        seen.add(record.slug)
        yield Told(match, record)
