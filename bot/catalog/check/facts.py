"""Rules for the front matter that go beyond its types."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.catalog import Catalog
from bot.catalog.model import CauseClass
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.wording import weight

_TAG = re.compile(r"\bv\d+\.\d+(?:\.\d+)?(?:-[0-9A-Za-z.]*\w)?")
_VERSION = re.compile(r"\bv?\d+\.\d+")
# "all", "v0.18.0 and later", "v0.18.0 to v0.21.0", "up to v0.16.1", "before v0.17.0", several with commas.
_REACH = re.compile(
    r"all|(?:TAG and (?:later|earlier)|TAG to (?:TAG|main)|(?:up to|before|since|after) TAG|TAG|main)"
    r"(?:, (?:and )?(?:TAG and later|TAG to (?:TAG|main)|TAG|main))*".replace("TAG", _TAG.pattern)
)
# A text with fewer letters and digits is met in reports that are about something else.
GENERIC = 12


def check(file: RecordFile, catalog: Catalog) -> Iterator[Problem]:
    """Find what is wrong with a record's front matter."""
    yield from _names(file)
    yield from _bases(file, catalog)
    yield from _samples(file)
    yield from _own_bug(file)
    facts = file.record.facts
    known = (*catalog.releases(facts.repo), *(w.commit for w in facts.wordings))
    if facts.checked not in known:
        say = f"{facts.checked} is no release of {facts.repo} that the catalogue knows; name one, or main"
        yield file.problem(say, "checked")


def _names(file: RecordFile) -> Iterator[Problem]:
    facts, folder = file.record.facts, (file.record.file or "").split("/")
    if len(folder) > 1 and folder[-2] != facts.crate:
        yield file.problem(f"the file lies in {folder[-2]}/; move it to {facts.crate}/", "crate")
    if _VERSION.search(facts.title):
        yield file.problem("a title names no version; tell it in the text", "title")
    if facts.title in {wording.text for wording in facts.wordings}:
        yield file.problem("repeats a wording; say in plain words what went wrong", "title")
    if not facts.wordings and not any(spot.message for spot in facts.sites):
        yield file.problem(
            "has neither a wording nor a site with a message: nothing would match it", "wordings"
        )


def _bases(file: RecordFile, catalog: Catalog) -> Iterator[Problem]:
    facts, solutions = file.record.facts, file.record.prose.solutions
    numbers = [basis.solution for basis in facts.bases]
    if numbers != list(range(1, len(solutions) + 1)):
        say = f"has solutions {numbers}; give one basis for each of the {len(solutions)} solutions, in order"
        yield file.problem(say, "bases")
    known = {tag for repo in {facts.repo, "tracel-ai/burn"} for tag in catalog.releases(repo)}
    for number, basis in enumerate(facts.bases):
        if not _REACH.fullmatch(basis.releases):
            say = "say `all`, `v0.18.0 and later`, `v0.18.0 to v0.21.0`, `up to v0.16.1` or `before v0.17.0`"
            yield file.problem(say, "bases", number, "releases")
        for tag in _TAG.findall(basis.releases):
            if tag not in known:
                yield file.problem(f"{tag} is no release; write the whole tag", "bases", number, "releases")


def _samples(file: RecordFile) -> Iterator[Problem]:
    facts = file.record.facts
    if len(set(facts.samples.match)) < 2:
        say = "needs two different texts that must match, one of them damaged (wrapped, quoted, cut)"
        yield file.problem(say, "samples", "match")
    if not facts.samples.no_match and is_generic(file):
        say = "its text is generic: give a text that must not match"
        yield file.problem(say, "samples", "no_match")


def is_generic(file: RecordFile) -> bool:
    """Tell whether a record has a text that says little without its place."""
    facts = file.record.facts
    spots = any(spot.message for spot in facts.sites)
    return spots or any(w.needs_place or weight(w.text) < GENERIC for w in facts.wordings)


def _own_bug(file: RecordFile) -> Iterator[Problem]:
    facts = file.record.facts
    if facts.cause is CauseClass.BURN_BUG and not facts.always_cascade and facts.fix is None:
        say = "a bug of Burn's own tells `since`, `fixed_in` or a `note` of what is known; add it"
        yield file.problem(say, "fix")
