"""The line on versions: what the report runs, in which releases the message lives, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answer import quote, spans
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.catalog.sites import fold
from bot.catalog.versions import MAIN, is_release
from bot.recognize.model import BurnVersion, Match, Verdict

_LOG = "your log has"
_SOURCES = {  # by ``BurnVersion.source``
    "panic path": _LOG,
    "path in the log": _LOG,
    "commit in the path": _LOG,
    "lockfile": "the `Cargo.lock` in your report has",
    "Cargo.toml": "the `Cargo.toml` in your report has",
    "cargo tree": "your `cargo tree` has",
    "text": "your text says",
    "commit in the text": "your text says",
    "repository lockfile": "this repository's `Cargo.lock` has",
    "repository manifest": "this repository's `Cargo.toml` has",
}
_MOST_RUNS = 3

Run = tuple[str, str]


def line(match: Match, record: Record, verdict: Verdict, catalog: Catalog) -> str:
    """Return the line (Markdown), or nothing where neither the report nor the sources tell anything."""
    tag = reader_tag(verdict, catalog)
    parts = [
        _reported(match, verdict.burn_version),
        *_life(match, record, catalog),
        fix(record, tag),
    ]
    told = [part for part in parts if part]
    return f"**Versions:** {' · '.join(told)}" if told else ""


def reader_tag(verdict: Verdict, catalog: Catalog) -> str | None:
    """Return the release of Burn that the report runs, as a tag."""
    version = verdict.burn_version
    return spans.tag_of(version.value, catalog.releases("tracel-ai/burn")) if version else None


def runs_of(match: Match, record: Record, catalog: Catalog) -> tuple[Run, ...]:
    """Return the runs of releases that have the message of a match; empty where no source has it.

    Wordings that differ only in the names of their holes print the same and count as one.
    """
    if match.wording is None:
        return ()
    repo, same = _repo(match, record), fold(match.wording)
    own = [match.site.wording] if match.site and match.site.wording else []
    listed = [wording.text for wording in record.facts.wordings]
    texts = {match.wording, *(text for text in (*own, *listed) if fold(text) == same)}
    return _joined([run for text in texts for run in catalog.lifetimes(text, repo)], catalog.releases(repo))


def _joined(runs: Sequence[Run], releases: Sequence[str]) -> tuple[Run, ...]:
    """Join runs that overlap or touch."""
    order = {tag: number for number, tag in enumerate(releases)}
    joined: list[tuple[int, int]] = []
    for first, last in sorted((order[first], order[last]) for first, last in runs):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple((releases[first], releases[last]) for first, last in joined)


def _repo(match: Match, record: Record) -> str:
    return match.site.repo if match.site else record.facts.repo


def told(runs: Sequence[Run], releases: Sequence[str]) -> str:
    """Return runs of releases in words: ``0.14.0 to 0.18.0``, ``since 0.13.0``."""
    shown = [_run(first, last, releases) for first, last in runs[-_MOST_RUNS:]]
    if len(runs) > _MOST_RUNS:
        shown.insert(0, "some older ones")
    return " and ".join(shown) if len(shown) < 3 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _run(first: str, last: str, releases: Sequence[str]) -> str:
    newest, oldest = releases[-1:] == (last,), releases[:1] == (first,)
    if newest and oldest:
        return "all releases"
    if newest:
        return f"{spans.plain(first)} and later"
    if oldest:
        return f"all releases up to {spans.plain(last)}"
    return spans.plain(first) if first == last else f"{spans.plain(first)} to {spans.plain(last)}"


def _reported(match: Match, version: BurnVersion | None) -> str:
    place = match.panic.place if match.panic else None
    crate = f"{place.crate} {place.version}" if place and place.crate and place.version else ""
    told = [f"{_LOG} {quote.value(crate)}"] if crate else []
    if version and (place is None or version.value != place.version):
        told.append(f"{_SOURCES.get(version.source, 'the report has')} Burn {quote.value(version.value)}")
    return ", ".join(told).replace(f", {_LOG}", " and")


def _life(match: Match, record: Record, catalog: Catalog) -> list[str]:
    releases = catalog.releases(_repo(match, record))
    runs = runs_of(match, record, catalog)
    what = "this message is in"
    if not runs:
        runs, what = catalog.record_lifetimes(record), "it can happen in"
    if not runs or any(tag not in releases for tag in runs[-1]):
        return []
    return [f"{what} {told(runs, releases)}", _afterwards(match, record, runs[-1][1], catalog)]


def _afterwards(match: Match, record: Record, last: str, catalog: Catalog) -> str:
    """Say what came after the last release with a message: other words for it, or nothing any more."""
    repo = _repo(match, record)
    releases = catalog.releases(repo)
    after = releases.index(last) + 1
    if after == len(releases):
        return ""
    begins = [
        max(after, releases.index(first))
        for wording in record.facts.wordings
        for first, end in catalog.lifetimes(wording.text, repo)
        if releases.index(end) >= after
    ]
    if begins:
        return f"reworded in {_release(releases[min(begins)])}"
    ends = [end for _, end in catalog.record_lifetimes(record)]
    if any(end not in releases or releases.index(end) >= after for end in ends):
        return ""
    return f"no longer raised since {_release(releases[after])}"


def fix(record: Record, tag: str | None) -> str:
    """Return what is known of a repair, for somebody on release ``tag``; empty where nothing is."""
    fixed_in = record.facts.fix.fixed_in if record.facts.fix else None
    if fixed_in is None:
        return ""
    if fixed_in == MAIN or not is_release(fixed_in):
        return "repaired in the newest source, not released yet"
    if tag is None:
        return f"repaired in {spans.plain(fixed_in)}"
    if spans.at_or_after(tag, fixed_in):
        return f"repaired in {spans.plain(fixed_in)}, which you have: this is another way into it"
    return f"**repaired in {spans.plain(fixed_in)}**, newer than yours"


def _release(tag: str) -> str:
    return "the newest source" if tag == MAIN else spans.plain(tag)
