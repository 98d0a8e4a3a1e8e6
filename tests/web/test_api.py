"""The JSON that programs read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import said

SEED = Path(__file__).parents[3] / "shared" / "seeds" / "record.json"
REGISTRY = "/home/a/.cargo/registry/src/index.crates.io-6f17d22bba15001f"
PANIC = f"""thread 'main' panicked at {REGISTRY}/burn-ir-0.20.0/src/handle.rs:88:32:
Should have handle for tensor TensorId {{ value: 497010 }}
"""


def test_the_list_names_every_record(client: FlaskClient) -> None:
    """Id, slug, title, patterns and where the document is."""
    errors = said(client.get("/api/errors"))["errors"]
    assert [error["slug"] for error in errors] == ["handle-is-missing", "hostile", "thread-is-gone"]
    first = errors[0]
    assert first["id"] == "aaaaaaaaaaaaaaa1"
    assert first["messagePatterns"][0] == "Should have handle for tensor {id:?}"
    assert client.get(first["url"]).status_code == client.get(first["page"]).status_code == 200


def test_a_document_has_the_public_shape(client: FlaskClient) -> None:
    """``/api/errors/<id>`` gives the record and the data set's version, in camelCase."""
    answer = client.get("/api/errors/aaaaaaaaaaaaaaa1")
    assert answer.mimetype == "application/json"
    document = said(answer)
    assert set(document) == {"record", "datasetVersion"}
    assert document["record"]["slug"] == "handle-is-missing"
    assert document["record"]["exampleFix"].startswith("// before\n")
    assert document["record"]["tryCatchPattern"]


@pytest.mark.skipif(not SEED.exists(), reason="the data set's sample does not lie beside the project")
def test_a_document_has_the_samples_keys(client: FlaskClient) -> None:
    """The keys are those of the data set's own sample, in its order."""
    sample = json.loads(SEED.read_text("utf-8"))
    document = said(client.get("/api/errors/aaaaaaaaaaaaaaa1"))
    assert list(document) == list(sample)
    assert list(document["record"]) == list(sample["record"])


def test_an_old_id_finds_the_document(client: FlaskClient) -> None:
    """An id the record had before is still good."""
    assert said(client.get("/api/errors/aaaaaaaaaaaaaaa0"))["record"]["id"] == "aaaaaaaaaaaaaaa1"


def test_an_unknown_id_is_a_problem_document(client: FlaskClient) -> None:
    """Programs get RFC 9457, whatever they say they accept."""
    answer = client.get("/api/errors/ffffffffffffffff", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"
    assert said(answer)["status"] == 404


def test_explain_reads_json(client: FlaskClient) -> None:
    """A text goes in, the line of ``explain --batch`` comes out, with links to the public address."""
    answer = client.post("/api/explain", json={"id": "x1", "title": "Panic", "text": PANIC})
    assert answer.status_code == 200
    line = said(answer)
    assert (line["id"], line["post"]) == ("x1", True)
    assert line["matches"][0]["record"]["url"] == "https://errors.example.org/errors/handle-is-missing"
    assert line["burn_version"]["value"] == "0.20.0"
    assert answer.headers["Cache-Control"] == "no-store"


def test_explain_reads_plain_text(client: FlaskClient) -> None:
    """So that a log can be sent as it is."""
    answer = client.post("/api/explain", data=PANIC, content_type="text/plain")
    assert said(answer)["matches"][0]["record"]["slug"] == "handle-is-missing"


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 422),
        (b"{}", "application/json", 422),
        (b'{"text": 1}', "application/json", 422),
        (b'{"text": "x", "more": 1}', "application/json", 422),
        (b"a=b", "application/x-www-form-urlencoded", 415),
        (b"x" * (1024 * 1024 + 1), "text/plain", 413),
        (b"[" * 100_000, "application/json", 400),
        (b"\xff\xfe", "text/plain", 200),
        (b"", "text/plain", 200),
    ],
)
def test_odd_questions_are_told_apart(client: FlaskClient, body: bytes, kind: str, status: int) -> None:
    """What can't be read is the caller's mistake and says so; odd text is text."""
    answer = client.post("/api/explain", data=body, content_type=kind)
    assert answer.status_code == status
    if status != 200:
        assert answer.mimetype == "application/problem+json"
        assert said(answer)["detail"]


def test_documents_may_be_kept(client: FlaskClient) -> None:
    """An unchanged document isn't sent again."""
    answer = client.get("/api/errors/aaaaaaaaaaaaaaa1")
    again = client.get("/api/errors/aaaaaaaaaaaaaaa1", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_list_comes_page_by_page(client: FlaskClient) -> None:
    """Each page tells where the next one is, with the same choices; together they are all records once."""
    slugs, path = [], "/api/errors?limit=2"
    while path:
        page = said(client.get(path))
        slugs += [error["slug"] for error in page["errors"]]
        assert (page["total"], page["pages"]) == (3, 2)
        path = page["next"]
    assert slugs == ["handle-is-missing", "hostile", "thread-is-gone"]
    assert client.get("/api/errors?limit=2&page=3").status_code == 404


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("q=uninitialised+handel", ["handle-is-missing"]),
        ("crate=burn-ir", ["handle-is-missing"]),
        ("cause=configuration&tag=hostile", ["hostile"]),
        ("release=v0.20.0", ["handle-is-missing"]),
        ("release=v9.9.9", []),
    ],
)
def test_the_list_can_be_narrowed(client: FlaskClient, asked: str, found: list[str]) -> None:
    """By the same choices as the page."""
    assert [error["slug"] for error in said(client.get(f"/api/errors?{asked}"))["errors"]] == found


@pytest.mark.parametrize(
    "asked", ["page=0", "page=x", "limit=201", "cause=mine", "quest=a", "q=" + "a" * 2001]
)
def test_wrong_parameters_are_told(client: FlaskClient, asked: str) -> None:
    """By name, with what is wrong; a slip isn't taken for "all"."""
    answer = client.get(f"/api/errors?{asked}")
    assert answer.status_code == 422
    assert said(answer)["detail"].startswith(asked.split("=", maxsplit=1)[0] + ": ")


def test_other_sites_may_read_but_not_ask(client: FlaskClient) -> None:
    """Documents, lists and their problems are open to scripts of other pages; questions and forms aren't."""
    for path in ("/api/errors", "/api/errors/aaaaaaaaaaaaaaa1", "/api/errors/x", "/api/openapi.json"):
        assert client.get(path).headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in client.post("/api/explain", json={"text": "x"}).headers
    assert "Access-Control-Allow-Origin" not in client.get("/errors").headers
