"""``POST /webhook``: a call from GitHub is checked, understood, stored, and acknowledged.

Nothing is parsed before the signature holds over the raw body. Nothing is acknowledged with 202 before it is
stored. The process neither calls GitHub here nor waits for a job.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import structlog
from flask import Blueprint, Response, jsonify, request
from pydantic_core import from_json
from werkzeug.exceptions import RequestEntityTooLarge

from bot.web import signature
from bot.web.body import read_body
from bot.web.problems import problem
from bot.web.services import services
from bot.web.understand import Ignored, MalformedPayloadError, understand
from bot.work.intake import Accepted, Delivery, IntakeUnavailable

bp = Blueprint("webhook", __name__)
log = structlog.get_logger(__name__)

LARGEST_BODY = 25 * 1024 * 1024  # bytes; GitHub sends none above 25 MB
RETRY_AFTER = 30  # seconds; for whoever asks again by hand or by redelivery: GitHub itself doesn't
_DELIVERY_ID = re.compile(r"[A-Za-z0-9-]{1,64}")  # GitHub's are GUIDs


@dataclass(frozen=True, slots=True)
class _Refused(Exception):  # noqa: N818  named for what it says: the call is refused
    """A call that isn't taken; ``outcome`` is its label in the figures."""

    status: HTTPStatus
    outcome: str
    detail: str
    more: tuple[str, ...] = ()


@bp.post("/webhook")
def webhook() -> Response:
    """Answer one call. The body is JSON: ``outcome`` and, where nothing is done, ``reason``."""
    start = time.perf_counter()
    event = request.headers.get("X-GitHub-Event")
    try:
        outcome, answer = _take(event)
    except _Refused as refused:
        outcome, answer = refused.outcome, _refusal(refused)
    services().metrics.delivery(event, outcome, time.perf_counter() - start)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _take(event: str | None) -> tuple[str, Response]:
    body = _signed_body()
    delivery_id = request.headers.get("X-GitHub-Delivery")
    if not event or not delivery_id:
        missing = "X-GitHub-Event" if not event else "X-GitHub-Delivery"
        raise _Refused(HTTPStatus.BAD_REQUEST, "malformed", f"the header {missing} is missing")
    if not _DELIVERY_ID.fullmatch(delivery_id):
        raise _Refused(HTTPStatus.BAD_REQUEST, "malformed", "X-GitHub-Delivery is no delivery's id")
    document = _document(body)
    if event == "ping":
        return "pong", _say(HTTPStatus.OK, "pong", delivery_id)
    try:
        understood = understand(event, delivery_id, document)
    except MalformedPayloadError as malformed:
        log.warning(
            "malformed payload", delivery=delivery_id, github_event=event, problems=malformed.problems
        )
        detail = f"not the shape of a payload of {event!r}"
        raise _Refused(HTTPStatus.BAD_REQUEST, "malformed", detail, malformed.problems) from None
    if isinstance(understood, Ignored):
        return "ignored", _say(HTTPStatus.OK, "ignored", delivery_id, reason=understood.reason)
    return _store(understood)


def _signed_body() -> bytes:
    """The raw body of a call that is small enough, says it is JSON, and is signed."""
    if request.mimetype != "application/json":
        detail = 'send application/json: choose it as "Content type" in the webhook\'s settings on GitHub'
        raise _Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "wrong_type", detail)
    try:
        body = read_body(LARGEST_BODY)
    except RequestEntityTooLarge:
        detail = f"more than {LARGEST_BODY} bytes"
        raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", detail) from None
    secrets = services().settings.webhook_secrets
    if not signature.is_signed(body, request.headers.get(signature.HEADER), secrets):
        detail = f"{signature.HEADER} is missing, or isn't this body's signature with our secret"
        raise _Refused(HTTPStatus.UNAUTHORIZED, "unsigned", detail)
    return body


def _document(body: bytes) -> dict[str, Any]:
    try:
        document = from_json(body)
    except ValueError:
        raise _Refused(HTTPStatus.BAD_REQUEST, "malformed", "the body is not JSON") from None
    if not isinstance(document, dict):
        raise _Refused(HTTPStatus.BAD_REQUEST, "malformed", "the body is not a JSON object")
    return document


def _store(delivery: Delivery) -> tuple[str, Response]:
    try:
        accepted = services().intake.accept(delivery)
    except IntakeUnavailable as unavailable:
        log.error("delivery not stored", delivery=delivery.id, reason=str(unavailable))
        detail = "it can't be stored right now; send it again"
        raise _Refused(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", detail) from unavailable
    outcome = "stored" if accepted is Accepted.NEW else "known"
    about = {"delivery": delivery.id, "github_event": delivery.event, "action": delivery.action}
    log.info("delivery acknowledged", outcome=outcome, **about)
    return outcome, _say(HTTPStatus.ACCEPTED, outcome, delivery.id)


def _say(status: HTTPStatus, outcome: str, delivery: str, **more: str) -> Response:
    answer = jsonify({"outcome": outcome, "delivery": delivery, **more})
    answer.status_code = status
    return answer


def _refusal(refused: _Refused) -> Response:
    more = {"problems": list(refused.more)} if refused.more else {}
    answer = problem(refused.status, refused.detail, **more)
    if refused.status is HTTPStatus.SERVICE_UNAVAILABLE:
        answer.headers["Retry-After"] = str(RETRY_AFTER)
    return answer
