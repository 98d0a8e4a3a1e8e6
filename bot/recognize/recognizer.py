"""From a report to a verdict: what failed, on which evidence, and whether to speak."""

from __future__ import annotations

from dataclasses import replace

from bot.catalog.catalog import Catalog
from bot.recognize.bands import lowered, weigh
from bot.recognize.burn_version import read_version
from bot.recognize.candidates import Candidate
from bot.recognize.captures import captures
from bot.recognize.clean import Cleaned
from bot.recognize.context import Context, Surroundings
from bot.recognize.decide import decide
from bot.recognize.fingerprint import with_fingerprint
from bot.recognize.index import Index
from bot.recognize.lifetimes import missing_from
from bot.recognize.located import Agreement, agreement, neighbourhood
from bot.recognize.loose import loose_candidates
from bot.recognize.mentions import mentioned
from bot.recognize.model import Match, Panic, Report, Role, Verdict
from bot.recognize.order import in_order, role_of
from bot.recognize.panic_reader import PanicReader
from bot.recognize.panics import Found, find_panics

_MOST_COMPARED = 6
_MOST_A_PANIC = 3
_MOST_READ = 16


class Recognizer:
    """Recognises the errors of a catalogue. Built once; safe to share between threads."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._index = Index(catalog)

    def read(self, report: Report) -> Verdict:
        """Read a report. Never raises, whatever the text; takes time linear in its length."""
        return _Reading(self._index, report).verdict()


class _Reading:
    """One report being read."""

    def __init__(self, index: Index, report: Report) -> None:
        self._index = index
        self._cleaned = Cleaned(report)
        self._around = Surroundings(self._cleaned)
        self._found = find_panics(self._cleaned)
        self._compared = 0
        self._panics = tuple(with_fingerprint(found.panic) for found in self._found)
        self._version = read_version(self._cleaned.raw, [p.place for p in self._panics if p.place])

    def verdict(self) -> Verdict:
        matches = [match for found, panic in self._distinct() for match in self._of_panic(found, panic)]
        loose = loose_candidates(self._index, self._cleaned, self._around, self._found)
        told = [self._match(*self._placed(one), role_of(one)) for one in loose]
        named = [match.panic for match in told if match.panic is not None]
        matches = [one for one in matches if one.record or one.wording or one.panic not in named] + told
        if not any(match.panic is not None for match in matches):
            matches += [
                self._match(candidate, with_fingerprint(panic), Role.CAUSE)
                for candidate, panic in mentioned(self._index, self._cleaned)
            ]
        ordered = in_order(matches)
        decision = decide(ordered, self._panics, self._around)
        return Verdict(
            tuple(ordered),
            self._panics,
            decision.speak,
            decision.silence,
            self._version,
            decision.cause_missing,
        )

    def _placed(self, loose: Candidate) -> tuple[Candidate, Panic | None]:
        """Give what stands alone the panic that it is the message of: one without any, in its own file."""
        if loose.known is None or loose.known.external or loose.context is Context.SOURCE:
            return loose, None
        for panic in self._panics:
            if panic.message or panic.place is None:
                continue
            near = neighbourhood(self._index, panic.place)
            agree = agreement(self._index, near, loose.known.sites(self._index.catalog), loose.record)
            if agree >= Agreement.FILE:
                return replace(loose, context=Context.PANIC, agreement=agree), panic
        return loose, None

    def _distinct(self) -> list[tuple[Found, Panic]]:
        """Give the panics, each once: loggers and test runs print them twice or thirty times."""
        seen: set[tuple[str, tuple[str, ...]]] = set()
        out = []
        for found, panic in zip(self._found, self._panics, strict=True):
            key = (panic.place.raw if panic.place else "", panic.message)
            if key not in seen:
                seen.add(key)
                out.append((found, panic))
        return out[:_MOST_READ]

    def _of_panic(self, found: Found, panic: Panic) -> list[Match]:
        compare = self._compared < _MOST_COMPARED
        reader = PanicReader(self._index, self._cleaned.raw, found, compare)
        candidates = reader.candidates()[:_MOST_A_PANIC]
        self._compared += reader.compared
        # what the likeliest reading of a panic is, the panic is
        role = role_of(candidates[0]) if candidates else Role.CAUSE
        return [self._match(candidate, panic, role) for candidate in candidates]

    def _match(self, candidate: Candidate, panic: Panic | None, role: Role) -> Match:
        weighed = weigh(candidate, self._around)
        known = candidate.known
        missing = None
        if known is not None and not known.external:
            sites = known.sites(self._index.catalog)
            missing = missing_from(self._index, sites, panic.place if panic else None, self._version)
        if missing is not None:
            weighed = lowered(weighed, f"the text isn't in {missing}, which the report tells")
        start = candidate.found.start if candidate.found else candidate.start
        return Match(
            record=candidate.record,
            site=candidate.site,
            wording=known.pattern.text if known else None,
            captures=captures(candidate, self._cleaned.raw),
            evidence=self._cleaned.evidence(start, candidate.end),
            band=weighed.band,
            role=role,
            panic=panic,
            why=(weighed.why,),
            quoted=candidate.context is Context.SOURCE,
            missing_from=missing,
        )
