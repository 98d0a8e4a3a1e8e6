"""A record as its page shows it: every section, ready for the template."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from bot.catalog.catalog import Catalog
from bot.catalog.commits import commit_of
from bot.catalog.model import CauseClass, Record
from bot.catalog.shown_place import shown_place
from bot.web.code_blocks import CodeBlock, code_blocks
from bot.web.excerpt import Checkout
from bot.web.places import Link, ReleasePlaces, newest_places, places_by_release
from bot.web.prose import code_html, line_to_html, numbered_code, plain_text, to_html
from bot.web.wording_rows import WordingRow, kindred_rows, picture, wording_rows

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
SHOWN_SOURCES = 5  # the others have a page of their own
SHOWN_A_RELEASE = 2
_TOO_MANY = 40  # places


@dataclass(frozen=True, slots=True)
class Solution:
    """One thing to do, and what it rests on (empty for imported records)."""

    html: Markup
    basis: str


@dataclass(frozen=True, slots=True)
class RecordPage:
    """All that ``templates/record.html`` shows. Lists are empty where a record has no such section.

    ``summary`` is the meaning as plain words, for those who show a link to the page.
    """

    record: Record
    cause: str
    is_gone: bool
    wordings: tuple[WordingRow, ...]
    kindred: tuple[WordingRow, ...]
    picture: Markup | None
    meaning: Markup
    summary: str
    sources: tuple[Link, ...]
    all_sources: int
    by_release: tuple[ReleasePlaces, ...]
    excerpt: Excerpt | None
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


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of the source, and where they stand."""

    html: Markup
    place: str


class RecordPages:
    """Makes the pages of a catalogue's records, each once: a catalogue never changes while a process runs."""

    def __init__(self, catalog: Catalog, checkout: Checkout | None = None) -> None:
        self._catalog = catalog
        self._checkout = checkout
        self._made: dict[str, RecordPage] = {}

    def page(self, record: Record) -> RecordPage:
        """The page of ``record``. Two threads may both make it: the same page twice does no harm."""
        found = self._made.get(record.slug)
        if found is None:
            found = self._made[record.slug] = _page(record, self._catalog, self._checkout)
        return found


def _page(record: Record, catalog: Catalog, checkout: Checkout | None) -> RecordPage:
    facts, prose = record.facts, record.prose
    sources = newest_places(record, catalog)
    wordings, kindred = wording_rows(record, catalog), kindred_rows(record, catalog)
    basis, day = _stand(record)
    return RecordPage(
        record=record,
        cause=CAUSES[facts.cause],
        is_gone=catalog.still_raised(record) is False,
        wordings=wordings,
        kindred=kindred,
        picture=picture(record, (*kindred, *wordings), catalog),
        meaning=to_html(prose.meaning),
        summary=plain_text(prose.meaning),
        sources=sources[:SHOWN_SOURCES],
        all_sources=len(sources),
        by_release=places_by_release(catalog.sites_of(record), facts.repo, catalog, SHOWN_A_RELEASE),
        excerpt=_excerpt(record, catalog, checkout),
        solutions=_solutions(record),
        code=code_blocks(prose),
        trigger=to_html(prose.trigger),
        situations=to_html(prose.situations),
        prevention=tuple(line_to_html(tip) for tip in prose.prevention),
        follows=tuple(cause for slug in facts.cascade_of if (cause := catalog.by_slug(slug)) is not None),
        related=tuple(catalog.related(record)),
        upstream=tuple(Link(up.ref, _issue_url(up.ref), up.note) for up in facts.upstream),
        basis=basis,
        day=day,
    )


def _excerpt(record: Record, catalog: Catalog, checkout: Checkout | None) -> Excerpt | None:
    """The source: as an imported document brings it, or from the operator's checkout; ours bring none.

    One place of very many would say little, and isn't shown.
    """
    if record.imported is not None and (told := record.imported.record).source_code:
        return Excerpt(code_html(told.source_code), f"{told.file_path} at {(told.analyzed_sha or '')[:10]}")
    if checkout is None or len(catalog.sites_of(record)) > _TOO_MANY:
        return None
    place = shown_place(record, catalog)
    lines = checkout.excerpt(place) if place is not None else None
    if place is None or lines is None:
        return None
    return Excerpt(numbered_code(lines.code, lines.first, lines.line), f"{place.path} at {place.tag[:16]}")


def _solutions(record: Record) -> tuple[Solution, ...]:
    told: dict[int, str] = {}
    for basis in record.facts.bases:
        holds = "" if basis.releases == "all" else f", for {basis.releases}"
        told[basis.solution] = f"{basis.basis}{holds}"
    return tuple(
        Solution(to_html(text), told.get(number, "")) for number, text in enumerate(record.prose.solutions, 1)
    )


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
