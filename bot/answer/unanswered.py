"""What ``explain`` tells short of a sure answer: guesses, bare places, or why there is nothing."""

from __future__ import annotations

from collections.abc import Iterator

from bot.answer import links, quote, sections, source, versions
from bot.answer.escape import code_span
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Site
from bot.recognize.model import Match, Silence, Verdict

_MOST = 3
_WHY = {
    Silence.NOTHING_FOUND: "No known Burn error stands in {asked}.",
    Silence.FOREIGN_PANIC: "The panic in {asked} is raised by code that isn't Burn's.",
    Silence.GENERIC: "The message in {asked} is too common to tell anything without the place that raised "
    "it. Add the line with `panicked at`.",
    Silence.UNKNOWN_PANIC: "The panic in {asked} comes from Burn, but from a place that isn't known here.",
}


def unanswered(verdict: Verdict, catalog: Catalog, where: Where, asked: str) -> str:
    """Return an answer (Markdown) that claims no more than is known."""
    guesses = list(_guesses(verdict))
    if guesses:
        return _guessed(guesses, where, asked)
    bare = next((match for match in verdict.matches if match.record is None and match.site), None)
    if bare and bare.site:
        return _bare(bare, bare.site, catalog, where)
    return _WHY.get(verdict.silence or Silence.NOTHING_FOUND, _WHY[Silence.NOTHING_FOUND]).format(asked=asked)


def _guesses(verdict: Verdict) -> Iterator[tuple[Match, Record]]:
    seen: set[str] = set()
    for match in verdict.matches:
        if match.record and match.record.spoken and match.record.slug not in seen:
            seen.add(match.record.slug)
            yield match, match.record


def _guessed(guesses: list[tuple[Match, Record]], where: Where, asked: str) -> str:
    lines = []
    for match, record in guesses[:_MOST]:
        text = next((each.text for each in match.evidence if each.text.strip()), "")
        lines.append(links.to_record(record, where) + (f", for {quote.value(text, 120)}" if text else ""))
    return f"Nothing in {asked} is surely a known Burn error. It might be:\n\n{sections.bulleted(lines)}"


def _bare(match: Match, site: Site, catalog: Catalog, where: Where) -> str:
    """Tell of a place without a record: where it is, in which releases, and the errors known beside it."""
    name = sections.name_of(site.repo)
    parts = [f"**{name} raises this, but no record explains it yet.**", sections.evidence(match)]
    parts.append(f"It comes from {source.link(match, catalog)}.")
    runs = catalog.lifetimes(site.wording, site.repo) if site.wording else ()
    if runs:
        told = versions.told(runs, catalog.releases(site.repo))
        parts.append(f"The message {code_span(quote.shorten(site.wording or '', 160))} is in {name} {told}.")
    parts.append(sections.related(_beside(site, catalog), where))
    return "\n\n".join(part for part in parts if part)


def _beside(site: Site, catalog: Catalog) -> list[Record]:
    """Give records that strike in the same file, then others of the same crate."""
    spoken = [record for record in catalog.records if record.spoken]
    same_file = [r for r in spoken if any(each.path == site.path for each in catalog.sites_of(r))]
    same_crate = [r for r in spoken if r.facts.crate == site.crate and r not in same_file]
    return [*same_file, *same_crate][:_MOST]
