"""The set-up pages, as an application of their own: it knows no database and takes no webhook."""

from __future__ import annotations

import hmac
import json
import secrets
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from bot.github.errors import GitHubError, Later
from bot.github.manifest_flow import CreatedApp, exchange
from bot.web.assets import offer_assets
from bot.web.security import POLICY, send_security_headers
from bot.web.setup import keep
from bot.web.setup.guard import COOKIE, has_key, is_local
from bot.web.setup.hosts import Host, host_of, organisation_of
from bot.web.setup.manifest import manifest_for
from bot.work.app_manifest import load_manifest

GOOD_FOR: Final = 3_600.0  # seconds; GitHub's code is good for as long
MOST_PENDING: Final = 100
NOT_YOURS: Final = (
    "This server isn't set up yet. Open the address that it printed at its start, with the key, or open this "
    "page on the machine itself."
)


@dataclass(frozen=True, slots=True)
class Pending:
    """An App that somebody went to GitHub to make."""

    host: Host
    public_url: str
    keeps: bool
    at: float


@dataclass(slots=True)
class Setup:
    """What the pages work with: the ``file`` for the settings, and the ``key`` that opens the pages.

    Whoever waits for the settings waits for the file.
    """

    file: Path
    key: str
    public_url: str | None
    pending: dict[str, Pending] = field(default_factory=dict)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """What our own form carries, so that no other page sends it for somebody."""

    def expect(self, pending: Pending) -> str:
        """Remember who went away to make an App; the state they come back with."""
        state = secrets.token_urlsafe(24)
        while len(self.pending) >= MOST_PENDING:
            del self.pending[next(iter(self.pending))]
        self.pending[state] = pending
        return state

    def back(self, state: str) -> Pending | None:
        """Who comes back with this state; once, and within the hour."""
        known = next((each for each in self.pending if hmac.compare_digest(each, state)), None)
        found = self.pending.pop(known) if known is not None else None
        return found if found is not None and time.monotonic() - found.at < GOOD_FOR else None


def create_setup_app(setup: Setup) -> Flask:
    """The application: ``/setup`` and the way back to it. Everybody else is told that nothing is here yet."""
    app = Flask("bot.web")
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.config["MAX_CONTENT_LENGTH"] = 20_000
    app.register_error_handler(HTTPException, _answer)
    send_security_headers(app, https=False)
    offer_assets(app)

    @app.before_request
    def only_the_operator() -> Answer | None:
        if request.path.startswith("/static/"):
            return None
        if request.path == "/healthz":
            return Response("waits to be set up\n", HTTPStatus.SERVICE_UNAVAILABLE, content_type="text/plain")
        if not (is_local(request) or has_key(request, setup.key)):
            abort(HTTPStatus.FORBIDDEN, NOT_YOURS)
        if "key" in request.args and has_key(request, setup.key):
            # Out of the address bar, and out of what the browser remembers of it.
            answer = redirect("/setup", HTTPStatus.SEE_OTHER)
            answer.set_cookie(COOKIE, setup.key, httponly=True, samesite="Lax", secure=request.is_secure)
            return answer
        return None

    @app.after_request
    def keep_nothing(answer: Answer) -> Answer:
        if not request.path.startswith("/static/"):
            answer.headers["Cache-Control"] = "no-store"
        return answer

    app.add_url_rule("/", view_func=lambda: _form(setup), endpoint="root")
    app.add_url_rule("/setup", view_func=lambda: _form(setup), endpoint="form")
    app.add_url_rule("/setup", view_func=lambda: _send(setup), endpoint="send", methods=["POST"])
    app.add_url_rule("/setup/created", view_func=lambda: _created(setup), endpoint="created")
    return app


def _answer(error: HTTPException) -> Response:
    status = HTTPStatus(error.code or 500)
    detail = error.description or status.description
    return Response(render_template("setup/problem.html", title=status.phrase, detail=detail), status)


def _form(setup: Setup, problem: str = "", status: HTTPStatus = HTTPStatus.OK) -> Response:
    said = request.form
    page = render_template(
        "setup/form.html",
        problem=problem,
        token=setup.token,
        file=setup.file,
        name=said.get("name", "burnerr"),
        organisation=said.get("organisation", ""),
        host=said.get("host", "github.com"),
        public_url=said.get("public_url", setup.public_url or ""),
        keeps=said.get("keep", "file") == "file",
        manifest=load_manifest(),
    )
    return Response(page, status)


def _send(setup: Setup) -> Response:
    if not hmac.compare_digest(request.form.get("token", "").encode(), setup.token.encode()):
        return _form(setup, "This form is an old one. Send it once more.", HTTPStatus.FORBIDDEN)
    said = request.form
    try:
        host = host_of(said.get("host", ""))
        target = host.new_app(organisation_of(said.get("organisation", "")))
        public_url = said.get("public_url", "").strip().rstrip("/")
        back = f"{request.host_url.rstrip('/')}/setup/created"
        manifest = manifest_for(load_manifest(), said.get("name", ""), public_url, back)
    except ValueError as error:
        return _form(setup, f"{str(error)[:1].upper()}{str(error)[1:]}.", HTTPStatus.UNPROCESSABLE_ENTITY)
    state = setup.expect(Pending(host, public_url, said.get("keep") == "file", time.monotonic()))
    page = render_template(
        "setup/send.html", target=f"{target}?state={state}", manifest=json.dumps(manifest), host=host
    )
    answer = Response(page)
    # The one page whose form leads elsewhere: to the GitHub that was named.
    answer.headers["Content-Security-Policy"] = POLICY.replace(
        "form-action 'self'", f"form-action 'self' {host.pages}"
    )
    return answer


def _created(setup: Setup) -> Response:
    pending = setup.back(request.args.get("state", ""))
    if pending is None:
        return _form(
            setup,
            "This answer of GitHub's wasn't asked for here, or was used already. If an App was made, "
            "delete it on GitHub or enter its settings by hand; else begin again.",
            HTTPStatus.BAD_REQUEST,
        )
    try:
        app = exchange(pending.host.api, request.args.get("code", ""))
    except GitHubError as error:
        more = " Look whether the App exists before you make another." if isinstance(error, Later) else ""
        return _form(setup, f"{str(error)[:1].upper()}{str(error)[1:]}.{more}", HTTPStatus.BAD_GATEWAY)
    return _kept(setup, pending, app)


def _kept(setup: Setup, pending: Pending, app: CreatedApp) -> Response:
    lines = keep.lines_for(app, pending.public_url, pending.host.api)
    problem = ""
    if pending.keeps:
        try:
            keep.write(setup.file, lines)
        except OSError as error:
            problem = f"{setup.file} can't be written ({error.strerror})."
    is_kept = pending.keeps and not problem
    page = render_template(
        "setup/done.html", app=app, file=setup.file, problem=problem, lines="" if is_kept else lines
    )
    return Response(page)
