"""What machines that wander the web are told: ``robots.txt``, ``sitemap.xml``, ``llms.txt``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape

from flask import Blueprint, Response, url_for

from bot.catalog.model import Record
from bot.web.kept import may_be_kept
from bot.web.services import services

bp = Blueprint("crawlers", __name__)
bp.after_request(may_be_kept)
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def _address(endpoint: str) -> str:
    return services().settings.base_url + url_for(endpoint)


def _pages() -> Iterator[tuple[Record, str]]:
    """Each record with its page's address. Slugs need no quoting: asking for each would take a while."""
    before = services().settings.base_url + url_for("site.record", slug="-").removesuffix("-")
    for record in services().selection.by_crate:
        yield record, before + record.slug


@bp.get("/robots.txt")
def robots() -> Response:
    """All pages may be read; searches and choices only repeat them."""
    lines = ("User-agent: *", "Disallow: /errors?", "Disallow: /*/places", "Disallow: /webhook", "")
    return _text("\n".join([*lines, f"Sitemap: {_address('crawlers.sitemap')}", ""]), "text/plain")


@bp.get("/sitemap.xml")
def sitemap() -> Response:
    """Every page with the day of its last change."""
    return _text("\n".join(_sitemap()), "application/xml")


def _sitemap() -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<urlset xmlns="{_SITEMAP}">'
    yield f"<url><loc>{escape(_address('index.errors'))}</loc></url>"
    for record, address in _pages():
        day = record.facts.revised or record.facts.written
        changed = f"<lastmod>{day}</lastmod>" if day else ""
        yield f"<url><loc>{escape(address)}</loc>{changed}</url>"
    yield "</urlset>"


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
    for crate, pages in groupby(_pages(), key=lambda page: page[0].facts.crate):
        yield ""
        yield f"## {crate}"
        yield ""
        for record, address in pages:
            title = record.facts.title.replace("[", "(").replace("]", ")")
            yield f"- [{title}]({address})"
    yield ""


def _text(content: str, kind: str) -> Response:
    return Response(content, content_type=f"{kind}; charset=utf-8")
