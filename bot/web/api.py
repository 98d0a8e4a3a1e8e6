"""The same knowledge for programs: ``/api/errors``, ``/api/errors/<id>``, ``POST /api/explain``."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import from_json
from werkzeug.exceptions import RequestEntityTooLarge

from bot.catalog.interchange import document
from bot.catalog.model import Record
from bot.recognize.explain_json import batch_line
from bot.recognize.model import Report
from bot.web.body import read_body
from bot.web.services import services

bp = Blueprint("api", __name__, url_prefix="/api")

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
    """The list: of every record its id, slug, title, patterns and where its document is."""
    return _json({"errors": [_summary(record) for record in services().catalog.records]})


def _summary(record: Record) -> dict[str, Any]:
    facts = record.facts
    return {
        "id": facts.id,
        "slug": record.slug,
        "title": facts.title,
        "repo": facts.repo,
        "crate": facts.crate,
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
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in refused.errors())
        abort(422, f"Not a question: {wrong}")
    except ValueError:
        abort(400, "The body is not JSON.")


@bp.after_request
def may_be_kept(answer: Response) -> Response:
    """Documents may be kept for a while; answers to questions aren't."""
    if request.method == "GET" and answer.status_code == 200:
        answer.cache_control.public = True
        answer.cache_control.max_age = 300  # seconds
        answer.add_etag()
        answer.make_conditional(request)
    else:
        answer.headers["Cache-Control"] = "no-store"
    return answer
