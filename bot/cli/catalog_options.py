"""Options and messages that the commands of ``burnerr catalog`` share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from bot.catalog.problem import CatalogError

extra_option = click.option(
    "--extra",
    envvar="BURNERR_CATALOG_DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="A directory of further records [env: BURNERR_CATALOG_DIR].",
)


@contextmanager
def problems_told() -> Iterator[None]:
    """Turn a catalogue that can't be used into its problems, a line each, and status 1."""
    try:
        yield
    except CatalogError as error:
        raise click.ClickException(str(error)) from None
