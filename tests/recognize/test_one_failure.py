"""What text, place and causes tell of one failure becomes one match, the best that can be said."""

from __future__ import annotations

import pytest

from bot.catalog.model import SiteKind, Spot, Wording
from bot.recognize.model import Band, Report

from .small import recognizer_of, record, site

TEXT = "Cannot get uninitialized handle {id:?} of this tensor"
SAID = "Cannot get uninitialized handle TensorId { value: 4 } of this tensor"
PLACE = "burn-ir-0.18.0/src/handle.rs:91:32"


@pytest.mark.parametrize(
    "place", [PLACE, "burn-ir-0.18.0/src/handle.rs:80:1", "crates/burn-ir/src/handle.rs:91:32"]
)
def test_a_place_adds_no_second_match(place: str) -> None:
    """The site on whose text a record rests isn't told once more without the record."""
    verdict = recognizer_of(record("one", TEXT), site(TEXT)).read(
        Report("", f"thread 'main' panicked at {place}:\n{SAID}")
    )
    assert [match.record.slug if match.record else None for match in verdict.matches] == ["one"]


def test_another_site_is_still_told() -> None:
    """A place that the record knows nothing of stays a match of its own."""
    other = site("Another text of the same file", function="Other::f", path="crates/burn-core/src/x.rs")
    verdict = recognizer_of(record("one", TEXT), site(TEXT), other).read(
        Report("", f"thread 'main' panicked at burn-core-0.18.0/src/x.rs:91:1:\n{SAID}")
    )
    assert [match.record is not None for match in verdict.matches] == [True, False]


def test_a_short_text_at_a_records_place_counts_by_the_place() -> None:
    """Where a record tells place and std's text, a wording of its own with few letters takes nothing away."""
    said = "called `Result::unwrap()` on an `Err` value: CallError"
    path = "crates/burn-ir/src/client.rs"
    spot = Spot(path=path, kind=SiteKind.UNWRAP, message=said)
    one = record("one", Wording(text=said, external="std", source="x"), spots=(spot,))
    verdict = recognizer_of(one, site(None, path=path, kind=SiteKind.UNWRAP)).read(
        Report("", f"thread 'main' panicked at burn-ir-0.18.0/src/client.rs:91:1:\n{said}")
    )
    assert verdict.speak
    assert verdict.matches[0].band is Band.EXACT


def test_a_text_that_is_there_whole_beats_its_longer_form() -> None:
    """A record's short wording that stands there whole isn't weakened by a longer one that is cut."""
    short = "The provided tensors are not on the same backend."
    one = record("one", short, f"{short} Got backends {{:?}} and {{:?}}.")
    verdict = recognizer_of(one, site(short)).read(
        Report(
            "", f"thread 'main' panicked at burn-ir-0.18.0/src/other.rs:5:9:\n{short} Got backends Auto(Wgpu("
        )
    )
    assert verdict.speak


@pytest.mark.parametrize("closing", ["", '")', '"))', '" }', '") }', "]", ")."])
@pytest.mark.parametrize("opening", ["", "Should run: ", 'Should run: Unknown("', "Launch(Other { reason: "])
def test_what_closes_an_error_is_no_other_text(opening: str, closing: str) -> None:
    """Brackets behind the last words belong to the Debug form that the text stands in."""
    text = "The input axis length (currently {}) should be at least k ({})."
    said = text.replace("{}", "0", 1).replace("{}", "1", 1)
    verdict = recognizer_of(record("one", text), site(text)).read(
        Report("", f"thread 'main' panicked at cubecl-runtime-0.9.0/src/x.rs:9:9:\n{opening}{said}{closing}")
    )
    assert verdict.speak
    assert not any("alike" in why for why in verdict.matches[0].why)


OUTSIDE = "Too many bindings of type {kind:?}, limit is {limit}, count was {count}"


