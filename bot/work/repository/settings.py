"""The settings in force in a repository: its file over its owner's, read every few minutes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import structlog
from pydantic import ValidationError

from bot.catalog.catalog import Catalog
from bot.github.model import File, GitHub, Repo
from bot.store import repo_settings
from bot.store.clock import now
from bot.store.repo_settings import Kept
from bot.work.repository.model import PATH, Mode, RepositorySettings
from bot.work.repository.parse import Known, RefusedFileError, parse
from bot.work.tools import Tools

FRESH: Final = 300.0  # seconds for which GitHub isn't asked again
Fetch = Callable[[str], File | None]
log = structlog.get_logger(__name__)


def settings_of(tools: Tools, github: GitHub, repo: Repo) -> RepositorySettings:
    """The settings in force. A file that can't be used leaves the last good one in force."""
    owner = repo.name.split("/", 1)[0].lower()

    def owners(etag: str) -> File | None:
        return github.read_owners_file(repo, PATH, etag=etag)

    general = _kept(tools, f"owner:{repo.installation_id}:{owner}", owners)
    own = _kept(tools, repo_settings.key_of(repo.id), lambda etag: github.read_file(repo, PATH, etag=etag))
    return _merged({**general.given, **own.given})


def reread(tools: Tools, github: GitHub, repo: Repo) -> Kept:
    """Read a repository's own file now, whatever is kept."""
    key = repo_settings.key_of(repo.id)
    return _kept(tools, key, lambda etag: github.read_file(repo, PATH, etag=etag), fresh=0.0)


def known_names(catalog: Catalog) -> Known:
    """The names that a file may use."""
    tags = {tag for record in catalog.records for tag in record.facts.tags}
    return Known({record.slug for record in catalog.records}, tags)


@lru_cache(maxsize=4)
def names_digest(catalog: Catalog) -> str:
    """16 hex digits of those names: what was refused for a missing one may be good with another catalogue."""
    known = known_names(catalog)
    told = "\n".join([*sorted(known.records), "", *sorted(known.tags)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _kept(tools: Tools, key: str, fetch: Fetch, fresh: float = FRESH) -> Kept:
    with tools.engine.begin() as connection:
        kept, at = repo_settings.find(connection, key), now(connection)
    names = names_digest(tools.catalog)
    is_current = kept is not None and (kept.names == names or kept.etag == "")
    if kept is not None and is_current and kept.checked_at > at - fresh:
        return kept
    # Unchanged since is no answer where the names that the file was read by are others now.
    file = fetch(kept.etag if kept is not None and is_current else "")
    if file is not None and file.unchanged and kept is not None:
        with tools.engine.begin() as connection:
            repo_settings.checked(connection, key, at)
        return kept
    found = _read(file, kept, tools.catalog, at)
    with tools.engine.begin() as connection:
        repo_settings.keep(connection, key, found)
    if found.problems:
        log.warning("a settings file can't be used", key=key, problems=len(found.problems))
    return found


def _read(file: File | None, before: Kept | None, catalog: Catalog, at: float) -> Kept:
    names = names_digest(catalog)
    if file is None:
        return Kept("", {}, (), at, names)
    try:
        settings = parse(file.text, known_names(catalog))
    except RefusedFileError as refused:
        problems = tuple((each.line, each.what) for each in refused.problems)
        return Kept(file.etag, before.given if before else {}, problems, at, names)
    return Kept(file.etag, settings.model_dump(mode="json", exclude_unset=True), (), at, names)


def _merged(given: dict[str, Any]) -> RepositorySettings:
    try:
        return RepositorySettings.model_validate(given)
    except ValidationError as error:
        # Kept by another version of the code, which took more: nothing is said until the file is mended.
        log.warning("kept settings don't do any more", problems=error.error_count())
        return RepositorySettings(mode=Mode.SHADOW)
