"""``burnerr catalog check``: every record by every rule, and every sample by recognition."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from bot.catalog.catalog import Catalog
from bot.catalog.check.run import check_records, read_all
from bot.catalog.check.rust import RustParserMissingError
from bot.catalog.check.shown import Shown, check_shown
from bot.catalog.check.values import check_values
from bot.catalog.load import RECORDS, assemble, read_records
from bot.catalog.model import Record
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.symbols import Symbols, load_symbols
from bot.cli.catalog_options import extra_option, problems_told
from bot.recognize.model import Band, Report, Verdict
from bot.recognize.recognizer import Recognizer

# What rustc's runtime prints below a message: nothing of it is cut then.
RUSTC_NOTE = "note: run with"


@click.command()
@click.option(
    "--records",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=RECORDS,
    help="Check the records of another directory than ours.",
)
@extra_option
@click.option("--notes", is_flag=True, help="Tell records that are no longer raised, too.")
def check(records: Path, extra: Path | None, notes: bool) -> None:
    """Check every record by every rule; status 1 when anything is wrong."""
    files, problems = read_all(records)
    with problems_told():
        catalog = assemble([file.record for file in files], extra)
    ours = [*files, *(read_records(extra) if extra is not None else ())]
    symbols = load_symbols()
    try:
        problems += check_records(ours, catalog, symbols)
    except RustParserMissingError as error:
        raise click.ClickException(str(error)) from None
    problems += check_samples(ours, catalog, symbols)
    for problem in sorted(set(problems)):
        click.echo(str(problem))
    for note in _notes(catalog, no_longer_raised=notes):
        click.echo(f"note: {note}")
    click.echo(f"{len(ours)} records, {_count(len(set(problems)), 'problem')}", err=True)
    if problems:
        sys.exit(1)


def check_samples(files: Sequence[RecordFile], catalog: Catalog, symbols: Symbols) -> Iterator[Problem]:
    """Find samples that lead elsewhere than their record says, or show what their release doesn't print."""
    recognizer = Recognizer(catalog)
    for file in files:
        samples = file.record.facts.samples
        for number, text in enumerate(samples.match):
            verdict = recognizer.read(Report("", text))
            if say := _must_match(file.record, verdict):
                yield file.problem(say, "samples", "match", number)
            for shown in _shown(text, verdict):
                for say in (*check_shown(shown, file.record, catalog), *check_values(shown, symbols)):
                    yield file.problem(say, "samples", "match", number)
        for number, text in enumerate(samples.no_match):
            if file.record.slug in _recognised(recognizer.read(Report("", text))):
                yield file.problem("leads to this record, but must not", "samples", "no_match", number)


def _must_match(record: Record, verdict: Verdict) -> str | None:
    seen = _recognised(verdict)
    if record.slug not in seen:
        other = f"; it leads to {', '.join(seen)}" if seen else f"; nothing is said: {verdict.silence}"
        return f"doesn't lead to this record{other}"
    # A panic that only ever follows another is known for it, but isn't what to speak of.
    if not verdict.speak and not record.facts.always_cascade:
        return f"leads here, but nothing is said: {verdict.silence}"
    return None


def _recognised(verdict: Verdict) -> list[str]:
    return [
        match.record.slug
        for match in verdict.matches
        if match.record is not None and match.band is not Band.WEAK
    ]


def _shown(text: str, verdict: Verdict) -> Iterator[Shown]:
    """Yield the panics of a sample whose place tells crate, version and line."""
    for panic in verdict.panics:
        place = panic.place
        if place is not None and place.crate and place.version and place.line:
            message, whole = "\n".join(panic.message), RUSTC_NOTE in text
            yield Shown(place.crate, place.version, place.path, place.line, message, whole=whole)


def _notes(catalog: Catalog, *, no_longer_raised: bool) -> Iterator[str]:
    for record in (*catalog.records, *catalog.shadowed):
        for concern in record.concerns:
            yield f"{record.file}: {record.slug} is kept, but not spoken: {concern}"
        if no_longer_raised and record.imported is None and catalog.still_raised(record) is False:
            last = catalog.record_lifetimes(record)[-1][1]
            yield f"{record.file}: no longer raised; last in {last}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
