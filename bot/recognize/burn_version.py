"""Which version of Burn a report tells, and what it was read from, in order of trust."""

from __future__ import annotations

import re
from collections.abc import Iterable

import re2

from bot.recognize.model import BurnVersion, Place

_VERSION = rb"(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[0-9A-Za-z.]{1,20})?)"
_BACKTRACE = re2.compile(
    rb"[\\/]((?:burn|onnx-ir)(?:-[a-z]+)*)-(\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[0-9A-Za-z.]{1,20})?)[\\/]"
)
_LOCK = re2.compile(rb"name = \"(burn(?:-[a-z]+)*)\"\s*\n\s*version = \"([^\"\n]{3,30})\"")
_MANIFEST = re2.compile(
    rb"(?m)^\s*(burn(?:-[a-z]+)*)\s*=\s*(?:\{[^}\n]{0,300}?version\s*=\s*)?\"[=^~>]*\s*"
    + _VERSION
    + rb"[^\"\n]*\""
)
_TABLE = re2.compile(
    rb"(?m)^\s*\[(?:dev-|build-)?dependencies\.(burn(?:-[a-z]+)*)\]\s*\n(?:[^\[\n][^\n]*\n){0,6}?\s*version\s*=\s*\"[=^~]*"
    + _VERSION
)
_TREE = re2.compile(rb"\b(burn(?:-[a-z]+)*) v" + _VERSION)
_PROSE = re2.compile(
    rb"(?i)\bburn(?:\s+(?:version|ver\.?|crate|release))?[`*\s:@=]{1,4}\"?v?" + _VERSION + rb"\b"
)
_LOOSE = re2.compile(rb"(?i)(?:\bversion[`*\s:=]{1,4}|\bv)" + _VERSION + rb"\b")
_REVISION = re2.compile(rb"(?i)\b(?:rev\s*=\s*\"|commit\s+`?|burn\s+(?:at\s+)?`?)([0-9a-f]{7,40})\b")
_MAIN = re2.compile(
    rb"(?i)\b(?:on|of|from|with|current|latest|using)\s+(?:the\s+)?`?(?:burn(?:'s)?\s+)?(main|master)\b`?(?:\s+branch)?"
)
_FOLLOWS_BURN = re.compile(r"^(?:burn(?:-[a-z]+)*|onnx-ir)$")


def read_version(raw: bytes, places: Iterable[Place]) -> BurnVersion | None:
    """Read Burn's version; ``places`` are those of the panics. ``None`` where nothing is told.

    Crates of CubeCL tell no version of Burn by themselves.
    """
    for place in places:
        if place.version and place.crate and _FOLLOWS_BURN.match(place.crate):
            return BurnVersion(place.version, "panic path")
    for pattern, group, source in (
        (_BACKTRACE, 2, "path in the log"),
        (_LOCK, 2, "lockfile"),
        (_MANIFEST, 2, "Cargo.toml"),
        (_TABLE, 2, "Cargo.toml"),
        (_TREE, 2, "cargo tree"),
        (_PROSE, 1, "text"),
    ):
        found = pattern.search(raw)
        if found:
            return BurnVersion(found[group].decode(), source)
    for place in places:
        if place.commit and place.crate and _FOLLOWS_BURN.match(place.crate):
            return BurnVersion(place.commit, "commit in the path")
    for pattern, source in ((_LOOSE, "text"), (_REVISION, "commit in the text"), (_MAIN, "text")):
        found = pattern.search(raw)
        if found:
            return BurnVersion(found[1].decode(), source)
    return None
