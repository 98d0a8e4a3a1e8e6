"""Which version of Burn a report tells, and what it was read from, in order of trust."""

from __future__ import annotations

import re
from collections.abc import Iterable

import re2

from bot.recognize.model import BurnVersion, Place

# Burn's versions begin with a nought, so far.
_VERSION = rb"(0\.\d{1,3}(?:\.\d{1,3})?(?:-(?:pre|alpha|beta|rc)\.?\d{1,3})?)"
_FULL = rb"(\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[0-9A-Za-z.]{1,20})?)"
_CRATE = rb"(?:burn|onnx-ir)(?:-[a-z]+)*"
_PATH = re2.compile(rb"[\\/]" + _CRATE + rb"-" + _FULL + rb"[\\/]")
_LOCK = re2.compile(rb"name = \"" + _CRATE + rb"\"\s*\n\s*version = \"" + _FULL + rb"\"")
_MANIFEST = re2.compile(
    rb"(?m)^\s*"
    + _CRATE
    + rb"\s*=\s*(?:\{[^}\n]{0,300}?version\s*=\s*)?\"[=^~>]*\s*"
    + _VERSION
    + rb"[^\"\n]*\""
)
_TABLE = re2.compile(
    rb"(?m)^\s*\[(?:dev-|build-)?dependencies\." + _CRATE + rb"\]\s*\n(?:[^\[\n][^\n]*\n){0,6}?"
    rb"\s*version\s*=\s*\"[=^~]*" + _VERSION
)
_TREE = re2.compile(rb"\b" + _CRATE + rb" v" + _FULL)
_UPDATE = re2.compile(
    rb"(?i)\bfrom\s+(?:burn\s+)?v?0\.\d[\w.-]{0,12}\s+to\s+(?:burn\s+)?v?" + _VERSION + rb"\b"
)
_NAMED = re2.compile(
    rb"(?i)\bburn(?:\s+(?:version|ver\.?|crate|release))?[`*\s:@=]{1,4}\"?v?" + _VERSION + rb"\b"
)
# A version by itself: what stands before it says whose it may be.
_LOOSE = re.compile(rb"(?i)(?:\bversion[`*\s:=]{1,4}v?|\bv)" + _VERSION + rb"\b")
_MOST_LOOSE = 20
_BEFORE_LOOSE = re.compile(
    rb"(?i)(?:^|[\n\x0b(\[*`,;:-]|\b(?:on|in|with|using|than|since|version|release|tag|at|burn|the|our|latest|both|and))\s*[`*]*$"
)
_REVISION = re2.compile(rb"(?i)\b(?:rev\s*=\s*\"|commit\s+`?|burn\s+(?:at\s+)?`?)([0-9a-f]{7,40})\b")
_MAIN = re2.compile(
    rb"(?i)\b(?:on|of|from|with|current|latest|using)\s+(?:the\s+)?`?(?:burn(?:'s)?\s+)?(main|master)\b`?"
)
_FOLLOWS_BURN = re.compile(r"^(?:burn(?:-[a-z]+)*|onnx-ir)$")


def read_version(raw: bytes, places: Iterable[Place]) -> BurnVersion | None:
    """Read Burn's version; ``places`` are those of the panics. ``None`` where nothing is told.

    Crates of CubeCL tell no version of Burn by themselves.
    """
    ours = [place for place in places if place.crate and _FOLLOWS_BURN.match(place.crate)]
    told = next((place.version for place in ours if place.version), None)
    if told is not None:
        return BurnVersion(told, "panic path")
    for pattern, source in (
        (_PATH, "path in the log"),
        (_LOCK, "lockfile"),
        (_MANIFEST, "Cargo.toml"),
        (_TABLE, "Cargo.toml"),
        (_TREE, "cargo tree"),
        (_UPDATE, "text"),
        (_NAMED, "text"),
    ):
        found = pattern.search(raw)
        if found:
            return BurnVersion(found[1].decode(), source)
    commit = next((place.commit for place in ours if place.commit), None)
    return BurnVersion(commit, "commit in the path") if commit is not None else _by_itself(raw)


def _by_itself(raw: bytes) -> BurnVersion | None:
    """Read a version that names no crate, a commit, or the newest source."""
    for number, found in enumerate(_LOOSE.finditer(raw)):
        if number >= _MOST_LOOSE:
            break
        if _BEFORE_LOOSE.search(raw[max(found.start() - 40, 0) : found.start()]):
            return BurnVersion(found[1].decode(), "text")
    for pattern, source in ((_REVISION, "commit in the text"), (_MAIN, "text")):
        match = pattern.search(raw)
        if match:
            return BurnVersion(match[1].decode(), source)
    return None
