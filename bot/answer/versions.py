"""The line on versions: what the report runs, in which releases the message lives, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answer import quote, sections, spans
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.catalog.sites import fold
from bot.catalog.versions import MAIN, burn_of, is_release
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
BURN = "tracel-ai/burn"
_MOST_RUNS = 3

Run = tuple[str, str]


def line(match: Match, record: Record, verdict: Verdict, catalog: Catalog) -> str:
    """Return the line (Markdown), or nothing where neither the report nor the sources tell anything."""
    tag = reader_tag(match, verdict)
    parts = [_reported(match, verdict.burn_version), *_life(match, record, catalog)]
    repair = fix(record, tag)
    if repair and not (tag and spans.at_or_after(tag, _fixed_in(record))):
        repair = f"**{repair}**"
    told = [part for part in (*parts, repair) if part]
    return f"**Versions:** {' · '.join(told)}" if told else ""


def reader_tag(match: Match, verdict: Verdict) -> str | None:
    """Return the release of Burn that the report runs, as a tag; by its CubeCL where no more is told."""
    if verdict.burn_version:
        return spans.tag_of(verdict.burn_version.value)
    fitting = _burn_of(match)
    return fitting[-1] if fitting else None


def runs_of(match: Match, record: Record, catalog: Catalog, repo: str) -> tuple[Run, ...]:
    """Return the runs of releases of ``repo`` that have the message of a match; empty where none has it.

    Wordings that differ only in the names of their holes print the same and count as one.
    """
    if match.wording is None:
        return ()
    same = fold(match.wording)
    others = (*catalog.wording_family(match.wording), *(w.text for w in record.facts.wordings))
    texts = {match.wording, *(text for text in others if fold(text) == same)}
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


def told(runs: Sequence[Run], releases: Sequence[str]) -> str:
    """Return runs of releases in words: ``0.14.0 to 0.18.0``, ``since 0.13.0``."""
    shown = [_run(first, last, releases) for first, last in runs[-_MOST_RUNS:]]
    if len(runs) > _MOST_RUNS:
        shown.insert(0, "some older ones")
    return " and ".join(shown) if len(shown) < 3 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _run(first: str, last: str, releases: Sequence[str]) -> str:
    newest, oldest = releases[-1:] == (last,), releases[:1] == (first,)
    if first == MAIN:
        return "the newest source only"
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
    said = ", ".join(told).replace(f", {_LOG}", " and")
    fitting = () if version else _burn_of(match)
    return f"{said} (part of Burn {_span(fitting)})" if fitting else said


def _span(tags: Sequence[str]) -> str:
    return " to ".join(dict.fromkeys(spans.plain(tag) for tag in (tags[0], tags[-1])))


def _burn_of(match: Match) -> tuple[str, ...]:
    """Return the releases of Burn that stand on the CubeCL which a log names."""
    place = match.panic.place if match.panic else None
    if place is None or not place.version or not (place.crate or "").startswith("cubecl"):
        return ()
    return burn_of(f"v{place.version}")


def _life(match: Match, record: Record, catalog: Catalog) -> list[str]:
    """Say in which releases the message is, by the repository of its site, and what came after."""
    own = match.site.repo if match.site else record.facts.repo
    repos = [
        repo for repo in dict.fromkeys((own, record.facts.repo)) if runs_of(match, record, catalog, repo)
    ]
    if not repos:
        runs, releases = catalog.record_lifetimes(record), catalog.releases(record.facts.repo)
        if not runs or runs[-1][1] not in releases:
            return []
        return [f"it can happen in {told(runs, releases)}{_of(record.facts.repo)}"]
    lives = [
        f"{told(runs_of(match, record, catalog, repo), catalog.releases(repo))}{_of(repo)}" for repo in repos
    ]
    after = _afterwards(match, record, catalog, repos[-1])
    return [f"this message is in {' and '.join(lives)}", after]


def _of(repo: str) -> str:
    return "" if repo == BURN else f" of {sections.name_of(repo)}"


def _afterwards(match: Match, record: Record, catalog: Catalog, repo: str) -> str:
    """Say what came after the last release with a message: other words for it, or nothing any more."""
    releases = catalog.releases(repo)
    after = releases.index(runs_of(match, record, catalog, repo)[-1][1]) + 1
    if after == len(releases):
        return ""
    known = (w.text for w in record.facts.wordings)
    begins = [
        max(after, releases.index(first))
        for text in {*known, *catalog.wording_family(match.wording or "")}
        for first, end in catalog.lifetimes(text, repo)
        if releases.index(end) >= after
    ]
    if begins:
        return f"reworded in {_release(releases[min(begins)])}"
    if catalog.still_raised(record):
        return ""  # elsewhere: in another text, or in the repository that the code moved to
    ends = [end for _, end in catalog.record_lifetimes(record)]
    if any(end not in releases or releases.index(end) >= after for end in ends):
        return ""
    return f"no longer raised since {_release(releases[after])}"


def _fixed_in(record: Record) -> str:
    return (record.facts.fix.fixed_in if record.facts.fix else None) or ""


def fix(record: Record, tag: str | None) -> str:
    """Return what is known of a repair, for somebody on release ``tag``; empty where nothing is."""
    fixed_in = _fixed_in(record)
    if not fixed_in:
        return ""
    if fixed_in == MAIN or not is_release(fixed_in):
        return "repaired in the newest source, not released yet"
    if tag is None:
        return f"repaired in {spans.plain(fixed_in)}"
    if spans.at_or_after(tag, fixed_in):
        return f"repaired in {spans.plain(fixed_in)}, which you have: this is another way into it"
    return f"repaired in {spans.plain(fixed_in)}, newer than yours"


def _release(tag: str) -> str:
    return "the newest source" if tag == MAIN else spans.plain(tag)
