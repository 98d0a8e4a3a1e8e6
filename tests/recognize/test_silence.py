"""When nothing is said, and why."""

from __future__ import annotations

import random

import pytest

from bot.catalog.catalog import Catalog
from bot.catalog.model import SiteKind, Wording
from bot.recognize.model import Band, Report, Silence
from bot.recognize.recognizer import Recognizer

from .quoted import QUOTES, Quote
from .small import recognizer_of, record, site

TEXT = "Cannot get uninitialized handle {id:?} of this tensor"
SAID = "Cannot get uninitialized handle TensorId { value: 4 } of this tensor"
PLACE = "burn-ir-0.18.0/src/handle.rs:91:32"


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.__name__)
def test_quoting_a_message_is_no_failure(catalog: Catalog, recognizer: Recognizer, quote: Quote) -> None:
    """Source code, reviews, proposals and talk that hold a message of a record are left alone."""
    wordings = [w.text for r in catalog.records for w in r.facts.wordings if not w.text.startswith("===")]
    spoken = [
        text
        for number, text in enumerate(wordings)
        if recognizer.read(quote(text, random.Random(number))).speak
    ]
    assert spoken == []


@pytest.mark.parametrize(
    ("title", "body", "why"),
    [
        ("Question", "How do I train?", Silence.NOTHING_FOUND),
        ("Crash", "thread 'main' panicked at src/main.rs:3:4:\nmine", Silence.FOREIGN_PANIC),
        ("Crash", "thread 'main' panicked at 'called `Option::unwrap()` on a `None` value'", Silence.GENERIC),
        ("Why", f'It has `panic!("{TEXT}")` in it.', Silence.QUOTED),
        ("fix: handles", f"thread 'main' panicked at {PLACE}:\n{SAID}", Silence.QUOTED),
        ("Docs", f"I read that {SAID} may come up.", Silence.WEAK),
        ("Crash", "thread 'main' panicked at burn-ir-0.18.0/src/other.rs:3:4:\nnew", Silence.UNKNOWN_PANIC),
        ("Crash", "thread 'main' panicked at burn-ir-0.18.0/src/handle.rs:44:4:\nnew", Silence.NO_RECORD),
    ],
)
def test_each_silence_has_its_reason(title: str, body: str, why: Silence) -> None:
    """The reason is one of those a maintainer can understand."""
    verdict = recognizer_of(record("one", TEXT), site(TEXT)).read(Report(title, body))
    assert (verdict.speak, verdict.silence) == (False, why)


def test_a_record_that_failed_lint_is_never_spoken_of() -> None:
    """It is found, and kept for triage."""
    recognizer = recognizer_of(record("one", TEXT, spoken=False), site(TEXT))
    verdict = recognizer.read(Report("", f"thread 'main' panicked at {PLACE}:\n{SAID}"))
    assert (verdict.speak, verdict.silence) == (False, Silence.NO_RECORD)
    assert verdict.matches[0].record is not None


def test_two_records_with_one_text_are_told_apart_by_place_or_not_at_all() -> None:
    """Where both may be meant, neither is spoken of."""
    other = "crates/burn-nn/src/lib.rs"
    recognizer = recognizer_of(record("one", TEXT), record("two", TEXT), site(TEXT), site(TEXT, other))
    verdict = recognizer.read(Report("", f"```\nthread 'main' panicked at {PLACE}:\n{SAID}\n```"))
    assert not verdict.speak
    assert {match.record.slug for match in verdict.matches if match.record} == {"one", "two"}


def test_a_text_of_burns_in_anothers_crate_is_not_burns() -> None:
    """A crate of somebody else raises its own messages, whatever they say."""
    recognizer = recognizer_of(record("one", TEXT), site(TEXT))
    place = "/r/registry/src/x-1/tokio-1.40.0/src/runtime.rs:1:1"
    assert not recognizer.read(Report("", f"thread 'main' panicked at {place}:\n{SAID}")).speak


def test_a_message_raised_at_the_callers_place_is_known() -> None:
    """`#[track_caller]`: the place is in the reporter's code, the text is Burn's."""
    recognizer = recognizer_of(record("one", TEXT), site(TEXT))
    verdict = recognizer.read(Report("", f"thread 'main' panicked at src/train.rs:4:9:\n{SAID}"))
    assert verdict.speak


@pytest.mark.parametrize(
    ("body", "speaks"),
    [
        (
            "thread 'main' panicked at /r/x/wgpu-23.0.1/src/backend.rs:8:1:\n"
            "Too many bindings of type Buffers in this stage",
            False,
        ),
        (
            "   burn_wgpu::runtime::launch\nthread 'main' panicked at /r/x/wgpu-23.0.1/src/backend.rs:8:1:\n"
            "Too many bindings of type Buffers in this stage",
            True,
        ),
        (
            "   burn_wgpu::runtime::x\nthread 'main' panicked at /r/x/candle-core-0.8.0/src/lib.rs:8:1:\n"
            "Too many bindings of type Buffers in this stage",
            False,
        ),
    ],
)
def test_an_outside_text_needs_burn_in_the_report_and_its_own_crate(body: str, speaks: bool) -> None:
    """Wgpu's own users meet wgpu's errors too."""
    text = Wording(text="Too many bindings of type {} in this stage", external="wgpu")
    assert recognizer_of(record("one", text), site(None)).read(Report("Crash", body)).speak is speaks


def test_a_text_that_the_told_release_never_had_counts_less() -> None:
    """It is lowered by one band, and the release is told."""
    recognizer = recognizer_of(record("one", TEXT), site(TEXT))
    here = recognizer.read(Report("", f"```\n{SAID}\n```\nburn 0.18.0")).matches[0]
    before = recognizer.read(Report("", f"```\n{SAID}\n```\nburn 0.16.0")).matches[0]
    assert (here.band, here.missing_from) == (Band.EXACT, None)
    assert (before.band, before.missing_from) == (Band.PROBABLE, "v0.16.0")


def test_a_generic_text_needs_its_place() -> None:
    """`Not supported` says nothing, but at a record's place it does."""
    generic = Wording(text="Not supported", needs_place=True)
    kind = SiteKind.UNIMPLEMENTED
    place = site("Not supported", kind=kind)
    from bot.catalog.model import Spot

    spot = Spot(path=place.path, function="get_handle", kind=kind)
    recognizer = recognizer_of(record("one", generic, spots=(spot,)), place)
    at_place = f"thread 'main' panicked at {PLACE}:\nnot implemented: Not supported"
    assert recognizer.read(Report("", at_place)).matches[0].record is not None
    elsewhere = recognizer.read(Report("", at_place.replace("handle.rs", "tensor.rs")))
    assert all(match.record is None for match in elsewhere.matches)
