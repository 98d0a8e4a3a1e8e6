"""Loading the catalogue: ours, an operator's directory, and doubles."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.catalog.problem import CatalogError
from bot.catalog.sites import Sites
from tests.catalog.example import RECORD


def put(directory: Path, slug: str, text: str) -> None:
    """Write a record file."""
    (directory / f"{slug}.md").write_text(text, encoding="utf-8")


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """Make a directory to stand in for our records."""
    directory = tmp_path / "ours"
    directory.mkdir()
    return directory


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """Make a directory of an operator."""
    directory = tmp_path / "theirs"
    directory.mkdir()
    return directory


def load(ours: Path, theirs: Path | None = None) -> Catalog:
    """Load a catalogue without sites."""
    return load_catalog(theirs, records=ours, sites=Sites((), {}))


def test_our_records_load() -> None:
    """The records of this repository should load and be found by slug and id."""
    catalog = load_catalog()
    for record in catalog.records:
        assert catalog.by_slug(record.slug) is record
        assert catalog.by_id(record.facts.id) is record
    assert catalog.by_slug("no-such-record") is None
    assert catalog.by_id("0" * 16) is None


def test_many_records_load_fast(ours: Path) -> None:
    """A catalogue of 250 records with all our sites should load in 0.3 seconds (here: thrice that)."""
    for number in range(250):
        put(ours, f"record-{number}", RECORD.replace("1234567890123456", f"{number:016x}"))
    load_catalog(records=ours)
    start = time.process_time()
    assert len(load_catalog(records=ours).records) == 250
    assert time.process_time() - start < 1.0


def test_extra_directory_is_added(ours: Path, theirs: Path) -> None:
    """An operator's records should be there beside ours, by old slugs too; drafts and guides should not."""
    put(ours, "one", RECORD)
    other = RECORD.replace("1234567890123456", "00000000000000aa")
    put(theirs, "two", other.replace("written:", "old_slugs: [former]\nwritten:"))
    put(theirs, "three", RECORD.replace("written:", "draft: true\nx:"))
    put(theirs, "STYLE", "how to write")
    catalog = load(ours, theirs)
    assert [record.slug for record in catalog.records] == ["one", "two"]
    assert catalog.by_slug("former") is catalog.by_slug("two")
    assert catalog.by_slug("three") is None


def test_doubles_are_refused(ours: Path, theirs: Path) -> None:
    """One id in two records, or one slug in two crates, should be refused naming both files."""
    put(ours, "one", RECORD)
    put(theirs, "two", RECORD.replace("written:", "old_slugs: [one]\nwritten:"))
    with pytest.raises(CatalogError, match=r"two\.md: id: .* of one\.md") as caught:
        load(ours, theirs)
    assert "“one” is a slug of one.md too" in str(caught.value)


def test_problems_of_all_files_are_told(ours: Path) -> None:
    """A wrong file should not hide another wrong file."""
    put(ours, "one", RECORD.replace("cause: burn-bug", "cause: x"))
    put(ours, "two", "nothing")
    with pytest.raises(CatalogError) as caught:
        load(ours)
    assert {problem.file for problem in caught.value.problems} == {"one.md", "two.md"}


def test_missing_directory_is_told(ours: Path, tmp_path: Path) -> None:
    """A directory that isn't there should be named, with what to do."""
    with pytest.raises(CatalogError, match="no directory of records"):
        load(ours, tmp_path / "none")
