"""Prefilled pages of GitHub's for drafts: as much as an address takes."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from bot.catalog.draft import Draft
from bot.work.triage.draft_link import LONGEST, PASTE, Links, link_for

NEW = "https://github.com/acme/records/new/main/bot/catalog/records"
ISSUE = "https://github.com/acme/records/issues/new"
LONG = Draft("burn/x.md", "---\ndraft: true\n" + "# at a place\n" * 900 + "samples: é\n---\n")
SHORT = Draft("burn/x.md", "---\ndraft: true\nsamples: []\n---\n")


@pytest.mark.parametrize(
    ("whole", "shorter", "shown", "is_shortened"),
    [
        (SHORT, (), SHORT.text, False),
        (LONG, (SHORT,), SHORT.text, True),
        (LONG, (LONG,), "---\ndraft: true\nsamples: é\n---\n", True),
        (Draft("burn/x.md", "é" * 5_000), (), PASTE, True),
    ],
)
def test_an_address_holds_what_fits(
    whole: Draft, shorter: tuple[Draft, ...], shown: str, is_shortened: bool
) -> None:
    """As a new file where that's set, else as an issue; shortened where GitHub would refuse the address."""
    link = link_for(whole, shorter, Links(NEW, ISSUE))
    asked = parse_qs(urlsplit(link.url).query)
    assert link.url.startswith(f"{NEW}?")
    assert (link.kind, link.is_shortened, len(link.url) <= LONGEST) == ("file", is_shortened, True)
    assert (asked["filename"], asked["value"]) == (["burn/x.md"], [shown])
    link = link_for(whole, shorter, Links("", ISSUE))
    asked = parse_qs(urlsplit(link.url).query)
    assert link.url.startswith(f"{ISSUE}?")
    assert (link.kind, link.is_shortened, len(link.url) <= LONGEST) == ("issue", is_shortened, True)
    assert shown.strip() in asked["body"][0]


def test_a_name_that_never_ends_makes_no_link() -> None:
    """Better none than one that GitHub refuses."""
    link = link_for(Draft("x" * LONGEST, "text"), (), Links(NEW, ISSUE))
    assert (link.url, link.kind) == ("", "none")
