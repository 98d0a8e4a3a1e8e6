"""The same knowledge for programs: ``/api/errors``, ``/api/errors/<id>``, ``POST /api/explain``."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import from_json
from werkzeug.exceptions import RequestEntityTooLarge

from bot.catalog.interchange import document
from bot.catalog.model import Record
from bot.recognize.explain_json import batch_line
from bot.recognize.model import Report
from bot.web.body import read_body
from bot.web.index import find
from bot.web.kept import may_be_kept
from bot.web.list_query import ListQuery
from bot.web.openapi import openapi
from bot.web.paging import page_of
from bot.web.services import services

bp = Blueprint("api", __name__, url_prefix="/api")
bp.after_request(may_be_kept)

LARGEST_REPORT = 1024 * 1024  # bytes; a whole training log, and still read in a fraction of a second


class Question(BaseModel):
    """The body of ``POST /api/explain``: what an issue or a log says."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str
    title: str = ""
    id: str = ""


def _json(content: Any) -> Response:
    return Response(json.dumps(content, ensure_ascii=False), content_type="application/json")


@bp.get("/errors")
def errors() -> Response:
    """The list, page by page: of each record its id, slug, title, patterns and where its document is."""
    try:
        asked = ListQuery.model_validate(request.args.to_dict())
    except ValidationError as refused:
        abort(422, _wrong(refused))
    here = services()
    records = find(asked.q.strip()) if asked.q.strip() else here.catalog.records
    shown = page_of(here.selection.choose(records, asked.wanted), asked.page, asked.limit)
    if shown is None:
        abort(404, "There is no such page.")
    more = urlencode({**request.args.to_dict(), "page": asked.page + 1})
    following = f"{url_for('api.errors')}?{more}" if shown.page < shown.pages else None
    return _json(
        {
            "errors": [_summary(record) for record in shown.items],
            "page": shown.page,
            "pages": shown.pages,
            "total": shown.total,
            "next": following,
        }
    )


def _summary(record: Record) -> dict[str, Any]:
    facts = record.facts
    return {
        "id": facts.id,
        "slug": record.slug,
        "title": facts.title,
        "repo": facts.repo,
        "crate": facts.crate,
        "cause": facts.cause.value,
        "severity": facts.severity,
        "messagePatterns": [wording.text for wording in facts.wordings],
        "tags": list(facts.tags),
        "url": url_for("api.error", record_id=facts.id),
        "page": url_for("site.record", slug=record.slug),
    }


@bp.get("/errors/<record_id>")
def error(record_id: str) -> Response:
    """One record as a document of the public shape; ids that a record had before find it too."""
    catalog = services().catalog
    found = catalog.by_id(record_id)
    if found is None:
        abort(404, "No error has this id.")
    return _json(document(found, catalog))


@bp.post("/explain")
def explain() -> Response:
    """What is known about a text: JSON ``{"text", "title"?, "id"?}`` or plain text in, the verdict out."""
    question = _question()
    here = services()
    verdict = here.recognizer.read(Report(title=question.title, body=question.text))
    return _json(batch_line(question.id, verdict, here.catalog, here.settings.base_url))


@bp.get("/openapi.json")
def description() -> Response:
    """The API, described for programs and for those who write them."""
    return _json(openapi(services().catalog, services().settings.base_url))


def _question() -> Question:
    try:
        body = read_body(LARGEST_REPORT)
    except RequestEntityTooLarge:
        abort(413, f"A report may have {LARGEST_REPORT} bytes at most.")
    if request.mimetype == "text/plain":
        return Question(text=body.decode("utf-8", "replace"))
    if request.mimetype != "application/json":
        abort(415, "Send application/json with a text, or text/plain.")
    try:
        return Question.model_validate(from_json(body))
    except ValidationError as refused:
        abort(422, _wrong(refused))
    except ValueError:
        abort(400, "The body is not JSON.")


def _wrong(refused: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, e['loc'])) or 'body'}: {e['msg']}" for e in refused.errors())


@bp.after_request
def others_may_read(answer: Response) -> Response:
    """Pages of other sites may read what is public anyway; nothing here depends on who asks."""
    if request.method in ("GET", "HEAD"):
        answer.headers["Access-Control-Allow-Origin"] = "*"
        answer.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return answer
