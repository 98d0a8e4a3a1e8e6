"""Reading a source place out of a path: which crate, which version or commit, which file, which line.

Cargo's registry (`…/burn-ir-0.18.0/src/handle.rs:91:32`), git checkouts
(`…/checkouts/burn-1a2b/1f5ccd4/crates/…`), workspaces, vendored copies, Windows paths and truncated ones
are understood.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bot.catalog.versions import homes
from bot.recognize.model import Place

_NUMBERS = re.compile(r"^(.*?\.\w{1,4})(?::(\d{1,7}))?(?::(\d{1,7}))?:?$", re.DOTALL)
_REGISTRY = re.compile(r"^([A-Za-z][\w-]*?)-(\d+\.\d+[\w.+-]*)$")
_CHECKOUT = re.compile(r"(?:^|/)git/checkouts/[^/]+/([0-9a-f]{6,40})(?:/|$)")
_SOURCE_DIRS = ("src", "tests", "benches", "examples")
# CubeCL's kernels have a repository of their own, whose sites aren't extracted.
_CUBEK = re.compile(r"^cubek(?:-[a-z0-9-]+)?$")


@lru_cache(maxsize=4096)
def is_ours(crate: str | None) -> bool:
    """Tell whether a crate is, or in some release was, one of Burn, CubeCL, cubek or burn-onnx.

    `burn-demo` is somebody's program, and `burn-contrib` somebody's crate.
    """
    return crate is not None and (bool(homes(crate)) or _CUBEK.match(crate) is not None)


def parse_place(raw: str) -> Place | None:
    """Read ``path:line:column`` (line and column optional); ``None`` where it names no source file.

    ``raw`` may hold line ends of a hard wrap; they are taken out.
    """
    told = re.sub(r"[\n\x0b]\s*", "", raw.strip().strip("`'\""))
    numbers = _NUMBERS.match(told)
    if numbers is None:
        return None
    path = numbers[1].replace("\\", "/")
    while "//" in path:
        path = path.replace("//", "/")
    commit = _CHECKOUT.search(path)
    crate, version, within = _split(path)
    return Place(
        raw=told,
        crate=crate,
        version=version,
        commit=commit[1] if commit else None,
        path=within,
        line=int(numbers[2] or 0),
        column=int(numbers[3] or 0),
    )


def _split(path: str) -> tuple[str | None, str | None, str]:
    """Give crate, version and path within, found at the last source directory under a crate's name."""
    parts = path.split("/")
    for at in range(len(parts) - 1, 0, -1):
        if parts[at] not in _SOURCE_DIRS:
            continue
        crate, version = _crate(parts[at - 1])
        if crate is not None and (version is not None or is_ours(crate)):
            return crate, version, "/".join(parts[at:])
    for at in range(len(parts) - 2, -1, -1):  # `burn-ir-0.18.0/build.rs`
        crate, version = _crate(parts[at])
        if version is not None:
            return crate, version, "/".join(parts[at + 1 :])
    first = next((at for at in range(1, len(parts)) if parts[at] in _SOURCE_DIRS), None)
    if first is not None:
        return _plain_crate(parts[first - 1]), None, "/".join(parts[first:])
    return None, None, path


def _crate(part: str) -> tuple[str | None, str | None]:
    part = part.rpartition("__")[2]  # build systems put `crates_io__` before the name
    registry = _REGISTRY.match(part)
    if registry:
        return registry[1], registry[2]
    return _plain_crate(part), None


def _plain_crate(part: str) -> str | None:
    return part if re.match(r"^[A-Za-z][\w-]*$", part) else None
