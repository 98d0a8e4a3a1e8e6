"""The messages of a record and the releases in which each of them lived."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from bot.catalog.catalog import Catalog
from bot.catalog.lifetimes import lifetimes
from bot.catalog.model import Record, Wording
from bot.catalog.record_sites import sites_saying
from bot.catalog.versions import MAIN
from bot.web.timeline import Bar, timeline

_DRAWN = 16  # bars; a longer picture says less, and the table has them all
_MOST_KIN = 12
_NAMES = {"tracel-ai/burn": "Burn", "tracel-ai/cubecl": "CubeCL", "tracel-ai/burn-onnx": "burn-onnx"}


@dataclass(frozen=True, slots=True)
class WordingRow:
    """One wording, the runs of releases it lived in (also as words), and what else is known of its origin."""

    text: str
    runs: tuple[tuple[str, str], ...]
    lived: tuple[str, ...]
    origin: str


def wording_rows(record: Record, catalog: Catalog) -> tuple[WordingRow, ...]:
    """Every wording of a record, in the record's order."""
    return tuple(_row(wording, catalog, record.facts.repo) for wording in record.facts.wordings)


def kindred_rows(record: Record, catalog: Catalog) -> tuple[WordingRow, ...]:
    """Wordings that a record doesn't name, but that one of its own was before or became; oldest first."""
    own = {wording.text for wording in record.facts.wordings}
    families = (catalog.wording_family(w.text) for w in record.facts.wordings if not w.external)
    kin = dict.fromkeys(text for family in families for text in family if text not in own)
    rows = (_row(Wording(text=text), catalog, record.facts.repo) for text in kin)
    return tuple(row for row in rows if row.runs)[:_MOST_KIN]


def picture(record: Record, rows: tuple[WordingRow, ...], catalog: Catalog) -> Markup | None:
    """The timeline of a record's wordings; of its places where no wording tells. ``None`` without either."""
    bars = [Bar(row.text, row.runs) for row in rows if row.runs][:_DRAWN]
    if not bars and (runs := catalog.record_lifetimes(record)):
        bars = [Bar("at its places in the source", runs)]
    if not bars:
        return None
    repo = record.facts.repo
    return timeline(catalog.releases(repo), bars, f"Releases of {_NAMES.get(repo, repo)} with each message")


def span(first: str, last: str) -> str:
    """A range of releases in words: ``v0.14.0 to v0.18.0``, ``since v0.17.0``, ``v0.9.0``, ``main``."""
    if first == last:
        return first
    return f"since {first}" if last == MAIN else f"{first} to {last}"


def _row(wording: Wording, catalog: Catalog, repo: str) -> WordingRow:
    # A family's pattern stands nowhere word for word; the texts it covers tell its releases.
    sites = (site for site in sites_saying(wording, catalog.sites) if site.repo == repo)
    runs = () if wording.external else lifetimes(sites, catalog.releases(repo))
    notes = [_origin(wording, bool(runs)), *_changes(wording, catalog, repo)]
    return WordingRow(
        wording.text, runs, tuple(span(*run) for run in runs), "; ".join(note for note in notes if note)
    )


def _origin(wording: Wording, has_lived: bool) -> str:
    if wording.external == "other":
        return f"not raised by Burn: {wording.source}"
    if wording.external:
        return f"raised by {wording.external}, not by Burn"
    if wording.commit and not has_lived:
        return f"known from commit {wording.commit[:10]}"
    return ""


def _changes(wording: Wording, catalog: Catalog, repo: str) -> tuple[str, ...]:
    """What befell the very text: reworded with a release, moved to another crate."""
    told: list[str] = []
    for change in catalog.lineage(wording.text):
        if change.repo != repo:
            continue
        if change.kind == "moved" and change.old == wording.text:
            told.append(f"moved from {change.crate} to {change.new_crate} with {change.tag}")
        elif change.kind == "reworded" and change.old == wording.text:
            told.append(f"reworded with {change.tag}")
        elif change.kind == "reworded" and change.new == wording.text:
            told.append(f"took an older wording's place with {change.tag}")
    return tuple(dict.fromkeys(told))[:4]
