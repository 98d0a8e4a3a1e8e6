"""The index of sites: every place in Burn's, CubeCL's and burn-onnx's source that can fail, in every release.

Read from ``data/``: one readable file a crate, written by ``bot.extract`` (``data/README.md`` gives the
format).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from bot.catalog.collection import no_collection
from bot.catalog.model import Lines, Site, SiteKind
from bot.catalog.versions import REPOSITORIES

REPOS = REPOSITORIES
_KINDS = {kind.value: kind for kind in SiteKind}
_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\"}
_ESCAPE = re.compile(r"\\[ntr\\]")
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{[^{}]*\}")


def unescape(text: str) -> str:
    r"""Turn the file's ``\n``, ``\t``, ``\r`` and ``\\`` back into the characters they stand for."""
    return _ESCAPE.sub(lambda m: _ESCAPES[m.group()], text) if "\\" in text else text


def fold(wording: str) -> str:
    """Make wordings comparable that differ only in the names of placeholders and in white space."""
    bare = _PLACEHOLDER.sub(lambda m: m.group() if m.group() in ("{{", "}}") else "{}", wording)
    return " ".join(bare.split())


def local_path(path: str) -> str:
    """Give the part of a repository path that Cargo's registry shows: ``src/handle.rs``, ``build.rs``."""
    at = path.find("src/")
    while at > 0 and path[at - 1] != "/":
        at = path.find("src/", at + 1)
    return path[at:] if at >= 0 else path.rsplit("/", 1)[-1]


class Sites:
    """All known sites, by id, wording and place. Immutable once made; safe to share between threads."""

    def __init__(
        self,
        sites: Iterable[Site],
        releases: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._sites = tuple(sites)
        self._releases = releases
        self._ids = {site.id: site for site in self._sites}
        self._by_place: dict[tuple[str, str], list[Site]] = defaultdict(list)
        self._by_wording: dict[str, list[Site]] = defaultdict(list)
        for site in self._sites:
            self._by_place[site.crate, local_path(site.path)].append(site)
            if site.wording is not None:
                self._by_wording[site.wording].append(site)
        self._folded: dict[str, list[str]] = {}

    def __len__(self) -> int:
        return len(self._sites)

    def all(self) -> tuple[Site, ...]:
        """Give every site, ordered by repository, crate, path and place in the file."""
        return self._sites

    def by_id(self, site_id: str) -> Site | None:
        """Give the site with this id of 16 hex digits."""
        return self._ids.get(site_id)

    def wordings(self) -> tuple[str, ...]:
        """Give every distinct wording, in the order of the sites."""
        return tuple(self._by_wording)

    def for_wording(self, text: str) -> tuple[Site, ...]:
        """Give the sites that raise this wording, those that write it so to the letter first.

        Names of placeholders and white space don't count: renaming a variable changes no message.
        """
        if not self._folded:
            folded = defaultdict(list)
            for wording in self._by_wording:
                folded[fold(wording)].append(wording)
            self._folded = dict(folded)
        alike = self._folded.get(fold(text), ())
        in_order = sorted(alike, key=lambda wording: wording != text)
        return tuple(site for wording in in_order for site in self._by_wording[wording])

    def at(self, crate: str, path: str) -> tuple[Site, ...]:
        """Give the sites of a file; ``path`` as in the repository or as below the crate
        (``src/handle.rs``).
        """
        found = self._by_place.get((crate, local_path(path)), [])
        exact = [site for site in found if site.path == path]
        return tuple(exact or found)

    def releases(self, repo: str) -> tuple[str, ...]:
        """Give the extracted releases of ``tracel-ai/burn`` and so on, oldest first, ``main`` last."""
        return self._releases.get(repo, ())


def line_in(site: Site, release: str, releases: tuple[str, ...]) -> int | None:
    """Give the line of ``site`` in ``release``, or ``None`` where that release doesn't have it."""
    order = {tag: n for n, tag in enumerate(releases)}
    at = order.get(release)
    if at is None:
        return None
    return next((r.line for r in site.lines if order[r.first] <= at <= order[r.last]), None)


def load_sites(folder: Traversable | None = None) -> Sites:
    """Read the sites that come with this package, or those below ``folder`` (same layout).

    Raises ``ValueError`` naming file and line where a file isn't in the expected format.
    """
    root = folder or files("bot.catalog").joinpath("data")
    releases: dict[str, tuple[str, ...]] = {}
    sites: list[Site] = []
    with no_collection():
        for short, repo in REPOS.items():
            if not root.joinpath("releases", f"{short}.txt").is_file():
                continue
            releases[repo], found = read_repo(root, short)
            sites.extend(found)
        return Sites(sites, releases)


def read_repo(root: Traversable, short: str) -> tuple[tuple[str, ...], list[Site]]:
    """Give the releases and the sites of one repository (``burn``, ``cubecl``, ``burn-onnx``) below
    ``root``.
    """
    tags = tuple(root.joinpath("releases", f"{short}.txt").read_text(encoding="utf-8").split())
    reader = _Reader(REPOS[short], tags)
    crates = sorted(root.joinpath("sites", short).iterdir(), key=lambda file: file.name)
    return tags, [
        site for file in crates for site in reader.read(file.name, file.read_text(encoding="utf-8"))
    ]


class _Reader:
    """Reads the crate files of one repository."""

    def __init__(self, repo: str, tags: tuple[str, ...]) -> None:
        self._repo = repo
        self._tags = tags
        self._before = dict(zip(tags[1:], tags, strict=False))
        self._known: dict[str, tuple[Lines, ...]] = {}

    def read(self, name: str, text: str) -> Iterator[Site]:
        crate, path = name.removesuffix(".tsv"), ""
        for number, row in enumerate(text.split("\n"), start=1):
            if row.startswith("\t"):
                try:
                    yield self._site(crate, path, row)
                except (ValueError, KeyError) as error:
                    raise ValueError(f"{name}:{number}: not a site ({error})") from error
            elif row:
                path = row

    def _site(self, crate: str, path: str, row: str) -> Site:
        _, site_id, kind, function, reach, api, runs, *wording = row.split("\t")
        lines = self._known.get(runs)
        if lines is None:
            lines = self._known[runs] = self._lines(runs)
        return Site(
            site_id,
            self._repo,
            crate,
            path,
            function,
            _KINDS[kind],
            unescape(wording[0]) if wording else None,
            "d" not in reach,
            lines,
            api or None,
            "p" in reach,
            "f" in reach,
        )

    def _lines(self, runs: str) -> tuple[Lines, ...]:
        """Read ``v0.13.0:88 v0.15.0:- v0.17.0:91``: each run lasts until the next one begins."""
        starts = [run.split(":") for run in runs.split(" ")]
        lasts = [self._before[tag] for tag, _ in starts[1:]] + [self._tags[-1]]
        return tuple(
            Lines(tag, last, int(line))
            for (tag, line), last in zip(starts, lasts, strict=True)
            if line != "-"
        )
