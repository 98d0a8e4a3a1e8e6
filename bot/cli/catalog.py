"""``burnerr catalog``: what is known, built, checked, compared and exchanged; one module a command."""

from __future__ import annotations

from typing import Final

import click

from bot.cli.lazy import LazyGroup

# command: (module, name in it, what it does). The words stand here so that --help imports no command.
COMMANDS: Final = {
    "check": ("bot.cli.catalog_check", "check", "Check every record by every rule."),
    "new": ("bot.cli.catalog_new", "new", "Draft a record for a message or site, facts filled in."),
    "build": ("bot.cli.catalog_build", "build", "Extract the sites of every release from git."),
    "diff": ("bot.cli.catalog_diff", "diff", "Tell what two extractions differ in."),
    "import": ("bot.cli.catalog_import", "import_", "Take records from documents into a directory."),
    "export": ("bot.cli.catalog_export", "export", "Write records as documents."),
}


@click.group(cls=LazyGroup, table=COMMANDS)
def catalog() -> None:
    """Build, check, compare and exchange what is known."""
