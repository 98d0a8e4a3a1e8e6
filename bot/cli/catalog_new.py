"""``burnerr catalog new``: a draft of a record, its facts filled in."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.catalog.draft import draft, find_sites, nearest
from bot.catalog.load import RECORDS, load_catalog
from bot.cli.catalog_options import extra_option, problems_told


@click.command()
@click.argument("asked")
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False),
    default=RECORDS,
    help="Write the draft below another directory than our records.",
)
@click.option("--print", "to_screen", is_flag=True, help="Print the draft, write nothing.")
@extra_option
def new(asked: str, records: Path, to_screen: bool, extra: Path | None) -> None:
    """Draft a record for ASKED: a site's id, a wording as Rust writes it, or a message as it was printed."""
    with problems_told():
        catalog = load_catalog(extra)
    sites = find_sites(asked, catalog)
    if not sites:
        near = "".join(f"\n  {text}" for text in nearest(asked, catalog))
        raise click.ClickException(f"no known site says that. Nearest wordings:{near}")
    held = [record.slug for record in catalog.records if set(sites) & set(catalog.sites_of(record))]
    made = draft(sites, catalog, secrets.token_hex(8), datetime.now(UTC).date().isoformat())
    if to_screen:
        click.echo(made.text, nl=False)
    else:
        path = records / made.file
        if path.exists():
            raise click.ClickException(f"{path} is there already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made.text, encoding="utf-8")
        click.echo(f"{path}: write its sections, take `draft: true` out, then run: burnerr catalog check")
    if held:
        click.echo(f"note: {', '.join(held)} has sites of these already; would it do?", err=True)
