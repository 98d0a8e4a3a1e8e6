"""All sites of one release, from what its files tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.catalog.model import SiteKind
from bot.extract import checks, composed, macro_uses, scope
from bot.extract.found import CheckCall, CheckRule, FileFacts, Found, MacroUse
from bot.extract.scope import Crate
from bot.extract.snapshot import Snapshot

# In a procedural macro these are told by rustc, while the user's crate is built.
_TOLD_AT_BUILD = frozenset(
    {
        *(SiteKind.PANIC, SiteKind.EXPECT, SiteKind.ERROR, SiteKind.ASSERT),
        *(SiteKind.UNIMPLEMENTED, SiteKind.TODO, SiteKind.UNREACHABLE),
    }
)


class SiteKey(NamedTuple):
    """What makes a site the same in two releases. ``nth`` counts equal ones in a file."""

    crate: str
    path: str
    function: str
    kind: SiteKind
    wording: str | None
    nth: int


class SiteFacts(NamedTuple):
    """What may differ between releases. ``default`` says whether it is compiled with the crate's default
    features.
    """

    line: int
    in_release: bool
    api: str | None
    public: bool
    default: bool


class KeptFile(NamedTuple):
    """A file of the product: its path, its content's hash, its crate, and the features its module needs."""

    path: str
    sha: str
    crate: Crate
    features: frozenset[str]


def kept_files(snapshot: Snapshot, facts: Mapping[str, FileFacts]) -> list[KeptFile]:
    """Give the files of a release that aren't compiled for tests only, as their module declarations tell."""
    gates = scope.Gates({blob.path: facts[blob.sha].gated_modules for blob, _ in snapshot.files})
    kept: list[KeptFile] = []
    for blob, crate in snapshot.files:
        on = gates.on(blob.path)
        if not any(gate.test for gate in on):
            features = frozenset(feature for gate in on for feature in gate.features)
            kept.append(KeptFile(blob.path, blob.sha, crate, features))
    return kept


def sites_of(
    kept: Sequence[KeptFile], facts: Mapping[str, FileFacts], outside: Mapping[str, frozenset[str]]
) -> dict[SiteKey, SiteFacts]:
    """Give all sites of a release.

    ``facts`` are those of each content, by its hash. ``outside`` are the error texts, by function, of the
    other repositories that this release stands on.
    """
    errors = _errors([facts[file.sha] for file in kept], outside)
    rules = {file.sha: tuple(composed.completed(facts[file.sha].rules, errors)) for file in kept}
    by_function = checks.resolve(rule for of_file in rules.values() for rule in of_file)
    macros = _macros(kept, facts)
    sites: dict[SiteKey, SiteFacts] = {}
    for file in kept:
        of_file = facts[file.sha]
        places = {
            *of_file.places,
            *_declared(rules[file.sha]),
            *_checked(of_file.calls, by_function),
            *macro_uses.told(macros[file.crate.name], of_file.macros),
        }
        sites.update(_keyed(file, places))
    return sites


def _keyed(file: KeptFile, places: Iterable[Found]) -> Iterator[tuple[SiteKey, SiteFacts]]:
    """Give each place its key; equal ones in a file are counted by line."""
    crate = file.crate
    counts: dict[tuple[str, SiteKind, str | None], int] = defaultdict(int)
    for found in sorted(places, key=lambda f: (f.line, f.kind, f.function, f.wording or "")):
        kind = SiteKind.COMPILE_ERROR if crate.is_macro and found.kind in _TOLD_AT_BUILD else found.kind
        same = (found.function, kind, found.wording)
        key = SiteKey(crate.name, file.path, *same, counts[same])
        counts[same] += 1
        needed = {*found.features, *file.features} & set(crate.features)
        yield (
            key,
            SiteFacts(
                found.line, found.in_release, found.api, found.public, needed <= crate.default_features
            ),
        )


def _macros(kept: Iterable[KeptFile], facts: Mapping[str, FileFacts]) -> Mapping[str, dict[str, set[Found]]]:
    """Give what the macros of each crate raise, by the crate's and the macro's name."""
    places: dict[str, list[Found]] = defaultdict(list)
    uses: dict[str, list[MacroUse]] = defaultdict(list)
    for file in kept:
        places[file.crate.name].extend(facts[file.sha].places)
        uses[file.crate.name].extend(facts[file.sha].macros)
    return {name: macro_uses.spread(macro_uses.inside(found), uses[name]) for name, found in places.items()}


def _errors(
    files: Iterable[FileFacts], outside: Mapping[str, frozenset[str]]
) -> Mapping[str, frozenset[str]]:
    """Give the error texts of the functions that tensor checks quote, by function."""
    texts: dict[str, set[str]] = {name: set(outside.get(name, ())) for name in composed.needed()}
    for of_file in files:
        for found in of_file.places:
            if found.kind is SiteKind.ERROR and found.wording and found.function in texts:
                texts[found.function].add(found.wording)
    return {name: frozenset(found) for name, found in texts.items()}


def _declared(rules: Iterable[CheckRule]) -> Iterator[Found]:
    """Give the reasons of tensor checks where they are written, with the label as written there."""
    for rule in rules:
        if rule.calls is None:
            operation = rule.operation.split(":", 1)[1] if rule.operation.startswith("#") else None
            label = "{" + operation + "}" if operation else rule.operation.removeprefix("=")
            wording = checks.block(label, rule.reason)
            yield Found(rule.line, SiteKind.CHECK, rule.where, wording, True, None, False)


def _checked(calls: tuple[CheckCall, ...], rules: Mapping[str, list[CheckRule]]) -> Iterator[Found]:
    """Give the blocks that fail in an API function, with the label that it gives."""
    for call in calls:
        if call.direct and not any(rule.tracked for rule in rules.get(call.function, ())):
            continue
        for operation, reason in dict.fromkeys(checks.reasons(rules, call.function, call.arguments)):
            yield call.place._replace(wording=checks.block(operation, reason))
