"""Small catalogues made on the spot, for tests of one behaviour each."""

from __future__ import annotations

import hashlib

from bot.catalog.catalog import Catalog
from bot.catalog.model import (
    Basis,
    CauseClass,
    Facts,
    Lines,
    Prose,
    Record,
    Site,
    SiteKind,
    Spot,
    Wording,
)
from bot.catalog.sites import Sites
from bot.recognize.recognizer import Recognizer

RELEASES = ("v0.16.0", "v0.17.0", "v0.18.0", "v0.19.0", "main")


def record(
    slug: str,
    *wordings: str | Wording,
    spots: tuple[Spot, ...] = (),
    cascade_of: tuple[str, ...] = (),
    always_cascade: bool = False,
    spoken: bool = True,
) -> Record:
    """Make a record that has these wordings."""
    facts = Facts(
        id=hashlib.sha256(slug.encode()).hexdigest()[:16],
        title=slug.replace("-", " "),
        repo="tracel-ai/burn",
        crate="burn-ir",
        cause=CauseClass.BURN_BUG,
        wordings=tuple(w if isinstance(w, Wording) else Wording(text=w) for w in wordings),
        sites=spots,
        tags=("test",),
        cascade_of=cascade_of,
        always_cascade=always_cascade,
        bases=(Basis(solution=1, basis="a test"),),
        checked="v0.19.0",
        written="2026-01-01",
    )
    prose = Prose(meaning="m", trigger="t", situations="s", solutions=("Do it.",), prevention=("Don't.",))
    return Record(slug=slug, facts=facts, prose=prose, spoken=spoken)


def site(
    wording: str | None,
    path: str = "crates/burn-ir/src/handle.rs",
    kind: SiteKind = SiteKind.PANIC,
    function: str = "HandleContainer::get_handle",
    lines: tuple[Lines, ...] = (Lines("v0.17.0", "main", 91),),
) -> Site:
    """Make a site of Burn's."""
    seed = f"{path} {function} {kind} {wording} {lines}"
    crate = path.split("/src/", maxsplit=1)[0].rsplit("/", 1)[-1]
    site_id = hashlib.sha256(seed.encode()).hexdigest()[:16]
    return Site(site_id, "tracel-ai/burn", crate, path, function, kind, wording, True, lines)


def recognizer_of(*parts: Record | Site) -> Recognizer:
    """Make a recogniser that knows these records and sites."""
    records = [part for part in parts if isinstance(part, Record)]
    sites = [part for part in parts if isinstance(part, Site)]
    return Recognizer(Catalog(records, Sites(sites, {"tracel-ai/burn": RELEASES})))
