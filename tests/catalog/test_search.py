"""Finding records by what people type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.catalog.search import Search
from bot.catalog.search_words import words_of
from bot.catalog.vocabulary import Vocabulary
from tests.catalog import small

SMALL = Search(small.catalog())


@pytest.fixture(scope="module")
def ours() -> Catalog:
    """The records that the project has."""
    return load_catalog()


@pytest.fixture(scope="module")
def search(ours: Catalog) -> Search:
    """A search over them."""
    return Search(ours)


@pytest.mark.parametrize(
    ("query", "slug"),
    [
        ("should have handle for tensor", "should-have-handle-for-tensor"),
        ("shoud hav handel", "should-have-handle-for-tensor"),
        ("Should have handle for tensor TensorId { value: 497010 }", "should-have-handle-for-tensor"),
        ("NODE {:?} is needed but NEVER checkpointed", "node-is-needed-but-never-checkpointed"),
        ("node-is-needed-but-never-checkpointed", "node-is-needed-but-never-checkpointed"),
        ("node is needed but nevre chekpointed", "node-is-needed-but-never-checkpointed"),
    ],
)
def test_the_record_meant_comes_first(search: Search, query: str, slug: str) -> None:
    """Messages with their numbers, slugs, slips, capitals: the record meant leads."""
    assert search.find(query)[0].slug == slug


def test_every_record_is_found_first_by_its_title(ours: Catalog, search: Search) -> None:
    """Whoever types the title gets the record, and nothing before it."""
    assert [record.slug for record in ours.records if search.find(record.facts.title)[0] is not record] == []


def test_every_record_is_found_by_its_message(ours: Catalog, search: Search) -> None:
    """A record's first message finds it among the first three."""
    missed = [
        record.slug
        for record in ours.records
        if record.facts.wordings
        and len(words_of(record.facts.wordings[0].text)) > 2
        and record not in search.find(record.facts.wordings[0].text)[:3]
    ]
    assert len(missed) <= len(ours.records) // 50, missed


def test_an_unfinished_word_finds_already(search: Search) -> None:
    """As one types: each beginning of a word finds what the word finds."""
    for typed in ("checkpoi", "checkpoin", "checkpoint"):
        assert "node-is-needed-but-never-checkpointed" in {record.slug for record in search.find(typed)}


def test_an_id_finds_its_record(ours: Catalog, search: Search) -> None:
    """The 16 digits of a link."""
    record = ours.records[3]
    assert search.find(record.facts.id.upper())[0] is record


def test_nonsense_finds_nothing(search: Search) -> None:
    """No record is near words that nobody wrote."""
    assert search.find("qqqzzz xxyyvv") == ()
    assert search.find("") == ()
    assert search.find("{} :: ???") == ()


@given(st.text(max_size=300))
def test_any_text_may_be_typed(text: str) -> None:
    """Whatever is typed, each record comes once at most."""
    found = SMALL.find(text)
    assert len({record.slug for record in found}) == len(found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("get_tensor_handle", ["get", "tensor", "handle"]),
        ("BatchNorm2d", ["batch", "norm2d"]),
        ("HTTPServer", ["http", "server"]),
        ("Übergröße", ["übergrösse"]),
        ("v0.18.0", ["v0", "18", "0"]),
    ],
)
def test_names_are_taken_apart(text: str, words: list[str]) -> None:
    """Names of Rust are found by the words in them."""
    assert words_of(text) == words


def test_slips_are_looked_for_only_where_nothing_fits() -> None:
    """A word that is known means itself; short words and numbers have no slips."""
    known = Vocabulary(["matmul", "matrix", "mul", "4096"])
    assert known.meant("matmul", unfinished=False) == {"matmul": 1.0}
    assert set(known.meant("matmlu", unfinished=False)) == {"matmul"}
    assert known.meant("mlu", unfinished=False) == {}
    assert known.meant("4097", unfinished=False) == {}
    assert set(known.meant("mat", unfinished=True)) == {"matmul", "matrix"}
