"""``python -m tests.torture``: see whether anything is lost or doubled, whatever breaks."""

from __future__ import annotations

import sys
import time

import click

from tests.torture.run import LONG, SHORT, run


@click.command()
@click.option("--database", "kinds", multiple=True, type=click.Choice(["sqlite", "postgres"]))
@click.option("--seed", "seeds", multiple=True, type=int, default=(1,), show_default=True)
@click.option("--long", "is_long", is_flag=True, help="2,000 deliveries for 700 issues, 50 kills.")
@click.option("--keep", is_flag=True, help="Leave the logs where they are.")
def main(kinds: tuple[str, ...], seeds: tuple[int, ...], is_long: bool, keep: bool) -> None:
    """Run the torture test; ends with status 1 when something didn't hold."""
    size = LONG if is_long else SHORT
    failed = False
    for kind in kinds or ("sqlite", "postgres"):
        for seed in seeds:
            start = time.monotonic()

            def say(line: str, start: float = start, kind: str = kind, seed: int = seed) -> None:
                click.echo(f"[{kind} {seed} {time.monotonic() - start:6.1f} s] {line}")

            figures = run(kind, seed, size, say, keep=keep)
            for line in figures.lines:
                say(line)
            for complaint in figures.complaints[:40]:
                say(f"WRONG: {complaint}")
            say(f"{len(figures.complaints)} complaints" if figures.complaints else "all held")
            failed = failed or bool(figures.complaints)
    sys.exit(failed)


if __name__ == "__main__":
    main()
