"""A group of commands that imports a command's module only when that command is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """Knows its commands by a table, name: (module, name in it, what it does).

    The words stand in the table so that ``--help`` imports no command; the order is that of the help.
    """

    def __init__(self, *args: Any, table: Mapping[str, tuple[str, str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        del ctx  # click gives it
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; ``None`` for a name that isn't one."""
        del ctx  # click gives it
        if cmd_name not in self._table:
            return None
        module, name, _ = self._table[cmd_name]
        command = getattr(import_module(module), name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}.{name} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list for ``--help`` from the table alone."""
        del ctx  # click gives it
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, _, what) in self._table.items()])
