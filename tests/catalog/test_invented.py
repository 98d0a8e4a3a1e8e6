"""Imported analyses that name what no release defines."""

from __future__ import annotations

import json
from typing import Any

from bot.catalog.interchange import read_documents, record_of
from bot.catalog.invented import invented
from bot.catalog.model import Record
from bot.catalog.sites import Sites
from bot.catalog.symbols import Symbols
from tests.catalog.example import DOCUMENT

NAMES = Symbols({"tracel-ai/burn": ["mSampleSet::sample_at\tv0.3.0..", "tSampleSet\tv0.3.0.."]})


def record(**change: Any) -> Record:
    """Import the example with other sections."""
    data = {**DOCUMENT, "record": {**DOCUMENT["record"], **change}}
    [found] = read_documents(json.dumps(data), "some.json")
    return record_of(found, Sites((), {}))


def test_known_names_are_not_invented() -> None:
    """Names that a release defines should pass, in code spans or plain."""
    text = "SampleSet::sample_at asks `SampleSet` for one; see sample_at."
    assert invented(record(documentation=text), NAMES) == ()


def test_several_unknown_names_are_told() -> None:
    """Two names that nothing defines, among few, should be told."""
    text = "SampleSet::sample_of calls `fetch_sample_now` of SampleSet."
    assert invented(record(documentation=text), NAMES) == ("SampleSet::sample_of", "fetch_sample_now")


def test_one_unknown_name_is_let_pass() -> None:
    """A single unknown name may be newer than the newest release known here."""
    assert invented(record(documentation="SampleSet asks fetch_sample_now."), NAMES) == ()


def test_names_of_the_message_are_no_inventions() -> None:
    """What the message itself names should pass, wrong or not."""
    text = "It asks for `sample_grad` and `other_grad`."
    message = "call sample_grad or other_grad"
    assert invented(record(documentation=text, messagePattern=message), NAMES) == ()
