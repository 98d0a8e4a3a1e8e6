"""How wordings changed."""

from __future__ import annotations

from bot.catalog.lineage import Change, Lineage, load_lineage
from bot.catalog.sites import load_sites
from bot.catalog.versions import release_key


def change(tag: str, old: str, new: str) -> Change:
    """Make a rewording."""
    return Change("reworded", "tracel-ai/burn", tag, "a", "a", "f", old, new)


def test_a_chain_is_followed_both_ways() -> None:
    """From any wording of a chain all of it should be found, oldest first."""
    lineage = Lineage(
        [change("v0.1.0", "one", "two"), change("v0.2.0", "two", "three"), change("v0.2.0", "x", "y")]
    )
    for wording in ("one", "two", "three"):
        assert lineage.family(wording) == ("one", "two", "three")
    assert lineage.family("alone") == ("alone",)
    assert [c.new for c in lineage.after("one")] == ["two"]
    assert [c.old for c in lineage.before("three")] == ["two"]


def test_a_circle_ends() -> None:
    """A wording that came back should not be followed for ever."""
    lineage = Lineage([change("v0.1.0", "one", "two"), change("v0.2.0", "two", "one")])
    assert set(lineage.family("one")) == {"one", "two"}


def test_every_change_is_one_that_the_sites_know() -> None:
    """Both sides should be wordings of sites, and a reworded text not live on beside its successor."""
    sites, lineage = load_sites(), load_lineage()
    known = set(sites.wordings())
    assert len(lineage.all()) > 800
    for step in lineage.all():
        assert {step.old, step.new} <= known
        assert release_key(step.tag) <= release_key("main")
        assert (step.old != step.new) is (step.kind == "reworded")


def test_known_changes_are_there() -> None:
    """Changes that the change log of Burn tells should be found."""
    lineage = load_lineage()
    (step,) = lineage.after("Tasks should be completed before submiting the current encoder.")
    assert (step.kind, step.tag) == ("reworded", "v0.9.0")
    assert any(c.kind == "moved" and c.new_crate == "burn-cubecl" for c in lineage.all())
