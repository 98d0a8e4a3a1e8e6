"""All rules over all records: what ``catalog check`` says, but for what needs recognition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bot.catalog.catalog import Catalog
from bot.catalog.check import (
    advice,
    bases,
    crates,
    examples,
    facts,
    fixes,
    identifiers,
    links,
    named,
    prose,
    wordings,
)
from bot.catalog.fit import Fit
from bot.catalog.load import record_texts
from bot.catalog.problem import CatalogError, Problem
from bot.catalog.record_file import RecordFile, is_draft, parse_record
from bot.catalog.symbols import Symbols


def read_all(directory: Path) -> tuple[list[RecordFile], list[Problem]]:
    """Read every record of a directory that can be read, and say why the others can't; drafts are refused."""
    files: list[RecordFile] = []
    problems: list[Problem] = []
    for path, text in record_texts(directory):
        name = path.relative_to(directory).as_posix()
        if is_draft(text):
            say = "is a draft; write its sections, then take `draft: true` out"
            problems.append(Problem(name, 0, "draft", say))
            continue
        try:
            files.append(parse_record(text, name))
            problems += prose.check_layout(text, name)
        except CatalogError as error:
            problems += error.problems
    return files, problems


def check_records(files: Sequence[RecordFile], catalog: Catalog, symbols: Symbols) -> tuple[Problem, ...]:
    """Give everything that is wrong with records of ours, ordered by file and line.

    Raises ``RustParserMissingError`` where the extra that parses examples isn't installed.
    """
    found: list[Problem] = []
    for file in files:
        found += check_one(file, catalog, symbols)
    found += wordings.check_claims(files)
    found += check_fit(files, catalog)
    return tuple(sorted(set(found)))


def check_fit(files: Sequence[RecordFile], catalog: Catalog) -> Iterator[Problem]:
    """Find records whose analysis is of another error than their message."""
    fit = Fit(catalog.records, catalog.sites)
    for file in files:
        judgement = fit.judge(file.record, catalog.sites_of(file.record))
        if not judgement.fits:
            yield file.problem(f"doesn't fit the message: {judgement.why}", "meaning")


def check_one(file: RecordFile, catalog: Catalog, symbols: Symbols) -> Iterator[Problem]:
    """Give what is wrong with one record by itself."""
    rules: Iterable[Iterator[Problem]] = (
        facts.check(file, catalog),
        fixes.check(file, catalog),
        wordings.check(file, catalog),
        links.check(file, catalog),
        prose.check(file),
        advice.check(file),
        examples.check(file),
        identifiers.check(file, catalog, symbols),
        named.check(file, symbols),
        crates.check(file, symbols),
        bases.check(file, catalog, symbols),
    )
    for rule in rules:
        yield from rule
