"""How wordings changed over the releases: "reworded in v0.17.0", "moved from burn-jit to burn-cubecl"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from bot.catalog.sites import REPOS, unescape


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a wording with release ``tag``.

    ``kind`` is ``reworded`` (``new`` took the place of ``old`` in ``function``) or ``moved`` (the same
    text, from crate ``crate`` to ``new_crate``).
    """

    kind: str
    repo: str
    tag: str
    crate: str
    new_crate: str
    function: str
    old: str
    new: str


class Lineage:
    """All changes of wordings. Immutable once made."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self._changes = tuple(changes)
        self._after: dict[str, list[Change]] = defaultdict(list)
        self._before: dict[str, list[Change]] = defaultdict(list)
        for change in self._changes:
            self._after[change.old].append(change)
            self._before[change.new].append(change)

    def all(self) -> tuple[Change, ...]:
        """Give every change, by repository and release."""
        return self._changes

    def after(self, wording: str) -> tuple[Change, ...]:
        """Give what became of a wording: the changes that it is the old side of."""
        return tuple(self._after.get(wording, ()))

    def before(self, wording: str) -> tuple[Change, ...]:
        """Give where a wording came from: the changes that it is the new side of."""
        return tuple(self._before.get(wording, ()))

    def of(self, wording: str) -> tuple[Change, ...]:
        """Give all changes that lead to a wording or on from it, through any number of steps, in their
        order.
        """
        found = {*self._walk(wording, self._before, "old"), *self._walk(wording, self._after, "new")}
        return tuple(change for change in self._changes if change in found)

    @staticmethod
    def _walk(start: str, steps: dict[str, list[Change]], side: str) -> Iterator[Change]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            wording = waiting.pop()
            if wording in seen:
                continue
            seen.add(wording)
            for change in steps.get(wording, ()):
                yield change
                waiting.append(getattr(change, side))

    def family(self, wording: str) -> tuple[str, ...]:
        """Give the wordings that this one is tied to, itself included, oldest first."""
        return tuple(dict.fromkeys([w for c in self.of(wording) for w in (c.old, c.new)])) or (wording,)


def load_lineage(folder: Traversable | None = None) -> Lineage:
    """Read the changes that come with this package, or those below ``folder`` (same layout)."""
    root = folder or files("bot.catalog").joinpath("data")
    return Lineage(change for short in REPOS for change in _read(root, short))


def _read(root: Traversable, short: str) -> Iterator[Change]:
    file = root.joinpath("lineage", f"{short}.tsv")
    if not file.is_file():
        return
    for row in file.read_text(encoding="utf-8").splitlines():
        kind, tag, crate, new_crate, function, old, new = row.split("\t")
        yield Change(kind, REPOS[short], tag, crate, new_crate, function, unescape(old), unescape(new))
