"""Errors as answers: RFC 9457 problem documents for programs, a plain page for people."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

# Paths whose callers are programs, whatever their Accept header says.
_FOR_PROGRAMS = ("/api/", "/webhook", "/healthz", "/readyz", "/metrics")


def problem(status: HTTPStatus, detail: str, **more: Any) -> Response:
    """A problem document. ``detail`` is a sentence for whoever called; ``more`` are further members."""
    document = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        **more,
    }
    return Response(json.dumps(document), status.value, content_type="application/problem+json")


def answer_errors_plainly(app: Flask) -> None:
    """Make every error that Flask raises (404, 405, 413, 500 …) an answer of the kinds above."""
    app.register_error_handler(HTTPException, _answer)


def _answer(error: HTTPException) -> Response:
    status = HTTPStatus(error.code or 500)
    detail = error.description or status.description
    if request.path.startswith(_FOR_PROGRAMS):
        answer = problem(status, detail)
    else:
        page = render_template("problem.html", status=status.value, title=status.phrase, detail=detail)
        answer = Response(page, status.value)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer
