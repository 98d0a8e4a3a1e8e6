"""What maintainers change: each form becomes a job, and a page that says what became of it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from bot.web.triage.room import keep_nothing, me, own_form, repository, signed_in, triage
from bot.web.triage.views import names
from bot.work.triage.desk import (
    MOST_AT_ONCE,
    Action,
    Change,
    Happened,
    Person,
    Stage,
)

bp = Blueprint("changes", __name__, url_prefix="/triage")
bp.after_request(keep_nothing)
LONGEST_WHY: Final = 500  # characters
_NUL: Final = "\0"  # PostgreSQL takes none in a text, and would seem to be away
STRANGE: Final = "That isn't something that can be asked for."


@bp.post("/<owner>/<name>/change")
@signed_in
@own_form
def change(owner: str, name: str) -> Answer:
    """Ask for one change."""
    where, said = repository(owner, name), request.form
    try:
        action = Action(said.get("action", ""))
        issue = number_in(said.get("issue", "")) if action.needs_issue else None
    except ValueError:
        abort(HTTPStatus.BAD_REQUEST, STRANGE)
    asked = Change(
        action,
        Person(me().login, me().person_id),
        where.id,
        said.get("token", ""),
        issue=issue,
        subject=said.get("subject", "") if action.needs_subject else "",
        seen=said.get("seen", ""),
        why=said.get("why", "")[:LONGEST_WHY],
    )
    triage().desk.ask(asked)
    to = url_for("changes.happened", owner=owner, name=name, token=asked.token)
    return redirect(to, HTTPStatus.SEE_OTHER)


@bp.post("/<owner>/<name>/post-all")
@signed_in
@own_form
def post_all(owner: str, name: str) -> str:
    """Ask for the answers of a preview that were chosen, each by the digest of what was shown."""
    where, said = repository(owner, name), request.form
    pairs = [each.partition(" ") for each in said.getlist("post")]
    if _NUL in said.get("token", ""):
        abort(HTTPStatus.BAD_REQUEST, STRANGE)
    if len(pairs) > MOST_AT_ONCE:
        abort(HTTPStatus.BAD_REQUEST, f"At most {MOST_AT_ONCE} at once.")
    try:
        chosen = [(number_in(issue), digest) for issue, _, digest in pairs]
    except ValueError:
        abort(HTTPStatus.BAD_REQUEST, STRANGE)
    desk, person = triage().desk, Person(me().login, me().person_id)
    batch = desk.post_all(person, where.id, chosen, said.get("token", ""))
    found = desk.batch(batch.token)
    return render_template("triage/batch.html", where=where, batch=batch, found=found, **names())


@bp.get("/<owner>/<name>/changes/<token>")
@signed_in
def happened(owner: str, name: str, token: str) -> Answer:
    """What became of a change. While it's under way, the page asks to be loaded again."""
    where = repository(owner, name)
    found = None if _NUL in token else triage().desk.happened(token)
    if found is None or found.repo_id != where.id:
        abort(HTTPStatus.NOT_FOUND, "No such change was asked for.")
    is_pending = found.state is Stage.PENDING
    page = render_template(
        "triage/happened.html", where=where, found=found, undo=_undo(found), is_pending=is_pending, **names()
    )
    answer = Answer(page, content_type="text/html; charset=utf-8")
    if is_pending:
        answer.headers["Refresh"] = "2"
    return answer


def _undo(found: Happened) -> Action | None:
    return found.action.undo if found.state is Stage.DONE else None


def number_in(text: str) -> int:
    """An issue's number as a form has it. Raises ``ValueError``."""
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        raise ValueError(text)
    return int(text)
