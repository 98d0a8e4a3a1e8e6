"""``burnerr action``: burnerr as a step of a GitHub Actions workflow, without a server."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Final

import click

from bot.cli.setting_errors import settings_or_exit
from bot.github.as_action import LOGIN, ActionGitHub
from bot.github.errors import GitHubError
from bot.github.model import Repo
from bot.settings import Settings
from bot.store.deliveries import Outcome
from bot.work.action import INSTALLATION, check_file, run_action
from bot.work.repository.model import PATH

LARGEST: Final = 26_214_400  # bytes; GitHub's own limit for an event
FILES: Final = frozenset({"push", "pull_request"})


@click.command()
@click.option("--login", default=LOGIN, show_default=True, help="Whose comments are ours: the token's user.")
def action(login: str) -> None:
    """Answer the event that a workflow was started by.

    Reads what GitHub Actions sets: GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, GITHUB_TOKEN and GITHUB_API_URL. On
    issues and issue_comment it does what the server does; on push and pull_request it checks
    .github/burnerr.yml. BURNERR_DEFAULT_MODE is `comment` here unless set.
    """
    os.environ.setdefault("BURNERR_DEFAULT_MODE", "comment")
    settings = settings_or_exit("release")
    event, document = _need("GITHUB_EVENT_NAME"), _event(Path(_need("GITHUB_EVENT_PATH")))
    address = os.environ.get("GITHUB_API_URL") or settings.github_api_url
    github = ActionGitHub(address, _need("GITHUB_TOKEN"), settings.github_timeout, login)
    try:
        if event in FILES:
            _check(settings, github, document)
        else:
            _tell(run_action(settings, github, event, document))
    except GitHubError as error:
        raise click.ClickException(f"GitHub: {error}") from None


def _need(name: str) -> str:
    value = os.environ.get(name, "")
    if not value:
        raise click.ClickException(
            f"{name} isn't set: this command is for a step of a GitHub Actions workflow."
        )
    return value


def _event(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST:
            raise click.ClickException(f"{path} is larger than any event")
        document = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{path} can't be read: {error}") from None
    if not isinstance(document, dict):
        raise click.ClickException(f"{path} holds no event")
    return document


def _check(settings: Settings, github: ActionGitHub, document: dict[str, Any]) -> None:
    """Say what is wrong in the settings file of the commit that the workflow runs on, as annotations."""
    repository = document["repository"]
    repo = Repo(INSTALLATION, int(repository["id"]), str(repository["full_name"]))
    file = github.read_file(repo, PATH, ref=_need("GITHUB_SHA"))
    problems = check_file(settings, file.text) if file else ()
    for problem in problems:
        click.echo(f"::error file={PATH},line={problem.line}::{_one_line(problem.what)}")
    if problems:
        sys.exit(1)
    click.echo(f"{PATH} is valid." if file else f"There is no {PATH}.")


def _one_line(text: str) -> str:
    """As a workflow command takes it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _tell(outcome: Outcome) -> None:
    reason = f": {outcome.reason}" if outcome.reason else ""
    # What it rests on comes from a report, and a line of it could be taken for a workflow command.
    click.echo(f"{outcome.what.value}{reason}".replace("::", ": :").replace("\n", " "))
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary and outcome.body:
        with Path(summary).open("a", encoding="utf-8") as page:
            page.write(f"{outcome.what.value}{reason}\n\n{outcome.body}\n")
