"""``/healthz``: the process answers. ``/readyz``: it has all it needs to take deliveries."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, jsonify

from bot.web.problems import problem
from bot.web.services import services

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def healthz() -> Response:
    """Whether the process is alive; asks nobody, so that a slow database gets no process killed."""
    return jsonify({"status": "ok"})


@bp.get("/readyz")
def readyz() -> Response:
    """Whether to send deliveries here: 200, or 503 with what is wrong."""
    wrong = {name: said for name, check in services().checks.items() if (said := check()) is not None}
    if wrong:
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, "not ready", checks=wrong)
    return jsonify({"status": "ready", "checks": sorted(services().checks)})
