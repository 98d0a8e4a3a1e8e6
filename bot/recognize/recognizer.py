"""From a report to a verdict: what failed, on which evidence, and whether to speak."""

from __future__ import annotations

from dataclasses import replace

from bot.catalog.catalog import Catalog
from bot.recognize.bands import band
from bot.recognize.burn_version import read_version
from bot.recognize.candidates import Candidate, PanicReader, groups, undominated
from bot.recognize.captures import captures
from bot.recognize.clean import Cleaned
from bot.recognize.context import Surroundings
from bot.recognize.fingerprint import fingerprint
from bot.recognize.index import Index
from bot.recognize.known import Hit, find_known
from bot.recognize.located import Agreement
from bot.recognize.model import Band, Match, Panic, Report, Role, Silence, Verdict
from bot.recognize.panics import find_panics
from bot.recognize.places import is_ours
from bot.recognize.squeeze import Squeezed

_MOST_LOOSE = 48
_MOST_MATCHES = 24
_LEAST_LOOSE_WEIGHT = 12
_RANK = {Band.EXACT: 0, Band.PROBABLE: 1, Band.WEAK: 2}


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

    def verdict(self) -> Verdict:
        panics = [
            replace(f.panic, fingerprint=fingerprint(f.panic.place, f.panic.message)) for f in self._found
        ]
        matches: list[Match] = []
        for found, panic in zip(self._found, panics, strict=True):
            for candidate in PanicReader(self._index, self._cleaned.raw, found).candidates()[:4]:
                matches.append(self._match(candidate, panic))
        matches += [self._match(candidate, None) for candidate in self._loose()]
        ordered = _order(matches)
        version = read_version(self._cleaned.raw, [p.place for p in panics if p.place])
        speak, silence = self._decide(ordered, panics)
        return Verdict(tuple(ordered), tuple(panics), speak, silence, version)

    def _match(self, candidate: Candidate, panic: Panic | None) -> Match:
        place = panic.place if panic else None
        foreign = place is not None and place.version is not None and not is_ours(place.crate)
        sure, why = band(candidate, self._around.speaks_of_us, foreign)
        record = candidate.record
        start = candidate.found.start if candidate.found else candidate.start
        return Match(
            record=record,
            site=candidate.site,
            wording=candidate.known.pattern.text if candidate.known else None,
            captures=captures(candidate, self._cleaned.raw),
            evidence=self._cleaned.evidence(start, candidate.end),
            band=sure,
            role=Role.CASCADE if record is not None and record.facts.always_cascade else Role.CAUSE,
            panic=panic,
            why=(why,),
        )

    def _loose(self) -> list[Candidate]:
        """Find messages that stand outside of any panic."""
        text = Squeezed(self._cleaned.raw)
        known = [k for k in self._index.scan(text.data) if k.pattern.weight >= _LEAST_LOOSE_WEIGHT]
        if not known:
            return []
        known.sort(key=lambda k: -k.pattern.weight)
        taken = [(text.from_raw(f.start), text.from_raw(f.message_end)) for f in self._found]
        hits = []
        for one in known[:_MOST_LOOSE]:
            at = 0
            for _ in range(4):
                hit = find_known(one, text.data, at, most=600)
                if hit is None:
                    break
                begin = hit.span.start
                inside = next((end for start, end in taken if start <= begin < end), None)
                if inside is None:
                    hits.append(hit)
                    break
                at = max(inside, begin + 1)
        return [c for group in groups(undominated(hits)) for c in self._loose_candidates(text, group[0])]

    def _loose_candidates(self, text: Squeezed, hit: Hit) -> list[Candidate]:
        start, end = text.to_raw(hit.span.start), text.to_raw(hit.span.end - 1) + 1
        context = self._around.context(start, end)
        sites = hit.known.sites(self._index.catalog)
        records = [r for r in hit.known.records if r.slug not in hit.known.needing_place]
        return [
            Candidate(
                hit.known, record, sites[-1] if sites else None, context, Agreement.UNTOLD, start, end, hit.span,
                rivals=max(len(records) - 1, 0),
            )
            for record in (records or ([None] if sites else []))
        ]  # fmt: skip

    def _decide(self, matches: list[Match], panics: list[Panic]) -> tuple[bool, Silence | None]:
        if not matches:
            return False, Silence.FOREIGN_PANIC if panics else Silence.NOTHING_FOUND
        lead = matches[0]
        if lead.record is None:
            known = lead.site is not None or lead.wording is not None
            return False, Silence.NO_RECORD if known else Silence.UNKNOWN_PANIC
        if lead.band is Band.WEAK:
            return False, Silence.WEAK
        if self._around.proposes:
            return False, Silence.QUOTED
        if not lead.record.spoken:
            return False, Silence.NO_RECORD
        return True, None


def _order(matches: list[Match]) -> list[Match]:
    """Causes before cascades, sure before weak, and then as the report tells them; one match a record or site."""
    numbered = sorted(
        enumerate(matches),
        key=lambda pair: (
            pair[1].panic is None and pair[1].band is Band.WEAK,
            pair[1].role is Role.CASCADE,
            pair[1].band is Band.WEAK and pair[1].record is not None,
            pair[0],
        ),
    )
    seen: set[tuple[str, str]] = set()
    out: list[Match] = []
    for _, match in numbered:
        key = (
            match.record.slug if match.record else "",
            match.site.id if match.site and not match.record else "",
        )
        if key in seen and key != ("", ""):
            continue
        seen.add(key)
        out.append(match)
    return out[:_MOST_MATCHES]
