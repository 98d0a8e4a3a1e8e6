"""Wrong settings, told on the terminal instead of as a traceback."""

from __future__ import annotations

import click

from bot.settings import Role, Settings, SettingsError, load_settings


def settings_or_exit(role: Role) -> Settings:
    """The settings for ``role``; where they don't do, the command ends with every problem told."""
    try:
        return load_settings(role)
    except SettingsError as error:
        raise click.ClickException(str(error)) from None
