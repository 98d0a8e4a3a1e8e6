"""``burnerr catalog build``: read Burn's source of every release and write down its sites."""

from __future__ import annotations

import time
from pathlib import Path

import click

import bot.catalog

DATA = Path(bot.catalog.__file__).parent / "data"


@click.command()
@click.option(
    "--repo",
    "repos",
    multiple=True,
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A clone of tracel-ai/burn, tracel-ai/cubecl or tracel-ai/burn-onnx; give the option once for each.",
)
@click.option(
    "--out",
    default=DATA,
    show_default="the catalogue's own data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to write.",
)
@click.option("--until", metavar="TAG", help="Read no release of Burn after this one (v0.20.1).")
def build(repos: tuple[Path, ...], out: Path, until: str | None) -> None:
    """Extract what can fail in every release.

    Reads Git objects, needs no checkout, and writes the same bytes for the same input. Fetch tags and main
    first.
    """
    try:
        from bot.extract.build import build as build_all  # noqa: PLC0415 - needs the extra, and takes a while
        from bot.extract.git import GitError  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"{error.name} is not installed: pip install 'burnerr[extract]'"
        ) from error
    start = time.monotonic()
    try:
        done = build_all(repos, out, until, lambda line: click.echo(line, err=True))
    except (GitError, ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    for built in done:
        click.echo(
            f"{built.repo}: {len(built.releases)} releases ({built.releases[0]} to {built.releases[-1]}), "
            f"{built.sites} sites, {built.wordings} wordings"
        )
    click.echo(f"Written to {out} in {time.monotonic() - start:.0f} s.")
