"""``burnerr catalog export``: records as documents that others can take."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from bot.catalog.interchange import document
from bot.catalog.load import load_catalog
from bot.catalog.model import Record
from bot.cli.catalog_options import extra_option, problems_told


@click.command()
@click.argument("names", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write here, not to the screen.")
@click.option("--lines", is_flag=True, help="One document a line instead of a list.")
@click.option("--imported", is_flag=True, help="Only imported records, as they came (shadowed ones too).")
@extra_option
def export(names: tuple[str, ...], out: Path | None, lines: bool, imported: bool, extra: Path | None) -> None:
    """Write records as documents: all, or those named by slug or id (one alone comes without a list)."""
    with problems_told():
        catalog = load_catalog(extra)
    whole = list(catalog.records)
    if imported:
        whole = [record for record in (*whole, *catalog.shadowed) if record.imported is not None]
    chosen = list(_named(names, whole)) if names else whole
    documents = [document(record, catalog) for record in chosen]
    with click.open_file(str(out or "-"), "w", encoding="utf-8") as stream:
        if lines:
            stream.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in documents)
        else:
            data = documents[0] if len(names) == 1 and documents else documents
            stream.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def _named(names: tuple[str, ...], records: list[Record]) -> Iterator[Record]:
    known = {record.facts.id: record for record in records} | {record.slug: record for record in records}
    for name in names:
        record = known.get(name)
        if record is None:
            raise click.ClickException(f"no record has the slug or id {name}")
        yield record
