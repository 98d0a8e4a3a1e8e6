"""``burnerr``: one module a command, imported only when that command runs."""

from __future__ import annotations

from typing import Final

import click

from bot import __version__
from bot.cli.lazy import LazyGroup

# command: (module, name in it, what it does). The words stand here so that --help imports no command.
COMMANDS: Final = {
    "demo": ("bot.cli.demo", "demo", "See it work: four webhooks, and what the bot says to each."),
    "explain": ("bot.cli.explain", "explain", "Explain the Burn errors in a log, a file or a text."),
    "serve": ("bot.cli.serve", "serve", "Run all of it: web and worker, database embedded."),
    "setup": ("bot.cli.setup", "setup", "Open the pages on which the GitHub App is made."),
    "worker": ("bot.cli.worker", "worker", "Run the worker alone, beside gunicorn."),
    "migrate": ("bot.cli.migrate", "migrate", "Bring the database's tables up to date."),
    "backfill": (
        "bot.cli.backfill",
        "backfill",
        "Report what would be said of issues that are there already.",
    ),
    "doctor": ("bot.cli.doctor", "doctor", "Say whether a set-up is well, and what to do."),
    "replay": ("bot.cli.replay", "replay", "Sign a stored payload and send it to a server."),
    "action": (
        "bot.cli.action",
        "action",
        "Answer an event inside a GitHub Actions workflow, without a server.",
    ),
    "deliveries": (
        "bot.cli.deliveries",
        "deliveries",
        "Show webhook deliveries; retry or drop those that failed.",
    ),
    "data": ("bot.cli.data", "data", "Give out, or delete, what is kept of a repository."),
    "feedback": ("bot.cli.feedback", "feedback", "Show votes on answers; let reviewed records speak again."),
    "config": ("bot.cli.config", "config", "Check a repository's .github/burnerr.yml, or print its schema."),
    "catalog": ("bot.cli.catalog", "catalog", "Build, check, compare and exchange what is known."),
}


@click.group(cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="burnerr")
def main() -> None:
    """Answer known errors of the Burn framework in GitHub issues, once each, and stay silent when unsure."""
