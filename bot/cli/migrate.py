"""``burnerr migrate``: the tables as this version wants them."""

from __future__ import annotations

import click
from sqlalchemy.exc import SQLAlchemyError

from bot.cli.setting_errors import settings_or_exit
from bot.work.engine import prepare


@click.command()
def migrate() -> None:
    """Bring the database's tables up to date.

    Safe to run again, and from several places at once. ``serve`` and ``worker`` do it by themselves.
    """
    settings = settings_or_exit("release")
    try:
        prepare(settings)
    except OSError as error:
        raise click.ClickException(
            f"the data folder can't be used ({error}); name another with BURNERR_DATA_DIR"
        ) from None
    except SQLAlchemyError as error:
        # The driver's own words, without the statement and its values.
        reason = getattr(error, "orig", None) or type(error).__name__
        raise click.ClickException(
            f"the database can't be used ({reason}); look at BURNERR_DATABASE_URL and whether it runs"
        ) from None
    click.echo("The tables are up to date.")
