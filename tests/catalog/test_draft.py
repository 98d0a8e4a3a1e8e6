"""Drafts: found by id, wording or printed message; facts filled in; refused until written."""

from __future__ import annotations

import pytest

from bot.catalog.draft import draft, find_sites, nearest
from bot.catalog.load import load_catalog
from bot.catalog.problem import CatalogError
from bot.catalog.record_file import is_draft, parse_record
from bot.catalog.sites import Sites
from tests.catalog.small import PATH, WORDING, catalog, site, sites

KEY = "00000000000000cc"


def test_sites_are_found_by_id_wording_and_message() -> None:
    """A site's id, a wording and a message with its holes filled should lead to the same sites."""
    whole = catalog()
    [known] = whole.sites.all()
    assert find_sites(known.id, whole) == (known,)
    assert find_sites(WORDING, whole) == (known,)
    assert find_sites("Node NodeId { value: 3 } is needed but never checkpointed", whole) == (known,)
    assert find_sites("something else", whole) == ()
    assert nearest("never checkpointed node", whole) == (WORDING,)


def test_draft_has_the_facts_and_empty_sections() -> None:
    """A draft should name wordings with their releases, places, neighbours and the newest release."""
    whole = catalog()
    made = draft(whole.sites.all(), whole, KEY, "2026-11-30")
    assert made.file == "burn-autodiff/node-is-needed-but-never-checkpointed.md"
    assert is_draft(made.text)
    assert f'id: "{KEY}"' in made.text
    assert f'  - text: "{WORDING}"  # v0.13.0 to main' in made.text
    assert f"# panic in Builder::build ({PATH}:101 at v0.21.0; v0.13.0 to main)" in made.text
    assert "# near: never-checkpointed" in made.text
    assert "checked: v0.21.0" in made.text


def test_draft_is_refused_until_written() -> None:
    """Without `draft: true`, every empty part should be told, with its line."""
    made = draft(sites().all(), catalog(), KEY, "2026-11-30")
    with pytest.raises(CatalogError) as caught:
        parse_record(made.text.replace("draft: true\n", ""), made.file)
    told = str(caught.value)
    for part in (
        "title",
        "cause",
        "bases",
        "What it means",
        "Trigger",
        "Solutions",
        "Prevention",
        "Example fix",
    ):
        assert part in told


def test_place_without_a_message_is_drafted_by_its_place() -> None:
    """A site that prints only std's text should be drafted with its spot."""
    bare = site(wording=None, function="Builder::take")
    made = draft(
        [bare],
        catalog(index=Sites([bare], {"tracel-ai/burn": ("v0.13.0", "v0.14.0", "v0.15.0", "main")})),
        KEY,
        "2026-11-30",
    )
    assert f"  - {{path: {PATH}, function: \"Builder::take\", kind: panic, message: ''}}" in made.text
    assert "wordings:" not in made.text


def test_taken_slug_gets_digits_of_the_id() -> None:
    """A draft should not take the file of a record that is there."""
    whole = load_catalog()
    for record in whole.records:
        found = whole.sites_of(record)
        if found:
            made = draft(found[:1], whole, KEY, "2026-11-30")
            assert whole.by_slug(made.file.split("/")[1].removesuffix(".md")) is None
