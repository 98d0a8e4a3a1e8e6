"""Rules for names: what prose and code say exists is defined in one of the record's releases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.catalog.catalog import Catalog
from bot.catalog.check.claims import Claim, in_prose, in_rust, in_span
from bot.catalog.check.examples import codes
from bot.catalog.check.known import definitions, elsewhere, near
from bot.catalog.check.prose import texts
from bot.catalog.front_matter import dotted
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.symbols import Definition, Symbols
from bot.catalog.versions import release_key


def check(file: RecordFile, catalog: Catalog, symbols: Symbols) -> Iterator[Problem]:
    """Find names that no release of a record defines. Raises ``RustParserMissingError``."""
    since = _since(file, catalog)
    said = {name for wording in file.record.facts.wordings for name in re.findall(r"\w+", wording.text)}
    for path, line, claim in _claims(file):
        if claim.name in said or elsewhere(claim):
            continue
        found = definitions(claim, symbols)
        if not found:
            say = f"`{claim.text}` is defined in no known release{near(claim, symbols)}"
        elif since and not any(_alive(one, since) for one in found):
            last = max((one.last for one in found), key=release_key)
            say = f"`{claim.text}` was gone after {last}, but this error is raised since {since[1]}"
        else:
            continue
        place = file.line_of(*path) + line
        yield Problem(file.record.file or file.record.slug, place, dotted(path), say)


def _claims(file: RecordFile) -> Iterator[tuple[tuple[str | int, ...], int, Claim]]:
    """Yield every claim of a record: the field it stands in, the line within that field, and itself."""
    for path, text in texts(file.record.prose):
        yield from ((path, 0, claim) for claim in in_prose(text))
    for name, code, language in codes(file.record.prose):
        if language == "rust":
            below = name in ("before", "after")  # their first line is the marker
            yield from (((name,), claim.line + below, claim) for claim in in_rust(code))
    for number, text in enumerate(file.record.facts.names):
        yield from ((("names", number), 0, claim) for claim in in_span(text))


def _since(file: RecordFile, catalog: Catalog) -> tuple[str, str] | None:
    """Give the repository and the first release in which a record's error can be raised, where known."""
    runs = catalog.record_lifetimes(file.record)
    return (file.record.facts.repo, runs[0][0]) if runs else None


def _alive(one: Definition, since: tuple[str, str]) -> bool:
    """Tell whether a definition was there with the error; other repositories have releases of their own."""
    return one.repo != since[0] or release_key(one.last) >= release_key(since[1])
