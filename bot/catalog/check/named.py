"""Rules for releases that texts and code name: they exist, and have the names that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.catalog.check.claims import in_rust, in_span
from bot.catalog.check.examples import codes
from bot.catalog.check.known import lacking
from bot.catalog.check.prose import texts
from bot.catalog.check.reach import BURN, CUBECL, defined_in, named
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.symbols import Symbols
from bot.catalog.versions import burn_of

_ONNX = "tracel-ai/burn-onnx"
_VERSION = r"\d+\.\d+(?:\.\d+)?(?:-(?:pre|alpha|beta|rc)\.?\d+)?(?![\w.]*\w)"
_WHOSE = r"(?P<whose>[Bb]urn(?:-[a-z]+)*|[Cc]ube(?:CL|cl)(?:-[a-z]+)*)"
# All releases begin with 0: the `v` before another number is somebody else's.
_TOLD = re.compile(rf"(?<![\w-])(?:{_WHOSE} v?|v(?=0))(?P<version>{_VERSION})")
_WANTED = re.compile(r'^\s*burn[\w-]*\s*=.*?"[=^~]?(?P<version>\d+\.\d+[\w.-]*)"', re.MULTILINE)
_FEATURES = re.compile(r"^\s*burn[\w-]*\s*=.*?\bfeatures\s*=\s*\[([^\]]*)\]", re.MULTILINE)
# A release with what people say around it: "from 0.19 on", "up to v0.18", "0.17 to 0.20", "0.19 or later".
_AROUND = re.compile(
    r"(?P<before>\b(?:from|since|up to|until|before|after|in|on)\b)?\s*"
    rf"(?:{_WHOSE} )?v?(?P<version>{_VERSION})(?: to v?(?P<last>{_VERSION}))?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[,;:()]\s*|(?<=[.;:])\s+| - |\s(?:and|but|so|or|which|where|who)\s(?!later|newer|older|earlier)"
)
_SPAN = re.compile(r"`([^`]+)`")
# "`name` (since 0.19)": the bracket belongs to the name.
_BRACKET = re.compile(r"(?<=`) \(([^()`]*\d\.\d[^()`]*)\)")
# What isn't there may well be named, and what is called otherwise.
_ABSENT = re.compile(
    r"\b(?:no|not|nor|neither|without|gone|lack(?:s|ed)?|removed|dropped|instead|called|renamed|missing|became)\b"
    r"|n't"
)


def check(file: RecordFile, symbols: Symbols) -> Iterator[Problem]:
    """Find releases that don't exist, and names said to be in a release without them.

    Raises ``RustParserMissingError``.
    """
    yield from _known(file)
    yield from _in_code(file, symbols)
    yield from _in_prose(file, symbols)


def _known(file: RecordFile) -> Iterator[Problem]:
    """Find releases of Burn and CubeCL that there never were."""
    for path, text in _everything(file):
        for found in _TOLD.finditer(text):
            if not any(named(found["version"], repo) for repo in _repos(found["whose"])):
                yield file.problem(f"there is no release “{found[0]}” that the catalogue knows", *path)


def _everything(file: RecordFile) -> Iterator[tuple[tuple[str | int, ...], str]]:
    facts = file.record.facts
    yield from texts(file.record.prose)
    yield from (((name,), code) for name, code, _ in codes(file.record.prose))
    yield from ((("upstream", number, "note"), one.note) for number, one in enumerate(facts.upstream))
    yield from ((("bases", number, "basis"), one.basis) for number, one in enumerate(facts.bases))
    if facts.fix is not None and facts.fix.note:
        yield ("fix", "note"), facts.fix.note


def _repos(whose: str | None) -> Sequence[str]:
    """Give whose releases a version may be one of; crates may lie in any repository."""
    if whose is None or "-" in whose:
        return (BURN, CUBECL, _ONNX)
    return (BURN,) if whose.lower() == "burn" else (CUBECL,)


def _tags(told: re.Match[str]) -> tuple[str, ...]:
    """Give the releases of Burn that a match names; for one of CubeCL's those that are built on it."""
    whose = told.groupdict().get("whose") or ""
    if whose.lower().startswith("cube"):
        return tuple(burn for tag in named(told["version"], CUBECL) for burn in burn_of(tag))
    return named(told["version"])


def _in_code(file: RecordFile, symbols: Symbols) -> Iterator[Problem]:
    """Find names and features that the release named in the code doesn't have."""
    for name, code, language in codes(file.record.prose):
        told = list((_WANTED if language == "toml" else _TOLD).finditer(code))
        tags = [tag for found in told for tag in _tags(found)]
        if not tags:
            continue
        said = (
            f"isn't in {' or '.join(dict.fromkeys(found['version'] for found in told))}, which the code names"
        )
        if language == "toml":
            for feature in _features_lacking(code, tags, symbols):
                yield file.problem(f"the feature `{feature}` {said}", name)
            continue
        for claim in lacking(in_rust(code), tags, symbols):
            line = file.line_of(name) + claim.line + (name in ("before", "after"))
            yield Problem(file.record.file or file.record.slug, line, name, f"`{claim.text}` {said}")


def _features_lacking(code: str, tags: Sequence[str], symbols: Symbols) -> Iterator[str]:
    for features in _FEATURES.findall(code):
        for feature in re.findall(r"[\w-]+", features):
            found = [one for one in symbols.definitions(feature) if one.kind == "feature"]
            if not any(defined_in(one, tag) for one in found for tag in tags):
                yield feature


def _in_prose(file: RecordFile, symbols: Symbols) -> Iterator[Problem]:
    """Find names beside a release that doesn't have them: “from 0.19 on `squeeze_dims` …”."""
    for path, text in texts(file.record.prose):
        for clause in _clauses(_BRACKET.sub(r" \1", " ".join(text.split()))):
            bare = _SPAN.sub("``", clause)
            told = list(_AROUND.finditer(bare))
            if len(told) != 1 or _ABSENT.search(bare):
                continue
            claims = (claim for span in _SPAN.findall(clause) for claim in in_span(span))
            tags = _meant(told[0])
            for claim in lacking(claims, tags, symbols) if tags else ():
                yield file.problem(f"`{claim.text}` isn't in {told[0]['version']}, named beside it", *path)


def _clauses(text: str) -> Iterator[str]:
    """Yield the parts of a text between its stops, of which none counts within a code span."""
    masked = _SPAN.sub(lambda span: f"`{'x' * len(span[1])}`", text)
    start = 0
    for stop in _CLAUSE.finditer(masked):
        yield text[start : stop.start()]
        start = stop.end()
    yield text[start:]


def _meant(told: re.Match[str]) -> tuple[str, ...]:
    """Give the releases of which one must have what is said of them; none where the words don't tell."""
    if (told["before"] or "").lower() in ("before", "after"):
        return ()
    return _tags(told) + (named(told["last"]) if told["last"] else ())
