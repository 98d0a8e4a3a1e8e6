"""Logging in by the App's OAuth flow, and out again."""

from __future__ import annotations

import hmac
import secrets
from http import HTTPStatus
from typing import Final

import structlog
from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from bot.github.errors import GitHubError
from bot.store import sessions
from bot.store.clock import now
from bot.store.installations import Repository
from bot.web.services import services
from bot.web.triage.room import cookie, is_secure, keep_nothing, own_form, reading, signed_in, triage

bp = Blueprint("login", __name__, url_prefix="/triage")
bp.after_request(keep_nothing)
PENDING: Final = "burnerr-login"
PATIENCE: Final = 600  # seconds between going to GitHub and coming back
LONGEST_WAY: Final = 1_000  # characters of a path: browsers keep no cookie above 4 KB
_SPLIT: Final = "."
log = structlog.get_logger(__name__)


@bp.get("/login")
def begin() -> Answer:
    """Send somebody to GitHub. What they come back with has to fit what their own browser kept."""
    state, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
    answer = redirect(triage().oauth.authorize(state, verifier, _back()), HTTPStatus.SEE_OTHER)
    kept = _SPLIT.join((state, verifier, _ours(request.args.get("to", ""))))
    answer.set_cookie(
        PENDING,
        kept,
        max_age=PATIENCE,
        httponly=True,
        secure=is_secure(),
        samesite="Lax",
        path="/triage/login",
    )
    return answer


@bp.get("/login/back")
def back() -> Answer:
    """Whoever comes back from GitHub is logged in, if it was this browser that went there."""
    state, _, rest = request.cookies.get(PENDING, "").partition(_SPLIT)
    verifier, _, to = rest.partition(_SPLIT)
    if not state or not hmac.compare_digest(state.encode(), request.args.get("state", "").encode()):
        abort(HTTPStatus.BAD_REQUEST, "This login wasn't begun here, or took too long. Begin again.")
    if "error" in request.args or not request.args.get("code"):
        abort(HTTPStatus.FORBIDDEN, "GitHub didn't log you in. Begin again if you meant to.")
    try:
        visitor = triage().oauth.visitor(request.args["code"], verifier, _back())
    except GitHubError as error:
        log.warning("a login failed", error=str(error))
        abort(HTTPStatus.BAD_GATEWAY, "GitHub didn't confirm the login. Begin again.")
    repositories = [Repository(each.id, each.name, each.private) for each in visitor.repositories]
    with reading() as connection:
        key = sessions.begin(connection, visitor.login, visitor.id, repositories, now(connection))
    log.info("logged in", login=visitor.login, repositories=len(repositories))
    answer = redirect(_ours(to) or url_for("triage.everything"), HTTPStatus.SEE_OTHER)
    answer.set_cookie(
        cookie(),
        key,
        max_age=int(sessions.LONGEST),
        httponly=True,
        secure=is_secure(),
        samesite="Lax",
        path="/",
    )
    answer.delete_cookie(PENDING, path="/triage/login")
    return answer


@bp.post("/logout")
@signed_in
@own_form
def end() -> Answer:
    """Log out, here and in the store."""
    with reading() as connection:
        sessions.end(connection, request.cookies.get(cookie(), ""))
    answer = redirect(url_for("triage.everything"), HTTPStatus.SEE_OTHER)
    answer.delete_cookie(cookie(), path="/", secure=is_secure(), httponly=True, samesite="Lax")
    return answer


def _back() -> str:
    return f"{services().settings.base_url}{url_for('login.back')}"


def _ours(path: str) -> str:
    """A path of these pages, else nothing: a login leads nowhere else."""
    begins = (
        path.startswith("/triage/") and len(path) <= LONGEST_WAY and "//" not in path and "\\" not in path
    )
    return path if begins and path.isprintable() and path.isascii() and _SPLIT + _SPLIT not in path else ""
