"""``push`` that touches ``.github/burnerr.yml``: it's read at once, and its problems are told on the commit.

On another branch than the default one it's also told that the file is good, so that a pull request from that
branch shows it. That needs no right beyond reading contents; branches of forks send us no push.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.github.errors import Later, Refused, Unclear
from bot.github.model import GitHub, Repo
from bot.store import notes
from bot.store.clock import now
from bot.store.deliveries import Job, Outcome, What
from bot.work.repository.model import PATH
from bot.work.repository.parse import RefusedFileError, parse
from bot.work.repository.settings import known_names, reread
from bot.work.tools import Tools, repo_of
from bot.work.turn import InLine
from bot.work.unclear import MayStand, seconds_to_look_again
from bot.work.writing import writing

MOST_TOLD: Final = 20
TOLD: Final = "told:"  # begins the key of a note that a commit was commented on
READ: Final = "the settings were read again"


def tell_about_settings(tools: Tools, job: Job) -> Outcome:
    """Read the file of a push, and say on its commit what is to be said, once."""
    payload, repo = job.delivery.payload, repo_of(job.delivery)
    github, sha = tools.github(payload), str(payload["after"])
    if _is_default(payload):
        problems = reread(tools, github, repo).problems
        if not problems:
            return Outcome(What.NOTED, READ)
    else:
        found = _problems_at(tools, github, repo, sha)
        if found is None:
            return Outcome(What.SILENT, "the file isn't in that commit")
        problems = found
    return _tell(tools, job, github, repo, sha, _text(problems, in_force=_is_default(payload)))


def _is_default(payload: dict[str, Any]) -> bool:
    branch = (payload.get("repository") or {}).get("default_branch")
    return bool(branch) and payload["ref"] == f"refs/heads/{branch}"


def _problems_at(tools: Tools, github: GitHub, repo: Repo, sha: str) -> tuple[tuple[int, str], ...] | None:
    file = github.read_file(repo, PATH, ref=sha)
    if file is None:
        return None
    try:
        parse(file.text, known_names(tools.catalog))
    except RefusedFileError as refused:
        return tuple((each.line, each.what) for each in refused.problems)
    return ()


def _text(problems: Sequence[tuple[int, str]], *, in_force: bool) -> str:
    if not problems:
        return f"`{PATH}` is valid."
    lines = [f"- line {line}: {what}" for line, what in problems[:MOST_TOLD]]
    if len(problems) > MOST_TOLD:
        lines.append(f"- and {len(problems) - MOST_TOLD} more")
    stays = " What it said before stays in force." if in_force else ""
    return "\n".join([f"`{PATH}` can't be used.{stays}", "", *lines])


def _tell(tools: Tools, job: Job, github: GitHub, repo: Repo, sha: str, text: str) -> Outcome:
    key = f"{TOLD}{repo.id}:{sha[:20]}"
    with tools.engine.connect() as connection:
        told = notes.read(connection, key)
    if told is True:
        return Outcome(What.UNCHANGED, "that was told on this commit already", text)
    try:
        with writing(tools, job) as mine:
            if not github.commit_comments(repo, sha):
                _let_end(tools, job, told)
                mine.about_to_write()
                _note(tools, key, when=True)
                github.comment_on_commit(repo, sha, text)
    except Unclear as unclear:
        raise MayStand(str(unclear)) from unclear
    except Later:  # nothing was done
        _note(tools, key, when=False)
        raise
    except Refused as refused:
        # The file's problems are kept in the store as well, for those who look after the server.
        return Outcome(What.SILENT, f"can't comment on a commit: {refused.reason}", text)
    with tools.engine.begin() as connection:
        notes.write(connection, key, True, now(connection))
    return Outcome(What.CREATED, "told on the commit", text)


def _let_end(tools: Tools, job: Job, tried_at: float | None) -> None:
    """A comment that was tried and isn't there may come yet. Raises `InLine` until it can't any more."""
    with tools.engine.connect() as connection:
        seconds = seconds_to_look_again(connection, tried_at, tools.settings, job.tries)
    if seconds > 0:
        raise InLine(seconds, job.write_at)


def _note(tools: Tools, key: str, *, when: bool) -> None:
    """Write down ``when`` a comment is tried, or that none is under way."""
    with tools.engine.begin() as connection:
        at = now(connection)
        notes.write(connection, key, at if when else None, at)
