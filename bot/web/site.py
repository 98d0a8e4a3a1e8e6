"""The page of one error: ``/errors/<slug>``, its places, and the facts of a place without a record."""

from __future__ import annotations

import re

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from bot.catalog.model import Record
from bot.web.kept import may_be_kept
from bot.web.paging import page_of
from bot.web.places import places_in
from bot.web.services import services

bp = Blueprint("site", __name__)
bp.after_request(may_be_kept)
_ID = re.compile(r"[0-9a-f]{16}")
_PLACES = 100  # a page


@bp.get("/errors/<slug>")
def record(slug: str) -> str | AnyResponse:
    """One known error. Its id and the slugs it had before lead to it; a place's id to the place's facts."""
    here = services()
    found = _record(slug)
    if found is None:
        return _facts(slug)
    if found.slug != slug:
        return redirect(url_for("site.record", slug=found.slug), code=301)
    seen = here.seen().get(found.facts.id, 0)
    return render_template("record.html", page=here.pages.page(found), record=found, seen=seen)


@bp.get("/errors/<slug>/places")
def places(slug: str) -> str | AnyResponse:
    """Every place of an error in one release of its repository."""
    catalog = services().catalog
    found = _record(slug)
    if found is None:
        abort(404, "No error is known by this name.")
    if found.slug != slug:
        release = request.args.get("release")
        return redirect(url_for("site.places", slug=found.slug, release=release), code=301)
    repo = found.facts.repo
    sites = [site for site in catalog.sites_of(found) if site.repo == repo]
    releases = tuple(tag for tag in reversed(catalog.releases(repo)) if places_in(sites, tag, catalog))
    release = request.args.get("release", releases[0] if releases else "")
    if release not in releases:
        abort(404, "This error has no place in that release.")
    shown = page_of(places_in(sites, release, catalog), request.args.get("page", 1, int), _PLACES)
    if shown is None:
        abort(404, "There is no such page.")
    return render_template("places.html", record=found, release=release, releases=releases, shown=shown)


def _record(name: str) -> Record | None:
    catalog = services().catalog
    return catalog.by_id(name) if _ID.fullmatch(name) else catalog.by_slug(name)


def _facts(name: str) -> str:
    site = services().catalog.sites.by_id(name) if _ID.fullmatch(name) else None
    if site is None:
        abort(404, "No error is known by this name.")
    return render_template("site.html", page=services().site_pages.page(site), site=site)
