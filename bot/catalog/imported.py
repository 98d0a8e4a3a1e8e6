"""Records that an operator imported: documents in a directory of theirs, kept beside our records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bot.catalog.document import Document
from bot.catalog.fit import Fit
from bot.catalog.interchange import read_documents, record_of
from bot.catalog.invented import invented
from bot.catalog.model import Record
from bot.catalog.problem import CatalogError, Problem
from bot.catalog.record_sites import crate_of, sites_of
from bot.catalog.sites import Sites
from bot.catalog.symbols import load_symbols


def read_imported(directory: Path, ours: Sequence[Record], sites: Sites) -> tuple[list[Record], list[Record]]:
    """Read the imported records of ``directory``: those to use, and those whose id a record of ours has.

    An analysis that doesn't fit its message isn't spoken, nor is one whose wording a record of ours claims:
    ours, which is checked, speaks. A slug that is taken gets the id's first digits. Raises ``CatalogError``
    for files that aren't documents, and for an id twice.
    """
    ids = {key: record for record in ours for key in (record.facts.id, *record.facts.old_ids)}
    slugs = {key for record in ours for key in (record.slug, *record.facts.old_slugs)}
    claims = {wording.text: record.slug for record in ours for wording in record.facts.wordings}
    judge: _Judge | None = None
    seen: dict[str, str] = {}
    used: list[Record] = []
    shadowed: list[Record] = []
    for file, found in _documents(directory):
        key = found.record.id
        if key in seen:
            say = f"{key} is the id of a record in {seen[key]} too; keep one of the two"
            raise CatalogError([Problem(file, 0, "record.id", say)])
        seen[key] = file
        if key in ids:
            say = f"has the id of “{ids[key].slug}”, which is checked and used in its place"
            shadowed.append(_unspoken(record_of(found, sites, file=file), say))
            continue
        slug = found.record.slug[:80].strip("-")
        slug = f"{slug[:71].strip('-')}-{key[:8]}" if slug in slugs else slug
        slugs.add(slug)
        judge = judge or _Judge(ours, sites)
        used.append(judge.marked(_beside(record_of(found, sites, slug, file), claims)))
    return used, shadowed


def _beside(record: Record, claims: dict[str, str]) -> Record:
    """Mark a record whose wording one of ours claims."""
    for wording in record.facts.wordings:
        if wording.text in claims:
            return _unspoken(
                record, f"has a wording of “{claims[wording.text]}”, which is checked and speaks"
            )
    return record


class _Judge:
    """Marks records whose analysis isn't to be trusted. Made only where records are imported: it costs."""

    def __init__(self, ours: Sequence[Record], sites: Sites) -> None:
        self._sites = sites
        self._fit = Fit(ours, sites)
        self._symbols = load_symbols()

    def marked(self, record: Record) -> Record:
        """Give the record, with a concern for each reason not to speak it."""
        judgement = self._fit.judge(record)
        if not judgement.fits:
            record = _unspoken(record, judgement.why)
        if any(w.needs_place for w in record.facts.wordings) and not sites_of(record, self._sites):
            record = _unspoken(record, "its text means something at its place only, and none is known")
        unknown = invented(record, self._symbols)
        if unknown:
            record = _unspoken(record, f"the analysis names what no release defines: {', '.join(unknown)}")
        return record


def _unspoken(record: Record, why: str) -> Record:
    return record.model_copy(update={"spoken": False, "concerns": (*record.concerns, why)})


def _documents(directory: Path) -> Iterator[tuple[str, Document]]:
    for path in sorted([*directory.rglob("*.json"), *directory.rglob("*.jsonl")]):
        file = path.relative_to(directory).as_posix()
        for found in read_documents(path.read_text(encoding="utf-8"), file):
            yield file, found


def keep(documents: Iterable[Document], directory: Path) -> list[Path]:
    """Write documents below ``directory``, each as ``<crate>/<slug>.json``, and give their files.

    A document with an id that is there is replaced; one with the same slug but another id is left, and the
    new file gets the id's first digits.
    """
    there = {found.record.id: file for file, found in _documents(directory)} if directory.is_dir() else {}
    return [_keep(found, directory, there.get(found.record.id, "")) for found in documents]


def _keep(found: Document, directory: Path, there: str) -> Path:
    source = found.record
    if there.endswith(".json"):
        path = directory / there
    else:
        crate = crate_of(source.file_path) if source.file_path else source.repo.split("/")[-1]
        path = directory / _safe(crate) / f"{source.slug[:80].strip('-')}.json"
        if path.exists():
            path = path.with_name(f"{source.slug[:71].strip('-')}-{source.id[:8]}.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found.model_dump(by_alias=True), ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def _safe(crate: str) -> str:
    """Give a directory name for a crate that a document tells (it may tell anything)."""
    return "".join(c if c.isalnum() or c in "-_" else "-" for c in crate)[:64] or "other"
