"""Whether a repository uses Burn, and which one: read from its default branch once a day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from bot.catalog.catalog import Catalog
from bot.github.model import GitHub, Repo
from bot.recognize.model import BurnVersion
from bot.store import burn_uses
from bot.store.burn_uses import BurnUse
from bot.store.clock import now
from bot.work.repository.cargo import Use, of_lock, of_manifest
from bot.work.tools import Tools

DAY: Final = 86_400.0  # seconds
MOST_LOCKS: Final = 4
MOST_MANIFESTS: Final = 20
HOME: Final = "tracel-ai/"  # Burn's own repositories, where the version is that of the day
LOCKFILE: Final = "Cargo.lock"
MANIFEST: Final = "Cargo.toml"


def burn_use(tools: Tools, github: GitHub, repo: Repo, manifest: str | None) -> Use:
    """What the repository's files tell of Burn. ``manifest``: the one its settings name.

    In a dry run, which can't ask, each repository is taken to use Burn.
    """
    if tools.settings.dry_run or repo.name.lower().startswith(HOME):
        return Use(uses=True)
    named = manifest or ""
    with tools.engine.begin() as connection:
        kept, at = burn_uses.find(connection, repo.id), now(connection)
    if kept is None or kept.checked_at < at - DAY or kept.manifest != named:
        use = _ask(github, repo, burn_crates(tools.catalog), named)
        told = use.version
        kept = BurnUse(use.uses, told.value if told else None, told.source if told else None, named, at)
        with tools.engine.begin() as connection:
            burn_uses.keep(connection, repo.id, kept)
    version = BurnVersion(kept.version, kept.source or "") if kept.version else None
    return Use(kept.uses, version)


@lru_cache(maxsize=4)
def burn_crates(catalog: Catalog) -> frozenset[str]:
    """The names of the crates that Burn is made of."""
    crates = {site.crate for site in catalog.sites.all() if site.repo == "tracel-ai/burn"}
    return frozenset({"burn"} | {crate for crate in crates if crate.startswith("burn")})


def _ask(github: GitHub, repo: Repo, crates: frozenset[str], manifest: str) -> Use:
    paths = github.list_files(repo)
    locks = list(_named(paths, LOCKFILE))
    manifests = list(_named(paths, MANIFEST))
    if manifest:
        manifests = [path for path in manifests if path == manifest]
        locks = [path for path in locks if manifest.startswith(_folder(path))][-1:]  # the nearest one
        if not manifests:
            return Use(uses=False)
        own = _read_manifest(github, repo, manifest, crates)
        return _better(own, _first(github, repo, locks, crates)) if own.uses else own
    found = _first(github, repo, locks[:MOST_LOCKS], crates)
    if found.uses:
        return found
    folders = tuple(_folder(path) for path in locks)
    loose = [path for path in manifests if not path.startswith(folders)] if folders else manifests
    for path in loose[:MOST_MANIFESTS]:
        found = _read_manifest(github, repo, path, crates)
        if found.uses:
            return found
    return Use(uses=False)


def _better(manifest: Use, lock: Use) -> Use:
    """The lockfile tells the very version, unless it tells none."""
    return lock if lock.version else manifest


def _first(github: GitHub, repo: Repo, locks: Iterable[str], crates: frozenset[str]) -> Use:
    for path in locks:
        file = github.read_file(repo, path)
        use = of_lock(file.text, crates) if file else None
        if use is not None and use.uses:
            return use
    return Use(uses=False)


def _read_manifest(github: GitHub, repo: Repo, path: str, crates: frozenset[str]) -> Use:
    file = github.read_file(repo, path)
    use = of_manifest(file.text, crates) if file else None
    return use or Use(uses=False)


def _named(paths: Iterable[str], name: str) -> Iterator[str]:
    """The files of that name, those nearest to the root first; not those of others that lie in here."""
    found = [path for path in paths if path.rsplit("/", 1)[-1] == name and "/vendor/" not in f"/{path}"]
    yield from sorted(found, key=lambda path: (path.count("/"), path))


def _folder(path: str) -> str:
    return path.rpartition("/")[0] + "/" if "/" in path else ""
