"""Writing the result: one readable file a crate, the same bytes for the same input."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.catalog.model import SiteKind
from bot.catalog.sites import line_in, read_repo
from bot.extract.history import SiteHistory, runs, site_id

_ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def escape(text: str) -> str:
    r"""Make a text fit a field of a line: ``\n``, ``\t``, ``\r`` and ``\\`` written out."""
    return text.translate(_ESCAPES)


class SiteFile(NamedTuple):
    """Where the sites of a repository are written, and the releases they were read from."""

    folder: Path
    repo: str
    tags: Sequence[str]


def write_sites(files: SiteFile, histories: Iterable[SiteHistory]) -> int:
    """Write ``<crate>.tsv`` files, remove those no longer written, and give the number of sites.

    Raises ``ValueError`` where two sites got the same id.
    """
    by_crate: dict[str, list[SiteHistory]] = defaultdict(list)
    for history in histories:
        by_crate[history.key.crate].append(history)
    files.folder.mkdir(parents=True, exist_ok=True)
    ids: set[str] = set()
    for crate, of_crate in sorted(by_crate.items()):
        rows: list[str] = []
        path = ""
        for history in sorted(of_crate, key=_order):
            if history.key.path != path:
                path = history.key.path
                rows.append(path)
            ident = site_id(files.repo, history.key)
            if ident in ids:
                raise ValueError(f"two sites have the id {ident}: {history.key}")
            ids.add(ident)
            rows.append(_row(ident, history, files.tags))
        write_rows(files.folder / f"{crate}.tsv", rows)
    for stale in set(files.folder.glob("*.tsv")) - {files.folder / f"{crate}.tsv" for crate in by_crate}:
        stale.unlink()
    return len(ids)


def write_rows(file: Path, rows: Iterable[str]) -> None:
    """Write lines, the last one ended too; make the folder where it is missing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(row + "\n" for row in rows), encoding="utf-8")


def read_texts(data: Path, short: str, functions: Collection[str]) -> dict[str, dict[str, frozenset[str]]]:
    """Give the error texts of ``functions`` that an earlier build wrote: by release, by function; none
    before one.
    """
    if not (data / "releases" / f"{short}.txt").is_file():
        return {}
    tags, sites = read_repo(data, short)
    texts: dict[str, dict[str, set[str]]] = {}
    for site in sites:
        if site.function not in functions or site.wording is None or site.kind is not SiteKind.ERROR:
            continue
        for tag in tags:
            if line_in(site, tag, tags) is not None:
                texts.setdefault(tag, {}).setdefault(site.function, set()).add(site.wording)
    return {
        tag: {name: frozenset(found) for name, found in by_function.items()}
        for tag, by_function in texts.items()
    }


def _order(history: SiteHistory) -> tuple[str, str, str, str, int]:
    key = history.key
    return key.path, key.function, key.kind.value, key.wording or "", key.nth


def _row(ident: str, history: SiteHistory, tags: Sequence[str]) -> str:
    key, facts = history.key, history.facts
    reach = "".join(
        letter
        for letter, holds in (("d", not facts.in_release), ("p", facts.public), ("f", not facts.default))
        if holds
    )
    fields = [
        "",
        ident,
        key.kind.value,
        escape(key.function),
        reach or "-",
        facts.api or "",
        runs(history.lines, tags),
    ]
    if key.wording is not None:
        fields.append(escape(key.wording))
    return "\t".join(fields)
