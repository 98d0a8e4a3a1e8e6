"""Putting the pages of maintainers into the application."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask, Response, render_template

from bot.web.triage import forms, login, views
from bot.web.triage.room import EXTENSION, Triage
from bot.work.triage.desk import CannotAskError, DeskUnavailableError

ROOMS = (views.bp, forms.bp, login.bp)
AWAY = "The database doesn't answer just now. Try again in a minute: nothing is done twice."


def offer_triage(app: Flask, triage: Triage | None, *, https: bool) -> None:
    """Let the pages be there; without ``triage`` they say that login is switched off."""
    app.config["SESSION_COOKIE_SECURE"] = https
    if triage is not None:
        app.extensions[EXTENSION] = triage
    for room in ROOMS:
        app.register_blueprint(room)
    app.register_error_handler(CannotAskError, _cannot)
    app.register_error_handler(DeskUnavailableError, _away)


def _cannot(error: CannotAskError) -> Response:
    return _page(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))


def _away(_error: DeskUnavailableError) -> Response:
    return _page(HTTPStatus.SERVICE_UNAVAILABLE, AWAY)


def _page(status: HTTPStatus, detail: str) -> Response:
    page = render_template("problem.html", status=status.value, title=status.phrase, detail=detail)
    return Response(page, status.value)
