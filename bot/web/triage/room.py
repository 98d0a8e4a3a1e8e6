"""What the pages of maintainers work with, and who is asking."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Final, ParamSpec, cast

from flask import abort, current_app, g, redirect, render_template, request, url_for
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.wrappers import Response as Answer

from bot.github.oauth import OAuth
from bot.store import sessions
from bot.store.clock import now
from bot.store.installations import Repository
from bot.store.sessions import Session
from bot.work.triage.desk import Desk

EXTENSION: Final = "burnerr-triage"
P = ParamSpec("P")
View = Callable[P, str | Answer]


@dataclass(frozen=True, slots=True)
class Triage:
    """The database, the desk that takes changes, and the App's login."""

    engine: Engine
    desk: Desk
    oauth: OAuth


def triage() -> Triage:
    """The bundle of the app that answers the current request; 404 with what to do where login is off."""
    found = current_app.extensions.get(EXTENSION)
    if found is None:
        abort(
            HTTPStatus.NOT_FOUND,
            "Login is switched off here. Its operator can set BURNERR_CLIENT_ID and BURNERR_CLIENT_SECRET.",
        )
    return cast("Triage", found)


def cookie() -> str:
    """The name of the session's cookie: over HTTPS one that no other host can set."""
    return "__Host-burnerr" if is_secure() else "burnerr-session"


def is_secure() -> bool:
    """Whether people reach this server over HTTPS."""
    return bool(current_app.config["SESSION_COOKIE_SECURE"])


@contextmanager
def reading() -> Iterator[Connection]:
    """A connection to read with; 503 while the database is away."""
    try:
        with triage().engine.begin() as connection:
            yield connection
    except SQLAlchemyError:
        abort(HTTPStatus.SERVICE_UNAVAILABLE, "The database doesn't answer just now. Try again in a minute.")


def session() -> Session | None:
    """Who is asking, if they're logged in."""
    if "session" not in g:
        key = request.cookies.get(cookie(), "")
        g.session = None
        if key:
            with reading() as connection:
                g.session = sessions.find(connection, key, now(connection))
    return cast("Session | None", g.session)


def me() -> Session:
    """Who is asking; only within `signed_in`."""
    found = session()
    if found is None:
        abort(HTTPStatus.UNAUTHORIZED)
    return found


def signed_in(view: View[P]) -> View[P]:
    """Ask for a login first. A change that is sent without one is refused, and has to be sent again."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> str | Answer:
        triage()
        if session() is not None:
            return view(*args, **kwargs)
        if request.method not in {"GET", "HEAD"}:
            abort(HTTPStatus.FORBIDDEN, "You are not logged in any more. Log in and do it again.")
        if request.path == url_for("triage.everything"):
            return render_template("triage/welcome.html")
        return redirect(url_for("login.begin", to=request.path), HTTPStatus.SEE_OTHER)

    return guarded


def own_form(view: View[P]) -> View[P]:
    """Refuse forms that aren't ours: another page's can't know the session's token."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> str | Answer:
        given = request.form.get("csrf", "").encode()
        if not hmac.compare_digest(given, me().csrf.encode()):
            abort(HTTPStatus.FORBIDDEN, "This form isn't of your session. Open the page again.")
        return view(*args, **kwargs)

    return guarded


def repository(owner: str, name: str) -> Repository:
    """One of the asker's repositories; 404 for all others, whether they exist or not."""
    found = me().repository(f"{owner}/{name}")
    if found is None:
        abort(HTTPStatus.NOT_FOUND, "There is no such repository among those you may write to.")
    return found


def keep_nothing(answer: Answer) -> Answer:
    """Let no cache keep what only one person may see."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Vary"] = "Cookie"
    return answer
