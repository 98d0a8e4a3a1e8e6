"""Loading the catalogue: ours, an operator's directory, and doubles."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.catalog.load import load_catalog
from bot.catalog.problem import CatalogError
from tests.catalog.example import RECORD


def put(directory: Path, slug: str, text: str) -> None:
    """Write a record file."""
    (directory / f"{slug}.md").write_text(text, encoding="utf-8")


def test_our_records_load() -> None:
    """The records of this repository should load and be found by slug and id."""
    catalog = load_catalog()
    for record in catalog.records:
        assert catalog.by_slug(record.slug) is record
        assert catalog.by_id(record.facts.id) is record
    assert catalog.by_slug("no-such-record") is None
    assert catalog.by_id("0" * 16) is None


def test_extra_directory_is_added(tmp_path: Path) -> None:
    """An operator's records should be there beside ours, by old slugs too; drafts and guides should not."""
    put(tmp_path, "one", RECORD.replace("written:", "old_slugs: [former]\nwritten:"))
    put(
        tmp_path,
        "two",
        RECORD.replace("1234567890123456", "00000000000000aa").replace("written:", "draft: true\nx:"),
    )
    put(tmp_path, "STYLE", "how to write")
    catalog = load_catalog(tmp_path)
    assert len(catalog.records) == len(load_catalog().records) + 1
    one = catalog.by_slug("one")
    assert one is not None
    assert catalog.by_slug("former") is one
    assert catalog.by_slug("two") is None


def test_doubles_are_refused(tmp_path: Path) -> None:
    """One id in two records, or one slug in two crates, should be refused naming both files."""
    put(tmp_path, "one", RECORD)
    put(tmp_path, "two", RECORD.replace("written:", "old_slugs: [one]\nwritten:"))
    with pytest.raises(CatalogError, match=r"two\.md: id: .* of one\.md") as caught:
        load_catalog(tmp_path)
    assert "“one” is a slug of one.md too" in str(caught.value)


def test_problems_of_all_files_are_told(tmp_path: Path) -> None:
    """A wrong file should not hide another wrong file."""
    put(tmp_path, "one", RECORD.replace("cause: burn-bug", "cause: x"))
    put(tmp_path, "two", "nothing")
    with pytest.raises(CatalogError) as caught:
        load_catalog(tmp_path)
    assert {problem.file for problem in caught.value.problems} == {"one.md", "two.md"}


def test_missing_directory_is_told(tmp_path: Path) -> None:
    """A directory that isn't there should be named, with what to do."""
    with pytest.raises(CatalogError, match="no directory of records"):
        load_catalog(tmp_path / "none")
