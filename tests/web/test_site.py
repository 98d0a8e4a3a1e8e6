"""The pages that people read."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from bot.catalog.catalog import Catalog
from bot.settings import Settings
from bot.web.app import create_app
from tests.web.conftest import KeepingIntake
from tests.web.page import Page


def page(client: FlaskClient, path: str) -> Page:
    """The page at ``path``, which must be there."""
    answer = client.get(path)
    assert answer.status_code == 200
    return Page(answer.text)


def test_a_page_has_every_section_of_its_record(client: FlaskClient) -> None:
    """Message, meaning, source, solutions, code, circumstances, prevention, neighbours, foot: all there."""
    text = page(client, "/errors/handle-is-missing").text
    for part in (
        "tracel-ai/burn · burn-ir · error",
        "A tensor's handle is missing",
        "Error message Should have handle for tensor {id:?}",
        "Cannot get uninitialized handle {id:?}.",
        "a bug of Burn's own",
        "Since v0.14.0. Not fixed in any release so far.",
        "What it means The container of Tensor handles",
        "Source crates/burn-ir/src/handle.rs:",
        "Solutions Turn the fusion feature off.",
        "Known from: source reading, for v0.14.0 to v0.20.0",
        "Example fix Before let loss : Vec < f32 >",
        "After let loss = model . forward",
        "Validation code assert!",
        "Type guard fn is_there",
        "Catch pattern let result",
        "When it happens Trigger A tensor is read",
        "Common situations Training with the fusion feature",
        "Prevention Keep a clone",
        "tracel-ai/burn#2997 : the same message while training",
        "Related errors",
        "The checkpointer's thread is gone",
        "AI-assisted analysis of tracel-ai/burn at v0.21.0 (",
        "), 2026-11-30 .",
        "Data as JSON: /api/errors/aaaaaaaaaaaaaaa1",
    ):
        assert part in text


def test_wordings_tell_their_releases(client: FlaskClient) -> None:
    """Each wording stands with the releases it lived in; an outside text says whose it is."""
    assert (
        "Should have handle for tensor {id:?} Releases: since v0.11.0"
        in page(client, "/errors/handle-is-missing").text
    )
    assert "not raised by Burn: made up for tests" in page(client, "/errors/thread-is-gone").text


def test_sources_are_permalinks_to_a_tag(client: FlaskClient) -> None:
    """The place in the source is linked at a release's tag and line, where it never moves."""
    links = [link["href"] or "" for link in page(client, "/errors/handle-is-missing").all("a")]
    places = [link for link in links if "/blob/" in link]
    assert places
    for place in places:
        assert re.match(r"https://github.com/tracel-ai/burn/blob/(v0\.[\w.-]+|[0-9a-f]{40})/", place)
        assert "handle.rs#L" in place
    assert [place for place in places if "/v0.20.0/crates/burn-ir/src/handle.rs#L88" in place]


def test_a_cascade_names_its_cause(client: FlaskClient) -> None:
    """A record that only follows from another leads there."""
    shown = page(client, "/errors/thread-is-gone")
    assert "It often only follows from A tensor's handle is missing" in shown.text
    assert {"href": "/errors/handle-is-missing"} in shown.all("a")


def test_old_names_and_ids_lead_to_the_page(client: FlaskClient) -> None:
    """A slug or id the record once had, and its id now, redirect for good."""
    for name in ("handle-was-missing", "aaaaaaaaaaaaaaa1", "aaaaaaaaaaaaaaa0"):
        answer = client.get(f"/errors/{name}")
        assert (answer.status_code, answer.headers["Location"]) == (301, "/errors/handle-is-missing")


def test_an_unknown_name_is_not_found(client: FlaskClient) -> None:
    """People get a page, with the way back."""
    answer = client.get("/errors/no-such-error")
    assert answer.status_code == 404
    assert "No error is known by this name." in Page(answer.text).text


def test_the_index_lists_all_by_crate(client: FlaskClient) -> None:
    """Every record stands there once, under its crate."""
    shown = page(client, "/errors")
    assert "burn-core" in shown.text
    assert "burn-ir" in shown.text
    links = [link["href"] for link in shown.all("a")]
    for slug in ("handle-is-missing", "thread-is-gone", "hostile"):
        assert links.count(f"/errors/{slug}") == 1


