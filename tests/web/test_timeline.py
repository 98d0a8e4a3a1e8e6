"""The picture of releases."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bot.web.timeline import Bar, timeline

RELEASES = ("v0.1.0", "v0.1.1", "v0.2.0", "v0.3.0-pre.1", "v0.3.0", "main")


def drawn(*bars: Bar) -> ElementTree.Element:
    """The picture, parsed: it must be well-formed."""
    return ElementTree.fromstring(str(timeline(RELEASES, bars, "what <it> shows")))


def test_a_run_spans_its_releases() -> None:
    """A bar begins with the first release and ends with the last, both included."""
    picture = drawn(Bar("text", (("v0.1.1", "v0.2.0"), ("main", "main"))))
    lived = [(bar.get("x"), bar.get("width")) for bar in picture.iter("rect") if bar.get("class") == "lived"]
    assert lived == [("16.67%", "33.33%"), ("83.33%", "16.67%")]


def test_minor_versions_are_named_once() -> None:
    """The scale names where each minor version begins, and the newest source."""
    names = [text.text for text in drawn(Bar("text", ())).iter("text") if text.get("class") == "when"]
    assert names == ["0.1", "0.2", "0.3", "main"]


def test_words_stay_words() -> None:
    """A message with markup in it is shown as text; line ends and length don't break the row."""
    picture = drawn(Bar("<script>a</script>\nb & c " + "x" * 500, ()))
    (label,) = [text.text for text in picture.iter("text") if text.get("class") == "what"]
    assert label is not None
    assert label.startswith("<script>a</script> b & c ")
    assert len(label) < 120
    assert picture.get("aria-label") == "what <it> shows"


@pytest.mark.parametrize("count", [1, 5, 16])
def test_the_picture_grows_with_its_rows(count: int) -> None:
    """Every row lies within the picture, below the one before."""
    picture = drawn(*[Bar(f"row {number}", (("v0.1.0", "main"),)) for number in range(count)])
    bottoms = [
        int(bar.get("y", "")) + int(bar.get("height", ""))
        for bar in picture.iter("rect")
        if bar.get("class") == "lived"
    ]
    assert bottoms == sorted(set(bottoms))
    assert len(bottoms) == count
    assert bottoms[-1] <= int(picture.get("height", ""))
