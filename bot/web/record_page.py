"""A record as its page shows it: every section, ready for the template."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup

from bot.catalog.catalog import Catalog
from bot.catalog.commits import commit_of
from bot.catalog.lifetimes import lifetimes
from bot.catalog.model import CauseClass, Record, Site, Wording
from bot.catalog.record_sites import sites_saying
from bot.catalog.shown_place import newest_release, shown_place
from bot.catalog.sites import line_in
from bot.catalog.versions import MAIN
from bot.web.prose import code_html, line_to_html, to_html

CAUSES = {
    CauseClass.USER_BUG: "a mistake in the program that uses Burn",
    CauseClass.BURN_BUG: "a bug of Burn's own",
    CauseClass.UNSUPPORTED: "not supported by this backend",
    CauseClass.DRIVER: "a matter of the driver or the device",
    CauseClass.VERSION_MISMATCH: "versions that don't fit together",
    CauseClass.OUT_OF_MEMORY: "out of memory",
    CauseClass.CONFIGURATION: "a matter of features or settings",
    CauseClass.UNKNOWN: "not classed",
}
SHOWN_SOURCES = 5  # more stand folded


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere."""

    text: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class WordingLine:
    """One wording and where it lived: release ranges as words, or whose text it is."""

    text: str
    lived: tuple[str, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class Solution:
    """One thing to do, and what it rests on (empty for imported records)."""

    html: Markup
    basis: str


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A heading and highlighted code."""

    heading: str
    html: Markup


@dataclass(frozen=True, slots=True)
class RecordPage:
    """All that ``templates/record.html`` shows. Lists are empty where a record has no such section."""

    record: Record
    cause: str
    is_gone: bool
    wordings: tuple[WordingLine, ...]
    meaning: Markup
    sources: tuple[Link, ...]
    more_sources: tuple[Link, ...]
    excerpt: Markup | None
    solutions: tuple[Solution, ...]
    code: tuple[CodeBlock, ...]
    trigger: Markup
    situations: Markup
    prevention: tuple[Markup, ...]
    follows: tuple[Record, ...]
    related: tuple[Record, ...]
    upstream: tuple[Link, ...]
    basis: str
    day: str


class RecordPages:
    """Makes the pages of a catalogue's records, each once: a catalogue never changes while a process runs."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._made: dict[str, RecordPage] = {}

    def page(self, record: Record) -> RecordPage:
        """The page of ``record``. Two threads may both make it: the same page twice does no harm."""
        found = self._made.get(record.slug)
        if found is None:
            found = self._made[record.slug] = _page(record, self._catalog)
        return found


def _page(record: Record, catalog: Catalog) -> RecordPage:
    facts, prose = record.facts, record.prose
    sources = _sources(record, catalog)
    basis, day = _stand(record)
    return RecordPage(
        record=record,
        cause=CAUSES[facts.cause],
        is_gone=catalog.still_raised(record) is False,
        wordings=tuple(_wording(wording, catalog, facts.repo) for wording in facts.wordings),
        meaning=to_html(prose.meaning),
        sources=sources[:SHOWN_SOURCES],
        more_sources=sources[SHOWN_SOURCES:],
        excerpt=_excerpt(record),
        solutions=_solutions(record),
        code=_code(record),
        trigger=to_html(prose.trigger),
        situations=to_html(prose.situations),
        prevention=tuple(line_to_html(tip) for tip in prose.prevention),
        follows=tuple(cause for slug in facts.cascade_of if (cause := catalog.by_slug(slug)) is not None),
        related=tuple(catalog.related(record)),
        upstream=tuple(Link(up.ref, _issue_url(up.ref), up.note) for up in facts.upstream),
        basis=basis,
        day=day,
    )


def span(first: str, last: str) -> str:
    """A range of releases in words: ``v0.14.0 to v0.18.0``, ``since v0.17.0``, ``v0.9.0``, ``main``."""
    if first == last:
        return first
    return f"since {first}" if last == MAIN else f"{first} to {last}"


def _wording(wording: Wording, catalog: Catalog, repo: str) -> WordingLine:
    # A family's pattern stands nowhere word for word; the texts it covers tell its releases.
    sites = (site for site in sites_saying(wording, catalog.sites) if site.repo == repo)
    runs = () if wording.external else lifetimes(sites, catalog.releases(repo))
    return WordingLine(wording.text, tuple(span(*run) for run in runs), _origin(wording, bool(runs)))


def _origin(wording: Wording, has_lived: bool) -> str:
    if wording.external == "other":
        return f"not raised by Burn: {wording.source}"
    if wording.external:
        return f"raised by {wording.external}, not by Burn"
    if wording.commit and not has_lived:
        return f"known from commit {wording.commit[:10]}"
    return ""


def _sources(record: Record, catalog: Catalog) -> tuple[Link, ...]:
    """Where it's raised, newest release first, each linked to that release's tag: such a link never moves."""
    placed = [_newest_place(site, catalog) for site in catalog.sites_of(record)]
    placed.sort(key=lambda place: (-place[0], place[1].text))
    links = tuple(dict.fromkeys(link for _, link in placed))
    if not links and (only := shown_place(record, catalog)) is not None:
        return (Link(only.path, only.url, only.tag[:10]),)
    return links


def _newest_place(site: Site, catalog: Catalog) -> tuple[int, Link]:
    """How new the newest release with the site is, and a link to its line there; ``main`` by its commit."""
    tag, releases = newest_release(site, catalog), catalog.releases(site.repo)
    line = line_in(site, tag, releases)
    still = commit_of(site.repo, tag) or tag if tag == MAIN else tag
    url = f"https://github.com/{site.repo}/blob/{quote(still)}/{quote(site.path)}#L{line}"
    return releases.index(tag), Link(f"{site.path}:{line}", url, f"{site.function} · {tag}")


def _excerpt(record: Record) -> Markup | None:
    """The source as an imported document brings it; ours bring none, their link shows it."""
    code = record.imported.record.source_code if record.imported else None
    return code_html(code) if code else None


def _solutions(record: Record) -> tuple[Solution, ...]:
    told: dict[int, str] = {}
    for basis in record.facts.bases:
        holds = "" if basis.releases == "all" else f", for {basis.releases}"
        told[basis.solution] = f"{basis.basis}{holds}"
    return tuple(
        Solution(to_html(text), told.get(number, "")) for number, text in enumerate(record.prose.solutions, 1)
    )


def _code(record: Record) -> tuple[CodeBlock, ...]:
    prose = record.prose
    blocks = (
        ("Before", prose.before, prose.language),
        ("After", prose.after, prose.language),
        ("Validation code", prose.validation_code, "rust"),
        ("Type guard", prose.type_guard, "rust"),
        ("Catch pattern", prose.catch_pattern, "rust"),
    )
    return tuple(CodeBlock(heading, code_html(code, language)) for heading, code, language in blocks if code)


def _stand(record: Record) -> tuple[str, str]:
    """The state of the source that the record was checked against, and the day of its last change."""
    if record.imported is not None:
        told = record.imported.record
        return (told.analyzed_sha or "")[:10], (told.content_changed_at or told.analyzed_at or "")[:10]
    facts = record.facts
    commit = commit_of(facts.repo, facts.checked) if facts.checked else None
    basis = f"{facts.checked} ({commit[:10]})" if commit else facts.checked or ""
    return basis, facts.revised or facts.written or ""


def _issue_url(ref: str) -> str:
    """``owner/name#12`` as an address; GitHub leads from there to the pull request where it is one."""
    repo, _, number = ref.partition("#")
    return f"https://github.com/{repo}/issues/{number}"
