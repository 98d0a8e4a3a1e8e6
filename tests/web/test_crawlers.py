"""What machines that wander the web are told."""

from __future__ import annotations

from xml.etree import ElementTree

from flask.testing import FlaskClient

from bot.catalog.catalog import Catalog

NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def test_the_sitemap_names_every_page(client: FlaskClient, catalog: Catalog) -> None:
    """The index and each record once, by their public address, with the day of the last change."""
    answer = client.get("/sitemap.xml")
    assert answer.mimetype == "application/xml"
    tree = ElementTree.fromstring(answer.text)
    pages = [page.text or "" for page in tree.findall("s:url/s:loc", NAMES)]
    assert sorted(pages) == sorted(
        ["https://errors.example.org/errors"]
        + [f"https://errors.example.org/errors/{record.slug}" for record in catalog.records]
    )
    assert {day.text for day in tree.findall("s:url/s:lastmod", NAMES)} == {"2026-11-30"}
    for page in pages:
        assert client.get(page.removeprefix("https://errors.example.org")).status_code == 200


def test_robots_are_sent_to_the_sitemap_and_away_from_searches(client: FlaskClient) -> None:
    """Searches only repeat the pages."""
    lines = client.get("/robots.txt").text.splitlines()
    assert "Disallow: /errors?" in lines
    assert "Sitemap: https://errors.example.org/sitemap.xml" in lines


def test_llms_txt_names_the_api_and_every_page(client: FlaskClient, catalog: Catalog) -> None:
    """A heading, a quote that says what this is, and lists of links, as the convention wants."""
    answer = client.get("/llms.txt")
    lines = answer.text.splitlines()
    assert lines[0] == "# Known Burn errors"
    assert lines[2].startswith("> ")
    assert "(https://errors.example.org/api/openapi.json)" in answer.text
    for record in catalog.records:
        assert f"](https://errors.example.org/errors/{record.slug})" in answer.text
    assert "public" in answer.headers["Cache-Control"]
