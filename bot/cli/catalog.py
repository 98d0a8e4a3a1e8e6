"""``burnerr catalog``: what is known, built, checked, compared and exchanged; one module a command."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

# command: (module, name in it, what it does). The words stand here so that --help imports no command.
COMMANDS: Final = {
    "check": ("bot.cli.catalog_check", "check", "Check every record by every rule."),
    "new": ("bot.cli.catalog_new", "new", "Draft a record for a message or site, facts filled in."),
    "build": ("bot.cli.catalog_build", "build", "Extract the sites of every release from git."),
    "diff": ("bot.cli.catalog_diff", "diff", "Tell what two extractions differ in."),
    "import": ("bot.cli.catalog_import", "import_", "Take records from documents into a directory."),
    "export": ("bot.cli.catalog_export", "export", "Write records as documents."),
}


class _Lazy(click.Group):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order one needs them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; ``None`` for a name that isn't one."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, name, _ = COMMANDS[cmd_name]
        command = getattr(import_module(module), name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}.{name} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list for ``--help`` from the table alone."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, _, what) in COMMANDS.items()])


@click.group(cls=_Lazy)
def catalog() -> None:
    """Build, check, compare and exchange what is known."""
