"""What a program that failed printed, in a sentence or a list, and what only looks like it."""

from __future__ import annotations

import pytest

from bot.catalog.model import Wording
from bot.recognize.model import Report, Verdict

from .small import recognizer_of, record, site

TEXT = "Saving to this format is not supported by {name} stores yet"
SAID = "Saving to this format is not supported by local stores yet"
UNWRAP = "called `Result::unwrap()` on an `Err` value: "
DEBUG = [
    "",
    'Other("',
    'Reader(InvalidFormat("',
    'Custom { reason: "',
    "Io(Custom { kind: Other, error: ",
    '\\"',
]


def read(body: str, title: str = "") -> Verdict:
    """Read a text with a catalogue of one record."""
    return recognizer_of(record("one", TEXT), site(TEXT)).read(Report(title, body))


@pytest.mark.parametrize("debug", DEBUG)
@pytest.mark.parametrize(
    "around",
    [
        "It says {} at my src/main.rs",
        "Is it a bug? `{}` at src/main.rs:4",
        "{}",
        "```\n{}\n```",
        "    {}",
        "- {}",
    ],
)
def test_what_an_unwrap_prints_is_a_failure(around: str, debug: str) -> None:
    """Behind std's words about an unwrap a text is no quote, in a sentence and within Debug forms."""
    assert read(around.format(UNWRAP + debug + SAID)).speak


@pytest.mark.parametrize("debug", DEBUG)
@pytest.mark.parametrize("around", ["Error: {}", "```\nError: {}\n```", "`Error: {}`", "> Error: {}"])
def test_what_main_returns_is_a_failure(around: str, debug: str) -> None:
    """`Error: ` and the Debug form of an error are what Rust prints when main fails."""
    assert read(around.format(debug + SAID + '")')).speak


@pytest.mark.parametrize(
    "line",
    [
        '#[should_panic(expected = "{}")]',
        'assert_eq!(message, "{}");',
        "// panics with {}",
        "```rust\n// panics with {}\n```",
        'assert!(err.to_string().contains("{}"));',
        'bail!("{}")',
        "- [ ] {}",
        "- [x] `{}`",
        "1. [ ] {}",
    ],
)
def test_tests_comments_and_tasks_quote(line: str) -> None:
    """The same words in a test, in a comment or in a list of things to do tell of no failure."""
    assert not read(line.format(UNWRAP + SAID)).speak


def test_a_constructor_without_an_envelope_is_source() -> None:
    """`Error::Custom("…")` on a line of its own is code."""
    assert not read(f'```\nError::Custom("{SAID}"),\n```\n').speak


@pytest.mark.parametrize("first", ["{}", "`{}` is what I see.", "I wonder about {} a lot.", 'panic!("{}")'])
def test_the_best_place_of_a_text_counts(first: str) -> None:
    """A text that a report first talks of and then shows as a program's output was put out."""
    assert read(f"{first.format(SAID)}\n\n```\n{SAID}\n```").speak
    assert read(f"```\n{SAID}\n```", title=first.format(SAID)).speak


OUTSIDE = "the size of this outside tensor must match the other one"


@pytest.mark.parametrize(
    ("mention", "speaks"),
    [
        ("as in https://github.com/tracel-ai/burn/issues/12 maybe", False),
        ("as in tracel-ai/burn#12 maybe", False),
        ("see https://github.com/tracel-ai/burn/pull/12/files", False),
        ("see https://github.com/tracel-ai/burn/discussions?q=size", False),
        ("with burn 0.16", True),
        ("it's https://github.com/tracel-ai/burn/tree/main/examples/mnist", True),
        ('burn = "0.16"', True),
    ],
)
def test_a_link_to_an_issue_is_no_use_of_burn(mention: str, speaks: bool) -> None:
    """An outside text needs a report about Burn; one that refers to an issue of Burn's isn't."""
    one = record("one", Wording(text=OUTSIDE, external="tch", source="libtorch"))
    body = f"thread 'main' panicked at tch-0.15.0/src/wrappers.rs:1:1:\n{OUTSIDE}\n\n{mention}"
    assert recognizer_of(one).read(Report("", body)).speak is speaks


@pytest.mark.parametrize("place", ["src/main.rs", "app/src/train.rs", "/home/user/app/src/bin/x.rs"])
@pytest.mark.parametrize(("named", "speaks"), [("burn 0.16", True), ("serde_json 1", False)])
def test_an_error_of_burns_is_unwrapped_in_other_code(place: str, named: str, speaks: bool) -> None:
    """The Debug form of an error that the reporter unwraps counts where the report is about Burn."""
    text = 'InvalidFormat("missing field `{}` of this configuration")'
    one = record("one", Wording(text=text, external="std", source="Debug of an error"))
    body = f"{named}\nthread 'main' panicked at {place}:5:1:\n{UNWRAP}{text.replace('{}', 'x')}"
    assert recognizer_of(one).read(Report("", body)).speak is speaks


def test_a_compilers_error_is_output() -> None:
    """What rustc says on a line of its own needs no code block."""
    text = "error[E0275]: overflow evaluating the requirement `naga::{}: Sync`"
    one = record("one", Wording(text=text, external="rustc", source="rustc"))
    body = f"{text.replace('{}', 'Kind')}\n  |\nnote: required for `burn_fusion::Fusion<X>`"
    assert recognizer_of(one).read(Report("", body)).speak
