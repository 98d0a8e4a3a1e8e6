"""Documents in and out: the shape to the letter, nothing lost, wrong ones refused with a reason."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.commits import commit_of
from bot.catalog.document import Document
from bot.catalog.imported import keep
from bot.catalog.interchange import document, read_documents, record_of
from bot.catalog.load import load_catalog
from bot.catalog.problem import CatalogError
from bot.catalog.sites import Sites
from tests.catalog.example import DOCUMENT, RECORD
from tests.catalog.small import WORDING, catalog

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """Make a directory with one record, to stand in for our records."""
    directory = tmp_path / "ours"
    directory.mkdir()
    (directory / "ours.md").write_text(RECORD, encoding="utf-8")
    return directory


def load(ours: Path, theirs: Path) -> Catalog:
    """Load a catalogue without sites."""
    return load_catalog(theirs, records=ours, sites=Sites((), {}))


def read(data: Any) -> list[Document]:
    """Read documents from data."""
    return list(read_documents(json.dumps(data), "some.json"))


def test_own_record_has_every_key_of_the_shape() -> None:
    """A record of ours should give every key of the shape, in its order, with what is known."""
    whole = catalog()
    made = document(whole.records[0], whole)
    assert list(made) == ["record", "datasetVersion"]
    assert list(made["record"]) == list(DOCUMENT["record"])
    record = made["record"]
    assert record["messagePattern"] == record["errorMessage"] == WORDING
    assert record["filePath"] == "crates/burn-autodiff/src/checkpoint/builder.rs"
    assert record["lineNumber"] == 101
    commit = commit_of("tracel-ai/burn", "v0.21.0")
    assert commit is not None
    assert record["githubUrl"].startswith(f"https://github.com/tracel-ai/burn/blob/{commit}/crates/")
    assert record["analyzedSha"] == commit_of("tracel-ai/burn", "v0.21.0")
    assert record["githubUrl"].endswith("builder.rs#L101")
    assert record["exampleFix"].startswith("// before\n")
    assert "\n// after\nloss.backward();" in record["exampleFix"]
    assert record["analyzedAt"] == "2026-11-30T00:00:00.000Z"
    assert record["sourceCode"] is None


def test_import_of_an_export_is_the_identity_on_every_record() -> None:
    """Each record should come back from its document with the same id, prose, tags and first wording."""
    for whole in (catalog(), load_catalog()):
        for record in whole.records:
            made = document(record, whole)
            [found] = read(made)
            back = record_of(found, whole.sites)
            assert document(back, whole) == made
            assert back.prose == record.prose
            assert (back.slug, back.facts.id, back.facts.tags) == (
                record.slug,
                record.facts.id,
                record.facts.tags,
            )
            assert back.facts.repo == record.facts.repo
            if record.facts.wordings:
                assert back.facts.wordings[0].text == record.facts.wordings[0].text


def test_foreign_document_comes_back_to_the_letter() -> None:
    """A document of somebody else should be exported as it came, key order too."""
    [found] = read(DOCUMENT)
    catalog = Catalog([record_of(found, Sites((), {}))], Sites((), {}))
    assert json.dumps(document(catalog.records[0], catalog)) == json.dumps(DOCUMENT)


def test_seed_comes_back_to_the_letter() -> None:
    """The record that this project grew from should be imported and exported without loss."""
    seed = SEEDS / "record.json"
    if not seed.exists():
        pytest.skip("the folder shared/seeds isn't beside the project")
    text = seed.read_text(encoding="utf-8")
    [found] = read_documents(text, "record.json")
    record = record_of(found, Sites((), {}))
    assert record.facts.wordings[0].commit == "d16f7ba2ed0d41408189384044cc886fb4c8f957"
    assert document(record, catalog()) == json.loads(text)


def test_types_in_imported_text_are_not_taken_for_html() -> None:
    """``Vec<T>`` in an imported text should show as it is; in a code span it needs no escape."""
    text = "Wrap Vec<T> or `Vec<T>` so that 1 < 2."
    [found] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "documentation": text}})
    record = record_of(found, Sites((), {}))
    assert record.prose.meaning == "Wrap Vec\\<T> or `Vec<T>` so that 1 < 2."


def test_list_and_lines_are_read() -> None:
    """A list of documents, and one document a line, should be read alike."""
    other = copy.deepcopy(DOCUMENT)
    other["record"]["id"] = "00000000000000bb"
    lines = json.dumps(DOCUMENT) + "\n\n" + json.dumps(other) + "\n"
    assert list(read_documents(lines, "some.jsonl")) == read([DOCUMENT, other])
    assert list(read_documents(json.dumps(DOCUMENT) + "\n", "some.jsonl")) == read(DOCUMENT)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"schemaVersion": 3}, "schema version 3; this program reads version 2"),
        ({"id": "xyz"}, "record.id: refused"),
        ({"novelty": 1}, "record.novelty: refused"),
        ({"solutions": []}, "record.solutions: refused"),
        ({"lineNumber": "12"}, "record.lineNumber: refused"),
        ({"analyzedAt": "yesterday"}, "record.analyzedAt: refused"),
    ],
)
def test_wrong_document_is_refused_with_a_reason(change: dict[str, Any], said: str) -> None:
    """Another schema version, unknown keys and wrong values should be told by key."""
    data = {**DOCUMENT, "record": {**DOCUMENT["record"], **change}}
    with pytest.raises(CatalogError, match=said):
        read(data)


def test_missing_key_and_bad_json_are_told() -> None:
    """What isn't a document at all should say so, with the line."""
    with pytest.raises(CatalogError, match="datasetVersion"):
        read({"record": DOCUMENT["record"]})
    with pytest.raises(CatalogError, match=r"some\.jsonl:2: is neither one JSON document nor one a line"):
        list(read_documents(json.dumps(DOCUMENT) + "\n{oops\n", "some.jsonl"))
    with pytest.raises(CatalogError, match=r"some\.json:1: is not JSON"):
        list(read_documents("nope", "some.json"))


