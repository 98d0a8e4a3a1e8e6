"""Loading: our records and sites, and the records of a directory that the operator names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bot.catalog.catalog import Catalog
from bot.catalog.collection import no_collection
from bot.catalog.imported import read_imported
from bot.catalog.model import Record
from bot.catalog.problem import CatalogError, Problem
from bot.catalog.record_file import RecordFile, is_draft, parse_record
from bot.catalog.sites import Sites, load_sites

RECORDS = Path(__file__).parent / "records"


def load_catalog(
    extra: Path | None = None, *, records: Path = RECORDS, sites: Sites | None = None
) -> Catalog:
    """Load everything that is known; ``extra`` is a directory of further records (Markdown, imported JSON).

    ``records`` and ``sites`` stand in for our own.

    Raises ``CatalogError`` listing every problem of every file: wrong front matter or sections, an id or slug
    used twice. Drafts are left out.
    """
    with no_collection():
        return assemble([part.record for part in read_records(records)], extra, sites)


def assemble(ours: Sequence[Record], extra: Path | None = None, sites: Sites | None = None) -> Catalog:
    """Make a catalogue of records of ours that are read already; the rest as in ``load_catalog``."""
    sites = load_sites() if sites is None else sites
    if extra is not None:
        ours = [*ours, *(part.record for part in read_records(extra))]
    _refuse_doubles(ours)
    used, shadowed = read_imported(extra, ours, sites) if extra is not None else ([], [])
    return Catalog([*ours, *used], sites, shadowed)


def read_records(directory: Path) -> list[RecordFile]:
    """Read the records of ``directory``, drafts left out.

    Raises ``CatalogError`` with the problems of all files.
    """
    files: list[RecordFile] = []
    problems: list[Problem] = []
    for path, text in record_texts(directory):
        if is_draft(text):
            continue
        try:
            files.append(parse_record(text, path.relative_to(directory).as_posix()))
        except CatalogError as error:
            problems += error.problems
    if problems:
        raise CatalogError(problems)
    return files


def record_texts(directory: Path) -> Iterator[tuple[Path, str]]:
    """Yield each record file of ``directory`` with its text, in the order of paths; not guides (in capitals).

    Raises ``CatalogError`` when the directory isn't there or a file isn't UTF-8.
    """
    if not directory.is_dir():
        raise CatalogError(
            [Problem(str(directory), 0, "", "is no directory of records; make it, or name another")]
        )
    for path in sorted(directory.rglob("*.md")):
        if path.stem.isupper():
            continue
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise CatalogError([Problem(str(path), 0, "", "is not UTF-8; save it so")]) from None


def _refuse_doubles(records: Iterable[Record]) -> None:
    ids: dict[str, str] = {}
    slugs: dict[str, str] = {}
    problems: list[Problem] = []
    for record in records:
        file = record.file or record.slug
        for key in (record.facts.id, *record.facts.old_ids):
            if ids.setdefault(key, file) != file:
                say = (
                    f"{key} is the id of {ids[key]} too; ids are never reused, give the newer record another"
                )
                problems.append(Problem(file, 0, "id", say))
        for key in (record.slug, *record.facts.old_slugs):
            if slugs.setdefault(key, file) != file:
                say = f"“{key}” is a slug of {slugs[key]} too; rename the newer file or drop the old slug"
                problems.append(Problem(file, 0, "slug", say))
    if problems:
        raise CatalogError(problems)
