"""What machines that wander the web are told: ``robots.txt``, ``sitemap.xml``, ``llms.txt``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from flask import Blueprint, Response, url_for
from markupsafe import Markup

from bot.catalog.model import Record
from bot.web.kept import may_be_kept
from bot.web.services import services

bp = Blueprint("crawlers", __name__)
bp.after_request(may_be_kept)
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def _address(endpoint: str) -> str:
    return services().settings.base_url + url_for(endpoint)


def _page(record: Record) -> str:
    return services().settings.base_url + url_for("site.record", slug=record.slug)


@bp.get("/robots.txt")
def robots() -> Response:
    """All pages may be read; searches and choices only repeat them."""
    lines = ("User-agent: *", "Disallow: /errors?", "Disallow: /*/places", "Disallow: /webhook", "")
    return _text("\n".join([*lines, f"Sitemap: {_address('crawlers.sitemap')}", ""]), "text/plain")


@bp.get("/sitemap.xml")
def sitemap() -> Response:
    """Every page with the day of its last change."""
    return _text(Markup("\n").join(_sitemap()), "application/xml")


def _sitemap() -> Iterator[Markup]:
    yield Markup('<?xml version="1.0" encoding="UTF-8"?>')
    yield Markup('<urlset xmlns="{}">').format(_SITEMAP)
    yield Markup("<url><loc>{}</loc></url>").format(_address("index.errors"))
    for record in services().catalog.records:
        address = _page(record)
        day = record.facts.revised or record.facts.written
        changed = Markup("<lastmod>{}</lastmod>").format(day) if day else ""
        yield Markup("<url><loc>{}</loc>{}</url>").format(address, changed)
    yield Markup("</urlset>")


@bp.get("/llms.txt")
def llms() -> Response:
    """The site for language models: what it is, its API, every page by crate."""
    return _text("\n".join(_llms()), "text/plain")


def _llms() -> Iterator[str]:
    catalog = services().catalog
    yield "# Known Burn errors"
    yield ""
    yield f"> {len(catalog.records)} errors of the Rust deep-learning framework Burn: what each means,"
    yield "> how to get past it, and which releases raise it. Send a log to the API to learn which are in it."
    yield ""
    yield "## API"
    yield ""
    yield f"- [OpenAPI description]({_address('api.description')})"
    yield f"- [All errors as JSON]({_address('api.errors')}): filters `q`, `crate`, `cause`, `release`, `tag`"
    yield f"- POST a log as text/plain to {_address('api.explain')}"
    for crate, records in groupby(services().selection.by_crate, key=lambda record: record.facts.crate):
        yield ""
        yield f"## {crate}"
        yield ""
        for record in records:
            title = record.facts.title.replace("[", "(").replace("]", ")")
            yield f"- [{title}]({_page(record)})"
    yield ""


def _text(content: str, kind: str) -> Response:
    return Response(content, content_type=f"{kind}; charset=utf-8")