@pytest.mark.parametrize(
    "head",
    [
        "wgpu error: Validation Error\n\nCaused by:\n  In Device::create_bind_group_layout\n    ",
        "wgpu error: Validation Error\n\nCaused by:\n  In Device::create\n    note: label = `x`\n    ",
        "while launching a rather long named kernel of ours\n\nCaused by:\n    0: ",
        "",
    ],
)
def test_what_it_caused_takes_nothing_from_a_cause(head: str) -> None:
    """Behind "Caused by:" a message begins anew."""
    one = record("one", Wording(text=OUTSIDE, external="wgpu", source="wgpu-core"))
    said = "Too many bindings of type StorageBuffers, limit is 31, count was 32"
    verdict = recognizer_of(one).read(
        Report(
            "",
            f"thread 'main' panicked at wgpu-25.0.0/src/x.rs:1:1:\n{head}{said}\n\nwith burn-wgpu/src",
        )
    )
    assert verdict.speak


@pytest.mark.parametrize(
    "told",
    ['It fails with "{}" at once.', "{}", "`{}`, see below", "I see: {}"],
    ids=["prose", "line", "code", "colon"],
)
def test_a_panic_without_a_text_has_the_one_that_is_told(told: str) -> None:
    """A text told elsewhere is the message of a panic in its own file that has none."""
    recognizer = recognizer_of(record("one", TEXT), site(TEXT))
    verdict = recognizer.read(Report("", f"{told.format(SAID)}\n\nthread 'main' panicked at {PLACE}"))
    assert (verdict.speak, verdict.matches[0].band) == (True, Band.EXACT)
    assert len(verdict.matches) == 1
    other = recognizer.read(
        Report("", f"I read of {SAID}.\n\nthread 'main' panicked at burn-core-0.18.0/src/x.rs:1:1")
    )
    assert not other.speak


@pytest.mark.parametrize("closing", [")", "`)", ").", "**", ' ")'])
def test_what_closes_a_bracket_is_no_message(closing: str) -> None:
    """A panic told in brackets behind its text has that text as its message."""
    verdict = recognizer_of(record("one", TEXT), site(TEXT)).read(
        Report("", f"It gives `{SAID}` (thread 'main' panicked at {PLACE}{closing}")
    )
    assert verdict.panics[0].message == ()
    assert (verdict.speak, verdict.matches[0].band) == (True, Band.EXACT)


@pytest.mark.parametrize("more", [": InvalidShape {{ expected: {} }}", " (lhs: {:?}, rhs: {:?})"])
def test_a_whole_text_is_no_cut_one(more: str) -> None:
    """What ends where a longer text goes on with values in brackets or a cause may be whole."""
    text = "Error while reading the data of this tensor"
    verdict = recognizer_of(record("one", text + more), site(text + more)).read(
        Report("", f"thread 'main' panicked at {PLACE}:\n{text}")
    )
    assert not verdict.speak


@pytest.mark.parametrize("share", [0.65, 0.8, 0.95])
@pytest.mark.parametrize("times", [1, 3, 5])
def test_a_long_text_may_be_cut(share: float, times: int) -> None:
    """Of a text without holes the beginning is enough in its own file, however long it is."""
    text = "; ".join(
        f"Toolkit {n} not found where the variable of the environment says it is" for n in range(times)
    )
    said = text[: int(len(text) * share)]
    verdict = recognizer_of(record("one", text), site(text)).read(
        Report("", f"thread 'main' panicked at {PLACE}:\n{said}.")
    )
    assert verdict.speak


def test_a_place_in_a_sentence_comes_after_a_text() -> None:
    """What a report says is more than where it says that it was."""
    verdict = recognizer_of(record("one", TEXT), site(TEXT)).read(
        Report("", f"It says {SAID} (thread main, burn-router/src/backend.rs:41)")
    )
    assert verdict.matches[0].record is not None


def test_the_lines_of_one_summary_are_no_list_of_errors() -> None:
    """Many messages of one function are one text; as many of many functions are a list."""
    lines = [
        f"Summary line number {word} of the loading report"
        for word in ["one", "two", "three", "four", "five", "six", "seven"]
    ]
    lines[0] += " of this module and of all that is in it"
    body = "```\n" + "\n".join(lines) + "\n```"
    one = [site(line) for line in lines[1:]]
    assert recognizer_of(record("one", lines[0]), site(lines[0]), *one).read(Report("", body)).speak
    many = [site(line, function=f"f{n}") for n, line in enumerate(lines[1:])]
    assert not recognizer_of(record("one", lines[0]), site(lines[0]), *many).read(Report("", body)).speak
