"""The lines of Burn's source around a place, where the operator keeps a checkout of it.

None of that source is in this project: without a checkout there is a link and nothing else.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import structlog

from bot.catalog.commits import commit_of
from bot.catalog.shown_place import ShownPlace

REPO = "tracel-ai/burn"
_PATIENCE = 2.0  # seconds; reading one file of a local repository takes milliseconds
_ABOVE, _BELOW = 12, 12  # lines
_LARGEST = 2_000_000  # bytes
_REVISION = re.compile(r"v\d[\w.-]{0,40}|[0-9a-f]{10,40}")
_PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*")
# Nothing is fetched, asked for or written; a file that isn't there is simply not shown.
_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a file: the code, the number of its first line, and the line that raises the error."""

    code: str
    first: int
    line: int


class Checkout:
    """A Git directory (bare or with a work tree) of Burn. Files read from it are kept in memory."""

    def __init__(self, git_dir: Path) -> None:
        self._git_dir = git_dir
        self._read = lru_cache(maxsize=256)(self._show)

    def excerpt(self, place: ShownPlace) -> Excerpt | None:
        """The lines around ``place``; ``None`` where the checkout doesn't tell them."""
        revision = commit_of(place.repo, place.tag) or place.tag
        if place.repo != REPO or not place.line:
            return None
        if not _REVISION.fullmatch(revision) or not _PATH.fullmatch(place.path):
            return None
        try:
            lines = self._read(revision, place.path)
        except (OSError, subprocess.SubprocessError) as error:  # not kept: the next reader tries again
            _log.warning("source not read", revision=revision, path=place.path, error=str(error))
            return None
        if not 0 < place.line <= len(lines):
            return None
        first = max(1, place.line - _ABOVE)
        return Excerpt("\n".join(lines[first - 1 : place.line + _BELOW]), first, place.line)

    def _show(self, revision: str, path: str) -> tuple[str, ...]:
        command = ["git", "-C", str(self._git_dir), "show", "--no-textconv", f"{revision}:{path}"]
        done = subprocess.run(  # noqa: S603  no shell; both parts were checked against their patterns
            command,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
            env={**_ENVIRONMENT, "PATH": os.environ.get("PATH", os.defpath)},
        )
        if done.returncode != 0 or len(done.stdout) > _LARGEST:
            return ()
        return tuple(done.stdout.decode("utf-8", "replace").splitlines())
