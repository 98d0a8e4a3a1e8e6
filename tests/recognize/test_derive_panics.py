"""Derives of Burn's that panic: rustc tells the text, and shows which derive was asked for."""

from __future__ import annotations

import pytest

from bot.recognize.model import Report

from .small import recognizer_of, record, site

TEXT = "Only literal is known"
PATH = "crates/burn-derive/src/shared/attribute.rs"


def told(derive: str, lead: str = "  = help: message: ", text: str = TEXT) -> str:
    """Give what rustc prints about a derive that panicked."""
    shown = f" --> src/a.rs:3:10\n  |\n3 | #[derive({derive})]\n  |    ^^^\n  |\n"
    return f"error: proc-macro derive panicked\n{shown}{lead}{text}"


@pytest.mark.parametrize("derive", ["Config", "Module, Debug", "Debug, Clone, Record", "burn::Module"])
@pytest.mark.parametrize("lead", ["  = help: message: ", "   = help: message: ", "message: "])
@pytest.mark.parametrize("text", [TEXT, "Only literal\n          is known"])
def test_a_derive_of_burns_is_a_place(derive: str, lead: str, text: str) -> None:
    """A short text is enough where one of Burn's derives was asked for."""
    verdict = recognizer_of(record("one", TEXT), site(TEXT, path=PATH)).read(
        Report("", told(derive, lead, text))
    )
    assert verdict.speak
    assert verdict.panics[0].form == "derive"


@pytest.mark.parametrize("derive", ["Serialize", "MyDerive", "Modules", "Parser"])
def test_a_derive_of_others_is_none(derive: str) -> None:
    """The same text from another project's derive says nothing."""
    verdict = recognizer_of(record("one", TEXT), site(TEXT, path=PATH)).read(Report("", told(derive)))
    assert not verdict.speak


def test_a_derive_says_nothing_of_other_crates() -> None:
    """A text that another crate of Burn's raises isn't the derive's."""
    verdict = recognizer_of(record("one", TEXT), site(TEXT)).read(Report("", told("Config")))
    assert not verdict.speak


def test_without_a_text_there_is_no_panic() -> None:
    """The headline alone is nothing to go by."""
    assert (
        recognizer_of(record("one", TEXT)).read(Report("", "error: proc-macro derive panicked")).panics == ()
    )
