"""What maintainers see: all of their repositories, one, one issue, one record; and the same as files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any, Final

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from bot.store import triage_reads as reads
from bot.store.installations import Repository
from bot.web.backfill_report import harmless
from bot.web.comment_html import comment_html
from bot.web.services import services
from bot.web.triage import shown
from bot.web.triage.chart import weeks_svg
from bot.web.triage.room import keep_nothing, me, reading, repository, signed_in, triage
from bot.work.triage.desk import Action, new_token

bp = Blueprint("triage", __name__, url_prefix="/triage")
bp.after_request(keep_nothing)
MOST_ROWS: Final = 10_000  # of a file
HISTORY: Final = 30
PREVIEWED: Final = 8  # comments on a page; those posted make room for the next


@bp.get("")
@signed_in
def everything() -> str:
    """All of one's repositories together."""
    mine = me().repositories
    with reading() as connection:
        found = shown.overview(connection, services().catalog, mine)
    return render_template("triage/overview.html", where=None, mine=mine, found=found, **names())


@bp.get("/<owner>/<name>")
@signed_in
def one(owner: str, name: str) -> str:
    """One repository."""
    where = repository(owner, name)
    desk = triage().desk
    with reading() as connection:
        found = shown.overview(connection, services().catalog, [where])
        wishes = reads.wishes(connection, where.id)
    unsaid = {each.issue: each.digest for each in desk.preview(where.id, limit=shown.ROWS)}
    return render_template(
        "triage/overview.html", where=where, mine=[where], found=found, unsaid=unsaid, wishes=wishes,
        changed=desk.history([where.id], HISTORY), **names(),
    )  # fmt: skip


@bp.get("/<owner>/<name>/issues/<int(min=1, max=999_999_999_999):number>")
@signed_in
def issue(owner: str, name: str, number: int) -> str:
    """One issue: what was seen there, on which evidence, the comment, and what can be done."""
    where = repository(owner, name)
    with reading() as connection:
        found = reads.issue(connection, where.id, number)
        seen = reads.seen(connection, [where.id], shown.ROWS, issue=number)
    preview = triage().desk.preview(where.id, [number])
    history = [each for each in triage().desk.history([where.id], 200) if each.issue == number]
    return render_template(
        "triage/issue.html", where=where, number=number, found=found, seen=seen, changed=history,
        digest=preview[0].digest if preview else "", comment=comment_html,
        # What can be posted is what is shown: it may have been noted by hand since the last event.
        body=preview[0].body if preview else found.body, **names(),
    )  # fmt: skip


@bp.get("/<owner>/<name>/records/<slug>")
@signed_in
def record(owner: str, name: str, slug: str) -> str:
    """The issues of a repository in which a record was seen, and how they stand."""
    where = repository(owner, name)
    known = services().catalog.by_slug(slug)
    if known is None:
        abort(404, "No error is known by this name.")
    with reading() as connection:
        seen = reads.seen(connection, [where.id], shown.ROWS * 2, record_id=known.facts.id)
        issues = {each.issue: reads.issue(connection, where.id, each.issue) for each in seen}
        wishes = reads.wishes(connection, where.id)
    return render_template(
        "triage/record.html", where=where, record=known, seen=seen, issues=issues,
        is_muted=known.facts.id in wishes.muted, **names(),
    )  # fmt: skip


@bp.get("/<owner>/<name>/preview")
@signed_in
def preview(owner: str, name: str) -> str:
    """The comments that would have been said and can be posted, as they would look."""
    where = repository(owner, name)
    found = triage().desk.preview(where.id, limit=PREVIEWED)
    return render_template("triage/preview.html", where=where, found=found, comment=comment_html, **names())


@bp.get("/<any(weeks, releases):what>.svg")
@bp.get("/<owner>/<name>/<any(weeks, releases):what>.svg")
@signed_in
def picture(what: str, owner: str = "", name: str = "") -> Answer:
    """The picture of issues by week, by record or by version of Burn."""
    repos = [each.id for each in _asked(owner, name)]
    with reading() as connection:
        found = shown.weeks(connection, services().catalog, repos, releases=what == "releases")
    return Response(weeks_svg(found), content_type="image/svg+xml")


@bp.get("/seen.<kind>")
@bp.get("/<owner>/<name>/seen.<kind>")
@signed_in
def export(kind: str, owner: str = "", name: str = "") -> Answer:
    """Everything that came in, as CSV or JSON."""
    if kind not in {"csv", "json"}:
        abort(404)
    with reading() as connection:
        asked = _asked(owner, name)
        found = reads.seen(connection, [each.id for each in asked], MOST_ROWS)
    rows = [_row(each) for each in shown.by_present_name(found, asked)]
    text = json.dumps(rows, indent=1) if kind == "json" else _csv(rows)
    answer = Response(text, content_type="application/json" if kind == "json" else "text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="burnerr-seen.{kind}"'
    return answer


def _asked(owner: str, name: str) -> Collection[Repository]:
    return [repository(owner, name)] if owner else me().repositories


def _row(each: reads.Seen) -> dict[str, Any]:
    slug, title = shown.title_of(services().catalog, each.record_id)
    return {
        **asdict(each),
        "record": slug,
        "title": title,
        "seen_at": _day(each.seen_at, "%Y-%m-%dT%H:%M:%SZ"),
    }


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*reads.Seen.__dataclass_fields__, "record", "title"])
    for row in rows:
        writer.writerow([harmless(value) for value in row.values()])
    return out.getvalue()


def _day(seconds: float | None, form: str = "%Y-%m-%d %H:%M") -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime(form)


def names() -> dict[str, Any]:
    """What every template of the room uses."""
    catalog, pages = services().catalog, services().settings.pages_url
    person = me()

    def issue_url(repo: str, number: int) -> str:
        return f"{pages}/{repo}/issues/{number}"

    def at(repo: str, endpoint: str, **more: Any) -> str:
        owner, _, name = repo.partition("/")
        return url_for(f"triage.{endpoint}", owner=owner, name=name, **more)

    return {
        "person": replace(person, csrf=""),
        "csrf": person.csrf,
        "token": new_token,
        "day": _day,
        "title": lambda record_id: shown.title_of(catalog, record_id)[1],
        "slug": lambda record_id: shown.title_of(catalog, record_id)[0],
        "knows": lambda slug: catalog.by_slug(slug) is not None,
        "issue_url": issue_url,
        "at": at,
        "Action": Action,
        "here": request.path,
    }
