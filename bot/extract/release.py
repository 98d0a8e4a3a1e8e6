"""All sites of one release, from what its files tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.catalog.model import SiteKind
from bot.extract import checks, scope
from bot.extract.found import CheckCall, FileFacts, Found
from bot.extract.git import Blob
from bot.extract.scope import Crate

_TOLD_AT_BUILD = frozenset(
    {SiteKind.PANIC, SiteKind.EXPECT, SiteKind.ERROR, SiteKind.ASSERT, SiteKind.UNIMPLEMENTED, SiteKind.TODO, SiteKind.UNREACHABLE}
)  # fmt: skip


class SiteKey(NamedTuple):
    """What makes a site the same in two releases. ``nth`` counts equal ones in a file."""

    crate: str
    path: str
    function: str
    kind: SiteKind
    wording: str | None
    nth: int


class SiteFacts(NamedTuple):
    """What may differ between releases. ``default`` says whether it is compiled with the crate's default features."""

    line: int
    in_release: bool
    api: str | None
    public: bool
    default: bool


class ReleaseFiles(NamedTuple):
    """A release's crates by folder, and the product's Rust files with their crate."""

    crates: Mapping[str, Crate]
    files: tuple[tuple[Blob, Crate], ...]


def sites_of(release: ReleaseFiles, facts: Mapping[str, FileFacts]) -> dict[SiteKey, SiteFacts]:
    """Give all sites of a release; ``facts`` are those of each blob, by its hash."""
    left_out = scope.test_only({blob.path: facts[blob.sha].test_modules for blob, _ in release.files})
    sites: dict[SiteKey, SiteFacts] = {}
    kept = [(b, c) for b, c in release.files if left_out is None or not left_out.match(b.path)]
    rules = checks.resolve(rule for blob, _ in kept for rule in facts[blob.sha].rules)
    for blob, crate in kept:
        of_file = facts[blob.sha]
        places = [*of_file.places, *_declared(of_file), *_checked(of_file.calls, rules)]
        counts: dict[tuple[str, SiteKind, str | None], int] = defaultdict(int)
        for found in sorted(places, key=lambda f: (f.line, f.kind, f.function, f.wording or "")):
            kind = SiteKind.COMPILE_ERROR if crate.is_macro and found.kind in _TOLD_AT_BUILD else found.kind
            same = (found.function, kind, found.wording)
            key = SiteKey(crate.name, blob.path, *same, counts[same])
            counts[same] += 1
            default = all(f in crate.default_features or f not in crate.features for f in found.features)
            sites[key] = SiteFacts(found.line, found.in_release, found.api, found.public, default)
    return sites


def _declared(facts: FileFacts) -> Iterator[Found]:
    """Give the reasons of tensor checks where they are written, with the label as written there."""
    for rule in facts.rules:
        if rule.calls is None:
            operation = rule.operation.split(":", 1)[1] if rule.operation.startswith("#") else None
            label = "{" + operation + "}" if operation else rule.operation.removeprefix("=")
            wording = checks.block(label, rule.reason)
            yield Found(
                rule.line, SiteKind.CHECK, f"TensorCheck::{rule.function}", wording, True, None, False
            )


def _checked(calls: tuple[CheckCall, ...], rules: Mapping[str, list[checks.CheckRule]]) -> Iterator[Found]:
    """Give the blocks that fail in an API function, with the label that it gives."""
    for call in calls:
        for operation, reason in dict.fromkeys(checks.reasons(rules, call.function, call.arguments)):
            yield call.place._replace(wording=checks.block(operation, reason))
