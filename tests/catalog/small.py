"""A small catalogue for tests: one record, one site, a few releases."""

from __future__ import annotations

from bot.catalog.catalog import Catalog
from bot.catalog.model import Lines, Site, SiteKind
from bot.catalog.record_file import RecordFile, parse_record
from bot.catalog.sites import Sites
from tests.catalog.example import RECORD

WORDING = "Node {:?} is needed but never checkpointed"
PATH = "crates/burn-autodiff/src/checkpoint/builder.rs"
FILE = "burn-autodiff/never-checkpointed.md"
RELEASES = ("v0.13.0", "v0.14.0", "v0.15.0", "v0.20.1", "v0.21.0", "main")


def site(
    wording: str | None = WORDING,
    path: str = PATH,
    function: str = "Builder::build",
    runs: tuple[tuple[str, str, int], ...] = (("v0.13.0", "v0.14.0", 99), ("v0.15.0", "main", 101)),
) -> Site:
    """Make a site of burn-autodiff; its id follows from where it is and what it says."""
    crate = path.split("/")[1]
    key = f"{abs(hash((wording, path, function))):016x}"[:16]
    lines = tuple(Lines(*run) for run in runs)
    return Site(key, "tracel-ai/burn", crate, path, function, SiteKind.PANIC, wording, True, lines)


def sites(*found: Site) -> Sites:
    """Make an index of sites (by default of the one above)."""
    return Sites(found or (site(),), {"tracel-ai/burn": RELEASES})


def file(text: str = RECORD, name: str = FILE) -> RecordFile:
    """Read a record file."""
    return parse_record(text, name)


def catalog(*files: RecordFile, index: Sites | None = None) -> Catalog:
    """Make a catalogue of record files (by default the example)."""
    return Catalog([part.record for part in files or (file(),)], index or sites())