def test_home_leads_to_the_index(client: FlaskClient) -> None:
    """There is one place to begin."""
    assert client.get("/").headers["Location"] == "/errors"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("uninitialized handle", ["handle-is-missing"]),
        ("HANDLE tensor", ["handle-is-missing"]),
        ("get_tensor_handle", ["handle-is-missing"]),
        ("burn-train", ["thread-is-gone"]),
        ("aaaaaaaaaaaaaaa2", ["thread-is-gone"]),
        ("no such words", []),
    ],
)
def test_search_finds_by_words(client: FlaskClient, query: str, found: list[str]) -> None:
    """All words of a message, function, crate or id must be there, in any case."""
    answer = client.get("/errors", query_string={"q": query})
    links = [link["href"] or "" for link in Page(answer.text).all("a")]
    assert [link.removeprefix("/errors/") for link in links if link.startswith("/errors/")] == found
    assert (f'data-count="{len(found)}"') in answer.text


def test_what_was_searched_stays_in_the_form(client: FlaskClient) -> None:
    """The search field keeps its words, as text."""
    answer = client.get("/errors", query_string={"q": '"><script>alert(1)</script>'})
    shown = Page(answer.text)
    (field,) = [field for field in shown.all("input") if field["name"] == "q"]
    assert field["value"] == '"><script>alert(1)</script>'
    assert all((script["src"] or "").startswith("/static/") for script in shown.all("script"))


@pytest.mark.parametrize("path", ["/errors", "/errors/hostile", "/errors/thread-is-gone", "/errors?q=script"])
def test_nothing_in_a_record_becomes_markup(client: FlaskClient, path: str) -> None:
    """A record that means harm is shown as text: no element, handler, style or link of its own."""
    shown = page(client, path)
    for tag in ("img", "iframe", "style", "b"):
        assert not shown.all(tag)
    assert all(set(script) == {"src", "defer"} for script in shown.all("script"))
    assert all(picture["class"] == "timeline" for picture in shown.all("svg"))
    for tag, attributes in shown.elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        target = attributes.get("href") or ""
        assert target.split(":")[0] in {"https", "http"} or target.startswith(("/", "#")) or not target


