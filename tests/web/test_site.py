"""The pages that people read."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from bot.catalog.catalog import Catalog
from bot.settings import Settings
from bot.web.app import create_app
from tests.web.conftest import KeepingIntake


class Page(HTMLParser):
    """The elements of a page and the text a reader sees."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep every element."""
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keep every text."""
        self.words.append(data)

    @property
    def text(self) -> str:
        """All text, blanks folded."""
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every element of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]


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
        "Should have handle for tensor {id:?} Releases: since v0.18.0"
        in page(client, "/errors/handle-is-missing").text
    )
    assert "not raised by Burn: made up for tests" in page(client, "/errors/thread-is-gone").text


def test_sources_are_permalinks_to_a_tag(client: FlaskClient) -> None:
    """The place in the source is linked at a release's tag and line, where it never moves."""
    links = [link["href"] or "" for link in page(client, "/errors/handle-is-missing").all("a")]
    places = [link for link in links if "/blob/" in link]
    assert places
    for place in places:
        assert place.startswith("https://github.com/tracel-ai/burn/blob/v0.")
        assert "/crates/burn-ir/src/handle.rs#L" in place


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


def test_what_was_searched_stays_in_the_form(client: FlaskClient) -> None:
    """The search field keeps its words, as text."""
    answer = client.get("/errors", query_string={"q": '"><script>alert(1)</script>'})
    shown = Page(answer.text)
    (field,) = shown.all("input")
    assert field["value"] == '"><script>alert(1)</script>'
    assert not shown.all("script")


@pytest.mark.parametrize("path", ["/errors", "/errors/hostile", "/errors/thread-is-gone", "/errors?q=script"])
def test_nothing_in_a_record_becomes_markup(client: FlaskClient, path: str) -> None:
    """A record that means harm is shown as text: no element, handler, style or link of its own."""
    shown = page(client, path)
    for tag in ("script", "img", "iframe", "style", "svg", "b"):
        assert not shown.all(tag)
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
