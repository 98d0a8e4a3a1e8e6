"""``burnerr catalog import``: documents of others, taken into a directory of the operator's."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bot.catalog.catalog import Catalog
from bot.catalog.document import Document
from bot.catalog.imported import keep
from bot.catalog.interchange import read_documents, record_of
from bot.catalog.load import load_catalog
from bot.cli.catalog_options import problems_told


@click.command("import")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--into",
    envvar="BURNERR_CATALOG_DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The directory to keep them in [env: BURNERR_CATALOG_DIR].",
)
def import_(sources: tuple[Path, ...], into: Path | None) -> None:
    """Take records from documents: JSON files with one, a list, or one a line (``-``: standard input).

    All are read before any is kept: one wrong document, and nothing is written.
    """
    if into is None:
        raise click.UsageError("Name a directory: --into DIR, or BURNERR_CATALOG_DIR in the environment.")
    with problems_told():
        sites = load_catalog().sites
        documents = [found for source in sources for found in read_documents(_text(source), str(source))]
        for found in documents:
            record_of(found, sites)
        into.mkdir(parents=True, exist_ok=True)
        keep(documents, into)
        catalog = load_catalog(into)
    for found in documents:
        click.echo(_told(found, catalog))


def _text(source: Path) -> str:
    try:
        return sys.stdin.read() if str(source) == "-" else source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{source} can't be read: {error}") from None


def _told(found: Document, catalog: Catalog) -> str:
    key = found.record.id
    kept = [*catalog.shadowed, *(record for record in catalog.records if record.imported is not None)]
    record = next(record for record in kept if record.facts.id == key)
    if record.spoken:
        return f"{key} {record.slug}: kept"
    return f"{key} {record.slug}: kept, but not spoken: {'; '.join(record.concerns)}"
