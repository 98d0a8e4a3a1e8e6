"""Neighbours of a record: declared ones first, never for a common crate alone, five at most."""

from __future__ import annotations

from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.catalog.model import CauseClass, Facts, Prose, Record, Wording
from bot.catalog.sites import Sites
from tests.catalog.small import site


def record(
    slug: str, words: str, wording: str, *, tags: tuple[str, ...] = (), **more: tuple[str, ...]
) -> Record:
    """Make a record that speaks in the given words."""
    facts = Facts(
        id=f"{abs(hash(slug)):016x}"[:16],
        title=words,
        repo="tracel-ai/burn",
        crate="burn-autodiff",
        cause=CauseClass.USER_BUG,
        wordings=(Wording(text=wording),),
        tags=tags,
        **more,
    )
    prose = Prose(meaning=words, trigger=words, solutions=(words,))
    return Record(slug=slug, facts=facts, prose=prose)


def catalog(*records: Record) -> Catalog:
    """Make a catalogue with a site for each record's wording, each in a module of its own."""
    found = [
        site(
            record.facts.wordings[0].text,
            path=f"crates/burn-autodiff/src/m{number}/x.rs",
            function=f"f{number}",
        )
        for number, record in enumerate(records)
    ]
    return Catalog(records, Sites(found, {"tracel-ai/burn": ("v0.13.0", "v0.14.0", "v0.15.0", "main")}))


def test_same_crate_alone_is_no_tie() -> None:
    """Records that share nothing but their crate should be no neighbours."""
    whole = catalog(record("one", "apples pears", "apple {}"), record("two", "wheels axles", "wheel {}"))
    assert whole.related(whole.records[0]) == ()


def test_declared_neighbours_come_first() -> None:
    """A declared neighbour should stand before one that only speaks alike, from either side."""
    one = record("one", "apples pears plums", "apple {}")
    alike = record("alike", "apples pears plums", "pear {}", tags=("fruit",))
    told = record("told", "wheels axles", "wheel {}", related=("one",))
    whole = catalog(one, alike, told)
    assert [other.slug for other in whole.related(one)] == ["told", "alike"]


def test_cascades_are_neighbours() -> None:
    """What an error follows, and what follows it, should be neighbours."""
    cause = record("cause", "apples pears", "apple {}")
    follows = record("follows", "wheels axles", "wheel {}", cascade_of=("cause",))
    whole = catalog(cause, follows)
    assert [other.slug for other in whole.related(cause)] == ["follows"]
    assert [other.slug for other in whole.related(follows)] == ["cause"]


def test_rare_tag_ties() -> None:
    """Two records with a tag of their own should be neighbours; one with other tags should not."""
    one = record("one", "apples", "apple {}", tags=("fruit",))
    two = record("two", "wheels", "wheel {}", tags=("fruit",))
    three = record("three", "clouds", "cloud {}", tags=("sky",))
    whole = catalog(one, two, three)
    assert [other.slug for other in whole.related(one)] == ["two"]


def test_at_most_five_of_ours_each_once() -> None:
    """Our records should have at most five neighbours each, not themselves, and declared ones among them."""
    whole = load_catalog()
    for one in whole.records:
        found = [other.slug for other in whole.related(one)]
        assert len(found) <= 5
        assert one.slug not in found
        assert len(set(found)) == len(found)
        declared = [slug for slug in one.facts.related if whole.by_slug(slug) is not None]
        assert set(declared[:5]) & set(found) or not declared


def test_all_neighbours_can_be_asked_for() -> None:
    """Fewer neighbours should be the first of more."""
    whole = load_catalog()
    one = whole.records[0]
    assert whole.related(one, 2) == whole.related(one, 5)[:2]