def test_pages_are_small_and_may_be_kept(client: FlaskClient) -> None:
    """At most 60 KB; with an ETag, so that an unchanged page isn't sent again."""
    answer = client.get("/errors/handle-is-missing")
    assert len(answer.data) < 60_000
    assert "public" in answer.headers["Cache-Control"]
    again = client.get("/errors/handle-is-missing", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_pages_can_be_read_by_machines(client: FlaskClient) -> None:
    """Language, heading, landmarks, labels and the canonical address are told."""
    shown = page(client, "/errors/handle-is-missing")
    assert shown.all("html") == [{"lang": "en"}]
    assert len(shown.all("h1")) == len(shown.all("main")) == 1
    ids = [attributes["id"] for _, attributes in shown.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in shown.elements:
        assert attributes.get("aria-labelledby", ids[0]) in ids
    assert {"for": "q"} in shown.all("label")
    canonical = [link["href"] for link in shown.all("link") if link.get("rel") == "canonical"]
    assert canonical == ["https://errors.example.org/errors/handle-is-missing"]


def test_the_stylesheet_is_served_and_named_by_its_content(client: FlaskClient) -> None:
    """The one stylesheet is there, may be kept, and is small."""
    (style,) = [link for link in page(client, "/errors").all("link") if link.get("rel") == "stylesheet"]
    with client.get(style["href"] or "") as answer:
        assert answer.status_code == 200
        assert len(answer.data) < 16_000
        assert "max-age=86400" in answer.headers["Cache-Control"]


def test_a_page_says_where_to_report_what_is_wrong(
    settings: Settings, intake: KeepingIntake, catalog: Catalog
) -> None:
    """With an address set, a link to a new issue that names the record; without, the command for it."""
    address = "https://github.com/somebody/burnerr/issues/new"
    for told, expected in ((address, f"{address}?title=Record+handle-is-missing%3A+"), (None, None)):
        changed = settings.model_copy(update={"report_url": told})
        shown = page(create_app(changed, intake, catalog).test_client(), "/errors/handle-is-missing")
        links = [link["href"] for link in shown.all("a") if "issues/new" in (link["href"] or "")]
        assert links == ([expected] if expected else [])
        assert ("/burnerr wrong" in shown.text) == (expected is None)


def test_the_picture_shows_in_which_releases_each_message_lived(client: FlaskClient) -> None:
    """One bar a wording, named for those who can't see it, and the same as a table."""
    shown = page(client, "/errors/handle-is-missing")
    (picture,) = shown.all("svg")
    assert picture["role"] == "img"
    assert picture["aria-label"] == "Releases of Burn with each message"
    bars = [bar for bar in shown.all("rect") if bar["class"] == "lived"]
    assert bars
    assert "As a table Message Releases" in shown.text


def test_changed_lines_of_the_fix_are_marked(client: FlaskClient) -> None:
    """What goes and what comes stand in elements that say so; both sides stay whole."""
    answer = client.get("/errors/handle-is-missing")
    gone = re.search(r"<del>(.*?)</del>", answer.text)
    come = re.search(r"<ins>(.*?)</ins>", answer.text)
    assert gone is not None
    assert "read" in gone[1]
    assert come is not None
    assert "forward" in come[1]


def test_sightings_are_counted(settings: Settings, intake: KeepingIntake, catalog: Catalog) -> None:
    """How many public issues had it; nothing where there was none."""
    app = create_app(settings, intake, catalog, seen=lambda: {"aaaaaaaaaaaaaaa1": 3, "aaaaaaaaaaaaaaa2": 1})
    client = app.test_client()
    assert "seen in 3 public issues" in page(client, "/errors/handle-is-missing").text
    assert "seen in 1 public issue" in page(client, "/errors/thread-is-gone").text
    assert "seen in" not in page(client, "/errors/hostile").text


def test_places_of_a_release(client: FlaskClient) -> None:
    """All places in one release, chosen by a form; each linked to that release's tag."""
    shown = page(client, "/errors/handle-is-missing/places?release=v0.20.0")
    links = [link["href"] or "" for link in shown.all("a") if "/blob/" in (link["href"] or "")]
    assert links
    assert all("/blob/v0.20.0/" in link for link in links)
    assert {"selected": None} in shown.all("option")
    for wrong in ("/errors/none/places", "/errors/handle-is-missing/places?release=v0.1.0"):
        assert client.get(wrong).status_code == 404
    moved = client.get("/errors/handle-was-missing/places?release=v0.20.0")
    assert moved.headers["Location"] == "/errors/handle-is-missing/places?release=v0.20.0"


def test_a_place_without_a_record_has_a_page_of_facts(client: FlaskClient, catalog: Catalog) -> None:
    """Message, function, releases, its line in each, neighbours; a described one leads to its record."""
    about = {site.id for record in catalog.records for site in catalog.sites_of(record)}
    unknown = next(site for site in catalog.sites.all() if site.wording and site.id not in about)
    shown = page(client, f"/errors/{unknown.id}")
    assert unknown.wording is not None
    for told in (unknown.path, unknown.function, " ".join(unknown.wording.split()), "Nobody has written"):
        assert told in shown.text
    assert [link for link in shown.all("a") if "/blob/v0." in (link["href"] or "")]
    known = catalog.sites_of(catalog.records[0])[0]
    assert {"href": "/errors/handle-is-missing"} in page(client, f"/errors/{known.id}").all("a")


def test_links_to_a_page_can_be_shown_well(client: FlaskClient) -> None:
    """Open Graph tells title, summary and address, without Markdown."""
    metas = {
        meta.get("property") or meta.get("name"): meta.get("content")
        for meta in page(client, "/errors/handle-is-missing").all("meta")
    }
    assert metas["og:title"] == "A tensor's handle is missing"
    assert metas["og:url"] == "https://errors.example.org/errors/handle-is-missing"
    assert metas["og:description"] == metas["description"]
    assert (metas["description"] or "").startswith("The container of Tensor handles was asked")


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("crate=burn-ir", ["handle-is-missing"]),
        ("cause=burn-bug", ["handle-is-missing"]),
        ("tag=hostile", ["hostile"]),
        ("release=v0.20.0", ["handle-is-missing"]),
        ("release=v0.3.0", []),
        ("crate=burn-ir&tag=hostile", []),
        ("q=handle&crate=burn-ir", ["handle-is-missing"]),
        ("crate=none", []),
        ("release=%3Cscript%3E", []),
    ],
)
def test_the_index_can_be_narrowed(client: FlaskClient, asked: str, found: list[str]) -> None:
    """By crate, cause, release, tag, together and with words."""
    links = [link["href"] or "" for link in page(client, f"/errors?{asked}").all("a")]
    assert [link.removeprefix("/errors/") for link in links if link.startswith("/errors/")] == found


def test_pages_that_are_not_there(client: FlaskClient) -> None:
    """A page beyond the last is not found; a page that is no number is the first."""
    assert client.get("/errors?page=2").status_code == 404
    assert client.get("/errors?page=0").status_code == 404
    assert client.get("/errors?page=x").status_code == 200