def test_other_repository_is_refused() -> None:
    """A record about another project should be refused, naming the key."""
    [found] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "repo": "some/other"}})
    with pytest.raises(CatalogError, match="repo"):
        record_of(found, Sites((), {}))


def test_imported_record_lives_in_the_operators_directory(ours: Path, tmp_path: Path) -> None:
    """A kept document should load from the directory, be found, and be replaced by its next version."""
    [found] = read(DOCUMENT)
    [path] = keep([found], tmp_path / "theirs")
    assert path == tmp_path / "theirs" / "burn-sample" / "a-sample-is-wanting.json"
    catalog = load(ours, tmp_path / "theirs")
    record = catalog.by_id(DOCUMENT["record"]["id"])
    assert record is not None
    assert record.imported == found
    assert document(record, catalog) == DOCUMENT
    [newer] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "documentation": "Anew."}})
    assert keep([newer], tmp_path / "theirs") == [path]
    again = load(ours, tmp_path / "theirs").by_id(DOCUMENT["record"]["id"])
    assert again is not None
    assert again.prose.meaning == "Anew."


def test_same_slug_with_another_id_is_kept_beside(ours: Path, tmp_path: Path) -> None:
    """Two imported records with one slug should both be kept and found."""
    [found] = read(DOCUMENT)
    [other] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "id": "00000000000000bb"}})
    one_file, other_file = keep([found, other], tmp_path / "theirs")
    assert one_file != other_file
    catalog = load(ours, tmp_path / "theirs")
    one, two = catalog.by_id(found.record.id), catalog.by_id(other.record.id)
    assert one is not None
    assert two is not None
    assert one.slug != two.slug


def test_record_of_ours_shadows_an_imported_one(ours: Path, tmp_path: Path) -> None:
    """Where ids are the same, ours should be used, and the imported one be kept with the reason."""
    [found] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "id": "1234567890123456"}})
    keep([found], tmp_path / "theirs")
    catalog = load(ours, tmp_path / "theirs")
    used = catalog.by_id("1234567890123456")
    assert used is not None
    assert used.slug == "ours"
    [shadowed] = catalog.shadowed
    assert not shadowed.spoken
    assert "“ours”" in shadowed.concerns[0]
    assert document(shadowed, catalog) == found.model_dump(by_alias=True)


def test_imported_record_with_our_wording_is_silent(ours: Path, tmp_path: Path) -> None:
    """Where a record of ours claims the wording, the imported one should be kept but not spoken."""
    [found] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "messagePattern": WORDING}})
    keep([found], tmp_path / "theirs")
    record = load(ours, tmp_path / "theirs").by_id(found.record.id)
    assert record is not None
    assert not record.spoken
    assert "“ours”" in record.concerns[0]


@pytest.mark.parametrize(
    "text", ["called `Option::unwrap()` on a `None` value", "Not supported", "{} failed"]
)
def test_import_of_a_text_that_needs_its_place_is_silent(ours: Path, tmp_path: Path, text: str) -> None:
    """A text that anything may print should be kept, but not spoken where no site is known for it."""
    [found] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "messagePattern": text}})
    keep([found], tmp_path / "theirs")
    record = load(ours, tmp_path / "theirs").by_id(found.record.id)
    assert record is not None
    assert record.facts.wordings[0].needs_place
    assert not record.spoken
    assert any("at its place only" in concern for concern in record.concerns)


def test_crate_of_a_document_cannot_leave_the_directory(tmp_path: Path) -> None:
    """A document whose path climbs should still be kept below the directory."""
    [found] = read({**DOCUMENT, "record": {**DOCUMENT["record"], "filePath": "../../../src/x.rs"}})
    assert keep([found], tmp_path)[0].resolve().is_relative_to(tmp_path.resolve())
