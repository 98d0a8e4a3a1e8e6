"""Every record of the real catalogue makes a comment that is short, closed and calls nobody."""

from __future__ import annotations

from functools import lru_cache

import pytest
import re2

from bot.answer.comment import render
from bot.answer.length import UNFOLDED
from bot.answer.reply import render_record_reply, render_versions_reply
from bot.answer.speech import speech_of
from bot.catalog.catalog import Catalog
from bot.catalog.load import load_catalog
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer

from .kit import WHERE
from .trees import outside_code, read_text

_CALLS = re2.compile(r"(?i)@[a-z0-9]|#[0-9]|\bgh-[0-9]|\b[0-9a-f]{12,40}\b")
_ISSUE = re2.compile(r"//github\.com/[^/]+/[^/]+/(?:issues|pull|discussions|commit)/")


@lru_cache(maxsize=1)
def _catalog() -> Catalog:
    return load_catalog()


@lru_cache(maxsize=1)
def _answers() -> dict[str, list[str]]:
    """Give the answers to each record's own samples, and those to ``explain`` and ``versions``."""
    recognizer = Recognizer(_catalog())
    answers: dict[str, list[str]] = {}
    for record in _catalog().records:
        verdicts = [recognizer.read(Report("", sample)) for sample in record.facts.samples.match]
        answers[record.slug] = [
            *(render(verdict, _catalog(), WHERE) for verdict in verdicts if speech_of(verdict)),
            render_record_reply(record, _catalog(), WHERE),
            render_versions_reply(record, _catalog(), WHERE),
        ]
    return answers


def test_there_are_records() -> None:
    """The catalogue should hold records, most with samples that are recognised."""
    assert len(_answers()) >= 15
    assert sum(len(answers) > 2 for answers in _answers().values()) >= len(_answers()) * 0.8


def test_comments_are_short() -> None:
    """No record should be so long that its comment can't be read in a moment."""
    long = {
        slug: len(read_text(answer))
        for slug, answers in _answers().items()
        for answer in answers[:-1]
        if len(read_text(answer)) > UNFOLDED + 30
    }
    assert long == {}


def test_comments_call_nobody() -> None:
    """No record's words should mention, refer or link to anybody's issue outside code."""
    found = [
        (slug, node)
        for slug, answers in _answers().items()
        for answer in answers
        for node in outside_code(answer)
        if (node[0] == "text" and _CALLS.search(node[1])) or any(_ISSUE.search(part) for part in node[1:])
    ]
    assert found == []


@pytest.mark.parametrize("tag", ["details", "summary", "code", "ol", "ul", "sub"])
def test_comments_are_closed(tag: str) -> None:
    """Every element that opens should close, so that nothing leaks into what follows."""
    for slug, answers in _answers().items():
        for answer in answers:
            nodes = [node for node in outside_code(answer) if node[1:2] == (tag,)]
            opened = sum(node[0] == "start" for node in nodes)
            assert opened * 2 == len(nodes), slug
