"""Writing the result: one readable file a crate, the same bytes for the same input."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from bot.extract.history import SiteHistory, runs, site_id

_ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def escape(text: str) -> str:
    r"""Make a text fit a field of a line: ``\n``, ``\t``, ``\r`` and ``\\`` written out."""
    return text.translate(_ESCAPES)


def write_sites(folder: Path, repo: str, tags: Sequence[str], histories: Iterable[SiteHistory]) -> int:
    """Write ``<crate>.tsv`` files into ``folder``, remove those no longer written, and give the number of sites.

    Raises ``ValueError`` where two sites got the same id.
    """
    by_crate: dict[str, list[SiteHistory]] = defaultdict(list)
    for history in histories:
        by_crate[history.key.crate].append(history)
    folder.mkdir(parents=True, exist_ok=True)
    ids: set[str] = set()
    for crate, of_crate in sorted(by_crate.items()):
        rows: list[str] = []
        path = ""
        for history in sorted(of_crate, key=_order):
            if history.key.path != path:
                path = history.key.path
                rows.append(path)
            ident = site_id(repo, history.key)
            if ident in ids:
                raise ValueError(f"two sites have the id {ident}: {history.key}")
            ids.add(ident)
            rows.append(_row(ident, history, tags))
        (folder / f"{crate}.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    for stale in set(folder.glob("*.tsv")) - {folder / f"{crate}.tsv" for crate in by_crate}:
        stale.unlink()
    return len(ids)


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
