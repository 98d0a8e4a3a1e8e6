"""Which Burn a Cargo project uses, from its ``Cargo.lock`` or its manifests. Pure.

Formats: https://doc.rust-lang.org/cargo/reference/manifest.html
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import re2

from bot.recognize.model import BurnVersion

LOCK: Final = "repository lockfile"
MANIFEST: Final = "repository manifest"
LARGEST: Final = 4_000_000  # characters
_SECTIONS: Final = ("dependencies", "dev-dependencies", "build-dependencies")
_REQUIRED: Final = re2.compile(r"^[\s=^~>]*(\d{1,4}(?:\.\d{1,4}){1,2}(?:-[0-9A-Za-z.]{1,30})?)$")
_VERSION: Final = re2.compile(r"^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[0-9A-Za-z.]{1,30})?$")
_COMMIT: Final = re2.compile(r"#([0-9a-f]{40})$")
_REVISION: Final = re2.compile(r"^[0-9a-f]{7,40}$")


@dataclass(frozen=True, slots=True)
class Use:
    """Whether a project uses Burn, and which one; no version where none is told or several are."""

    uses: bool
    version: BurnVersion | None = None


def of_lock(text: str, crates: Collection[str]) -> Use | None:
    """What a lockfile tells; ``crates`` are the names of Burn's crates. ``None`` when it can't be read."""
    document = _toml(text)
    packages = document.get("package") if document is not None else None
    if not isinstance(packages, list):
        return None
    found = [each for each in packages if isinstance(each, dict) and each.get("name") in crates]
    main = [each for each in found if each["name"] == "burn"] or found
    versions = {version for each in main if (version := _locked(each))}
    return Use(bool(found), BurnVersion(versions.pop(), LOCK) if len(versions) == 1 else None)


def of_manifest(text: str, crates: Collection[str]) -> Use | None:
    """What one manifest tells, a workspace's own dependencies included; ``None`` when it can't be read."""
    document = _toml(text)
    if document is None:
        return None
    found = [(name, how) for name, how in _dependencies(document) if name in crates]
    main = [each for each in found if each[0] == "burn"] or found
    versions = {version for _, how in main if (version := _demanded(how))}
    return Use(bool(found), BurnVersion(versions.pop(), MANIFEST) if len(versions) == 1 else None)


def _toml(text: str) -> Mapping[str, Any] | None:
    if len(text) > LARGEST:
        return None
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def _locked(package: Mapping[str, Any]) -> str | None:
    """A version, or the commit when it's from git: such a version isn't the release of that number."""
    source, version = str(package.get("source", "")), str(package.get("version", ""))
    if source.startswith("git+"):
        commit = _COMMIT.search(source)
        return str(commit[1]) if commit else None
    return version if source.startswith("registry+") and _VERSION.search(version) else None


def _dependencies(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each dependency by its true name, also where it's renamed, for one platform, or a workspace's."""
    workspace = document.get("workspace")
    targets = document.get("target")
    places = [document, workspace, *(targets.values() if isinstance(targets, dict) else ())]
    for place in places:
        for section in _SECTIONS if isinstance(place, dict) else ():
            table = place.get(section)
            for name, how in table.items() if isinstance(table, dict) else ():
                renamed = how.get("package") if isinstance(how, dict) else None
                yield renamed if isinstance(renamed, str) else name, how


def _demanded(how: Any) -> str | None:
    """The one version a dependency can mean; a range or a branch tells none."""
    if isinstance(how, dict):
        revision = how.get("rev")
        if isinstance(revision, str) and _REVISION.search(revision):
            return revision
        if "git" in how or "path" in how:
            tag = how.get("tag")
            how = tag.removeprefix("v") if isinstance(tag, str) else None
        else:
            how = how.get("version")
    found = _REQUIRED.search(how) if isinstance(how, str) else None
    return str(found[1]) if found else None
