"""Every wording of the catalogue, in every form a report can have."""

from __future__ import annotations

import pytest

from bot.catalog.catalog import Catalog
from bot.recognize.recognizer import Recognizer
from bot.recognize.wordings import compile_pattern

from .corpus_of_wordings import Sample, Tally, measure, samples
from .forms import DAMAGED, PLACED, UNDAMAGED

# A text with fewer letters and digits of its own can't be told by itself: it needs its place.
SPECIFIC = 20
# Long enough, and yet not to be told without a place: what else says the same.
TWINS = {
    "called `Option::unwrap()` on a `None` value": "a text of std's that a macro of Burn writes out",
    "unsupported empty-tensor data_type={} for '{}'": "the beginning of another that goes on with a reason",
    "Unknown error happened during execution\n{backtrace}": "another has a reason before the backtrace",
    "atomic<{kind:?}> is not a valid WgpuElement": "others have one of the kinds written out",
    "Split sizes tensor with dtype {:?}": "another has one of the types written out",
    "value {name} outside of valid range ({min}, {max})": "its longest piece has few letters",
}
UNPLACED = [form for form in UNDAMAGED if form not in PLACED]


def is_specific(sample: Sample) -> bool:
    """Tell whether a message can be told without its place."""
    return compile_pattern(sample.wording).weight >= SPECIFIC and sample.wording not in TWINS


def say(tally: Tally) -> str:
    """Give the shares of all forms, and the first misses of each."""
    rows = []
    for form in tally.asked:
        missed = [sample.wording[:60] for sample in tally.missed[form][:4]]
        rows.append(f"{form}: {tally.right[form]} of {tally.asked[form]} {missed}")
    return "\n".join(rows)


def test_messages_with_their_place_are_found(catalog: Catalog, recognizer: Recognizer) -> None:
    """Undamaged, with a place: 99 of 100 are found, and nothing wrong is spoken."""
    tally = measure(recognizer, samples(catalog, sorted(PLACED), seed=1, every=12))
    assert tally.share(tally.asked) >= 0.99, say(tally)
    assert all(tally.share([form]) >= 0.98 for form in tally.asked), say(tally)
    assert len(tally.spoken_wrong) <= tally.spoken * 0.001, tally.spoken_wrong[:3]


def test_generic_messages_are_found_by_their_place(catalog: Catalog, recognizer: Recognizer) -> None:
    """What says too little by itself is found at its place, 98 of 100."""
    generic = (s for s in samples(catalog, sorted(PLACED), seed=2, every=9) if not is_specific(s))
    tally = measure(recognizer, generic)
    assert tally.share(tally.asked) >= 0.98, say(tally)


def test_specific_messages_without_a_place_are_found(catalog: Catalog, recognizer: Recognizer) -> None:
    """Undamaged, without a place: 99 of 100 of those that can be told, and nothing wrong is spoken."""
    tally = measure(recognizer, filter(is_specific, samples(catalog, UNPLACED, seed=3, every=4)))
    assert tally.share(tally.asked) >= 0.99, say(tally)
    assert len(tally.spoken_wrong) <= tally.spoken * 0.001, tally.spoken_wrong[:3]


def test_generic_messages_without_a_place_are_not_spoken_of_wrongly(
    catalog: Catalog, recognizer: Recognizer
) -> None:
    """What can't be told is rather not spoken of than wrongly."""
    generic = (s for s in samples(catalog, UNPLACED, seed=4, every=4) if not is_specific(s))
    tally = measure(recognizer, generic)
    assert len(tally.spoken_wrong) <= sum(tally.asked.values()) * 0.001, tally.spoken_wrong[:3]


@pytest.mark.parametrize("form", DAMAGED)
def test_damaged_messages_are_found(catalog: Catalog, recognizer: Recognizer, form: str) -> None:
    """Wrapped, cut, written over or mistyped: 95 of 100 are found, and nothing wrong is spoken."""
    tally = measure(recognizer, samples(catalog, [form], seed=5, every=7))
    assert tally.share([form]) >= 0.95, say(tally)
    assert len(tally.spoken_wrong) <= tally.asked[form] * 0.001, tally.spoken_wrong[:3]


@pytest.mark.parametrize("blank", ["…", "N", "<N>", "_"])
def test_values_taken_out_do_not_matter(catalog: Catalog, recognizer: Recognizer, blank: str) -> None:
    """Reporters put `…` or `N` for values."""
    tally = measure(recognizer, samples(catalog, ["two_line"], seed=6, every=6, blank=blank))
    assert tally.share(["two_line"]) >= 0.98, say(tally)
    assert not tally.spoken_wrong


def test_empty_and_very_long_values_do_not_matter(catalog: Catalog, recognizer: Recognizer) -> None:
    """A value may be empty, or a tensor's three thousand numbers."""
    tally = measure(recognizer, samples(catalog, ["two_line", "logger"], seed=7, every=10, odd=True))
    assert tally.share(tally.asked) >= 0.97, say(tally)
    assert not tally.spoken_wrong
