"""What the manifests of a release say: its crates, where they lie, and the versions of what Burn stands
on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# The parts whose version decides which texts a user can meet.
_WATCHED = ("burn", "cubecl", "cubek", "wgpu", "tch", "cudarc", "candle-core", "ndarray", "libtorch")


def watched_versions(manifests: Iterable[bytes]) -> dict[str, str]:
    """Give the versions that a release asks of the parts it stands on; ``git`` where it names a commit
    instead.
    """
    found: dict[str, str] = {}
    for manifest in manifests:
        try:
            data = tomllib.loads(manifest.decode("utf-8", "replace"))
        except tomllib.TOMLDecodeError:
            continue
        for table in _tables(data):
            for name in _WATCHED:
                version = _version(table.get(name))
                if version is not None:
                    found.setdefault(name, version)
    return found


def _tables(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    targets = [target.get("dependencies", {}) for target in data.get("target", {}).values()]
    return [data.get("workspace", {}).get("dependencies", {}), data.get("dependencies", {}), *targets]


def _version(given: object) -> str | None:
    if isinstance(given, str):
        return given.lstrip("=^~ ")
    if isinstance(given, dict):
        version = given.get("version")
        if isinstance(version, str) and "path" not in given:
            return version.lstrip("=^~ ")
        return "git" if "git" in given else None
    return None


def spans(present: Sequence[tuple[str, str | None]]) -> str:
    """Write what held in each release, oldest first, as runs: ``v0.13.0:crates/x v0.17.0:-``."""
    parts: list[str] = []
    now: str | None = None
    for tag, value in present:
        if value != now:
            parts.append(f"{tag}:{value or '-'}")
            now = value
    return " ".join(parts)
