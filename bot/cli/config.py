"""``burnerr config``: a repository's settings file, checked or described."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from bot.catalog.load import load_catalog
from bot.work.repository.model import PATH
from bot.work.repository.parse import RefusedFileError, parse
from bot.work.repository.schema import schema_text
from bot.work.repository.settings import known_names


@click.group()
def config() -> None:
    """Check a repository's .github/burnerr.yml, or print its JSON schema."""


@config.command()
@click.argument("file", type=click.File("r", encoding="utf-8"), default=PATH)
def check(file: TextIO) -> None:
    """Say what is wrong in FILE (.github/burnerr.yml unless given; - is standard input); 1 if anything is."""
    try:
        parse(file.read(), known_names(load_catalog()))
    except RefusedFileError as refused:
        for problem in refused.problems:
            click.echo(f"{file.name}:{problem.line}: {problem.what}")
        sys.exit(1)
    except UnicodeDecodeError:
        raise click.ClickException(f"{file.name} isn't text in UTF-8") from None
    click.echo(f"{file.name} is valid.")


@config.command()
def schema() -> None:
    """Print the JSON schema of the file, for editors."""
    click.echo(schema_text(), nl=False)
