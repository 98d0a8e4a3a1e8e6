"""The pages that people read: ``/errors`` and ``/errors/<slug>``."""

from __future__ import annotations

import re
from itertools import groupby

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from bot.catalog.model import Record
from bot.web.search import LONGEST_QUERY
from bot.web.services import services

bp = Blueprint("site", __name__)
_ID = re.compile(r"[0-9a-f]{16}")


@bp.get("/")
def home() -> AnyResponse:
    """There is one place to begin."""
    return redirect(url_for("site.index"))


@bp.get("/errors")
def index() -> str:
    """Every known error by crate, or those that a search finds."""
    query = request.args.get("q", "")[:LONGEST_QUERY].strip()
    found = services().search.find(query) if query else services().catalog.records
    return render_template("index.html", query=query, count=len(found), crates=_by_crate(found))


def _by_crate(records: tuple[Record, ...]) -> list[tuple[str, list[Record]]]:
    ordered = sorted(records, key=lambda record: record.facts.crate)
    return [(crate, list(group)) for crate, group in groupby(ordered, key=lambda record: record.facts.crate)]


@bp.get("/errors/<slug>")
def record(slug: str) -> str | AnyResponse:
    """One known error. Its id and the slugs it had before lead to it."""
    catalog = services().catalog
    found = catalog.by_id(slug) if _ID.fullmatch(slug) else catalog.by_slug(slug)
    if found is None:
        abort(404, "No error is known by this name.")
    if found.slug != slug:
        return redirect(url_for("site.record", slug=found.slug), code=301)
    return render_template("record.html", page=services().pages.page(found), record=found)


@bp.after_request
def may_be_kept(answer: Response) -> Response:
    """Let browsers and proxies keep a page for a while and ask whether it's still the same."""
    if answer.status_code == 200:
        answer.cache_control.public = True
        answer.cache_control.max_age = 300  # seconds; a new catalogue is seen within minutes
        answer.add_etag()
        answer.make_conditional(request)
    return answer
