"""The names that Burn's, CubeCL's and burn-onnx's source defined in each release, for checking what prose
says.

Read only when asked for (a seventh of a second). The files hold a line a name: a letter for its kind, the
name (``Tensor::backward``), and the releases that define it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from rapidfuzz import fuzz, process

from bot.catalog.versions import MAIN, REPOSITORIES, release_key

KINDS = {
    "f": "function",
    "m": "method",
    "t": "type",
    "T": "trait",
    "v": "variant",
    "c": "constant",
    "M": "macro",
    "d": "module",
    "F": "field",
    "g": "made by a macro",
    "k": "crate",
    "x": "feature",
}


class Definition(NamedTuple):
    """A name, what it is (a value of ``KINDS``), and the releases from ``first`` to ``last`` (both
    included) with it.
    """

    name: str
    kind: str
    repo: str
    first: str
    last: str


class Symbols:
    """All names, by their last part. Immutable once made."""

    def __init__(self, rows: Mapping[str, Iterable[str]]) -> None:
        self._rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for repo, lines in rows.items():
            for line in lines:
                name = line[1 : line.index("\t")]
                self._rows[name.rsplit("::", 1)[-1]].append((repo, line))

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    def definitions(self, name: str) -> tuple[Definition, ...]:
        """Give all definitions of a name: ``backward`` finds every method of that name,
        ``Tensor::backward`` that one.

        Of a path only the last two parts count (``burn::tensor::Tensor`` is any ``tensor::Tensor`` or
        ``Tensor``).
        """
        parts = [part for part in name.strip("!()").split("::") if part]
        if not parts:
            return ()
        found = tuple(self._read(parts[-1]))
        if len(parts) == 1:
            return found
        exact = tuple(d for d in found if d.name == f"{parts[-2]}::{parts[-1]}")
        return exact or (tuple(d for d in found if "::" not in d.name) if self._is_module(parts[-2]) else ())

    def _is_module(self, name: str) -> bool:
        kinds = {definition.kind for definition in self._read(name)}
        return bool(kinds & {"module", "crate"}) or any(
            d.kind == "crate" for d in self._read(name.replace("_", "-"))
        )

    def _read(self, last: str) -> Iterator[Definition]:
        for repo, line in self._rows.get(last, ()):
            name, spans = line[1:].split("\t")
            for span in spans.split(","):
                first, _, end = span.partition("..")
                yield Definition(name, KINDS[line[0]], repo, first, end or MAIN)

    def known(self, name: str, repo: str | None = None, release: str | None = None) -> bool:
        """Say whether a name is defined: anywhere, in a repository, or in one of its releases."""
        return any(
            (repo is None or d.repo == repo)
            and (release is None or release_key(d.first) <= release_key(release) <= release_key(d.last))
            for d in self.definitions(name)
        )

    def nearest(self, name: str, count: int = 3) -> tuple[str, ...]:
        """Give the names most like one that isn't defined, the best first."""
        last = name.rsplit("::", 1)[-1]
        found = process.extract(last, self._names, scorer=fuzz.ratio, limit=count, score_cutoff=70)
        return tuple(str(match[0]) for match in found)

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self._rows)


def load_symbols(folder: Traversable | None = None) -> Symbols:
    """Read the names that come with this package, or those below ``folder`` (same layout)."""
    root = folder or files("bot.catalog").joinpath("data")
    rows: dict[str, list[str]] = {}
    for short, repo in REPOSITORIES.items():
        file = root.joinpath("symbols", f"{short}.tsv")
        rows[repo] = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return Symbols(rows)
