"""``/errors``: every known error, those that a search finds, and what a pasted log says."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from bot.catalog.model import Record
from bot.catalog.search import LONGEST_QUERY
from bot.recognize.model import Band, Report
from bot.web.kept import may_be_kept
from bot.web.paging import page_of
from bot.web.reading import read_log
from bot.web.selection import Wanted
from bot.web.services import services

bp = Blueprint("index", __name__)
bp.after_request(may_be_kept)
SIZE = 50  # records a page
LARGEST_LOG = 1024 * 1024  # bytes, as it is sent
_A_MESSAGE = 12  # characters; a shorter text is read as words alone


@bp.get("/")
def home() -> AnyResponse:
    """There is one place to begin."""
    return redirect(url_for("index.errors"))


@bp.get("/errors")
def errors() -> str:
    """Every known error by crate, or those that a search and the chosen crate, cause, release, tag leave.

    ``part=1`` asks for the list alone, to be put into the page as one types.
    """
    here = services()
    query = request.args.get("q", "")[:LONGEST_QUERY].strip()
    wanted = Wanted(*(request.args.get(key, "")[:80].strip() for key in ("crate", "cause", "release", "tag")))
    records = find(query) if query else here.selection.by_crate
    shown = page_of(here.selection.choose(records, wanted), request.args.get("page", 1, int), SIZE)
    if shown is None:
        abort(404, "There is no such page.")
    chosen = {key: value for key, value in _told(wanted, query).items() if value}
    return render_template(
        "found.html" if "part" in request.args else "index.html",
        query=query, wanted=wanted, shown=shown, chosen=chosen, choices=here.selection,
    )  # fmt: skip


@bp.post("/errors")
def read() -> str | AnyResponse:
    """A pasted log, read as an issue would be. A single line is a search, which has an address of its own."""
    here = services()
    text = _pasted().replace("\r\n", "\n").strip("\n")
    if "\n" not in text and len(text) <= LONGEST_QUERY and "part" not in request.form:
        return redirect(url_for("index.errors", q=text.strip() or None), code=303)
    reading = read_log(text, here.recognizer, here.catalog, here.settings.base_url)
    return render_template(
        "found.html" if "part" in request.form else "index.html",
        query="", log=text if len(text) < 20_000 else "", reading=reading, wanted=Wanted(), chosen={},
        choices=here.selection,
    )  # fmt: skip


def find(query: str) -> tuple[Record, ...]:
    """Records for a query, best first: those recognised in it as in a log, then those that have its words."""
    here = services()
    found = here.search.find(query)
    if len(query) < _A_MESSAGE:
        return found
    verdict = here.recognizer.read(Report(title="", body=query))
    sure = [match.record for match in verdict.matches if match.record and match.band is not Band.WEAK]
    return tuple({record.slug: record for record in (*sure, *found)}.values())


def _pasted() -> str:
    if (request.content_length or 0) > LARGEST_LOG:
        abort(413, "A log may have 1 MiB at most. Leave out what stands before the first panic.")
    request.max_form_memory_size = LARGEST_LOG
    request.max_content_length = LARGEST_LOG
    try:
        return request.form.get("log", "")
    except RequestEntityTooLarge:
        abort(413, "A log may have 1 MiB at most. Leave out what stands before the first panic.")


def _told(wanted: Wanted, query: str) -> dict[str, str]:
    return {
        "q": query,
        "crate": wanted.crate,
        "cause": wanted.cause,
        "release": wanted.release,
        "tag": wanted.tag,
    }
