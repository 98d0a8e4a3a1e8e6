"""``burnerr explain``: what the bot would say to a log, for a person, a script or a whole corpus."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console
from rich.markdown import Markdown

from bot.answer.comment import Where, render
from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.catalog.problem import CatalogError
from bot.cli.explain_why import silence_lines, why_lines
from bot.recognize.explain_json import batch_line
from bot.recognize.model import Report, Verdict
from bot.recognize.recognizer import Recognizer


@click.command()
@click.argument("source", required=False, metavar="[FILE|TEXT|-]")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object instead of an answer to read.")
@click.option(
    "--batch", is_flag=True, help='Read JSON lines {"id", "title", "text"}; write one verdict a line.'
)
@click.option("-v", "--verbose", is_flag=True, help="Say what else was found, and why it matched or didn't.")
@click.option("--title", default="", help="The issue's title, where the text has one.")
@click.option(
    "--base-url", envvar="BURNERR_PUBLIC_URL", default="", help="Where the pages of the errors are served."
)
@click.option(
    "--catalog-dir",
    envvar="BURNERR_CATALOG_DIR",
    type=click.Path(path_type=Path),
    help="A directory of further records.",
)
def explain(
    source: str | None,
    as_json: bool,
    batch: bool,
    verbose: bool,
    title: str,
    base_url: str,
    catalog_dir: Path | None,
) -> None:
    """Explain the Burn errors in FILE, in a TEXT, or in standard input.

    So `cargo run 2>&1 | burnerr explain` works. Ends with status 1 when there is nothing to say.
    """
    catalog = _catalog(catalog_dir)
    recognizer = Recognizer(catalog)
    if batch:
        _batch(recognizer, _lines(source), base_url)
        return
    verdict = recognizer.read(Report(title, _read(source)))
    if as_json:
        _write(json.dumps(batch_line("", verdict, catalog, base_url), indent=2, ensure_ascii=False))
    else:
        _show(verdict, catalog, base_url, verbose)
    if not verdict.speak:
        raise click.exceptions.Exit(1)


def _catalog(directory: Path | None) -> Catalog:
    try:
        return load_catalog(directory)
    except CatalogError as error:
        raise click.ClickException(str(error)) from None


def _read(source: str | None) -> str:
    """Read what is to be explained: a file, standard input, or the argument itself."""
    if source is None and sys.stdin.isatty():
        raise click.UsageError("nothing to explain: name a FILE, give a TEXT, or pipe a log into it")
    if source is None or source == "-":
        return _decode(sys.stdin.buffer.read())
    try:
        return _decode(Path(source).read_bytes())
    except (OSError, ValueError) as error:  # a text is no path, and may be longer than a path can be
        # What has the form of a file's name was meant as one; a sentence or a log was meant as a text.
        if "\n" in source or (" " in source and not Path(source).suffix[1:].isalnum()):
            return source
        reason = str(error.strerror or error).lower() if isinstance(error, OSError) else "no such file"
    raise click.UsageError(f"{source}: {reason}; name a file, or put a text into quotes")


def _decode(raw: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 with its mark as PowerShell's ``>`` writes it."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")) and b"\0" in raw[:200]:
        return raw.decode("utf-16", "replace")
    return raw.decode("utf-8-sig", "replace")


def _lines(source: str | None) -> list[str]:
    """The lines of a batch; only a line feed ends one, as JSON lines have it."""
    try:
        raw = sys.stdin.buffer.read() if source in {None, "-"} else Path(str(source)).read_bytes()
    except OSError as error:
        raise click.UsageError(f"{source}: {error.strerror}; name a file of JSON lines") from None
    return _decode(raw).split("\n")


def _batch(recognizer: Recognizer, lines: Iterable[str], base_url: str) -> None:
    """Write a verdict for each line; what can't be read is told on standard error, and the rest goes on."""
    bad = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            report = Report(str(case.get("title") or ""), str(case.get("text") or ""))
            case_id = case["id"]
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
            click.echo(f"line {number}: no report ({type(error).__name__}: {error})", err=True)
            bad += 1
            continue
        said = batch_line(case_id, recognizer.read(report), recognizer.catalog, base_url)
        _write(json.dumps(said, ensure_ascii=False))
    if bad:
        raise click.exceptions.Exit(2)


def _write(text: str) -> None:
    """Write a line as UTF-8 whatever the terminal's locale; half characters of bad input escaped."""
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def _show(verdict: Verdict, catalog: Catalog, base_url: str, verbose: bool) -> None:
    """Write the answer for a terminal; signs that its locale lacks are escaped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    console = Console()
    if verdict.speak:
        console.print(Markdown(render(verdict, catalog, Where(base_url, "", ""))))
    else:
        for line in silence_lines(verdict, catalog):
            console.print(line, markup=False, highlight=False)
    if verbose:
        console.rule("why")
        for line in why_lines(verdict):
            console.print(line, markup=False, highlight=False)
