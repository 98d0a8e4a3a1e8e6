"""A report may hold anything; nothing of it gets out of a code element."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given

from bot.answer import layout
from bot.answer.commands import Mistake
from bot.answer.comment import render
from bot.answer.marker import Marker, digest, read_marker, with_marker
from bot.answer.reply import render_explain_reply, render_mistakes, render_no_record, render_search_reply
from bot.answer.speech import speech_of
from bot.recognize.model import Band, BurnVersion, Evidence, Panic, Place, Report, Role, Silence, Verdict
from bot.recognize.recognizer import Recognizer

from .hostile_texts import HOSTILE, PATIENT, TEXTS
from .kit import AT_BURN, CATALOG, RESHAPE, WHERE, match, verdict
from .trees import Node, outside_code, tokens_outside_code

HARMLESS = "x"


def _panic(text: str) -> Panic:
    place = Place(f"/home/x/{text}", f"c{text}", f"v{text}", None, f"src/{text}.rs", 1, 1)
    return Panic(f"t{text}", place, (f"m{text}",), 1, 2, "new")


def _verdict(text: str) -> Verdict:
    """Put ``text`` into every field of a verdict that a report fills; none is empty."""
    said = (Evidence(0, f"e{text}"), Evidence(1, f"f{text}"))
    at = _panic(text)
    values = {"id": f"v{text}", "old": f"o{text}", "new": f"n{text}", "extra": f"p{text}"}
    first = replace(match("reshape-element-count", at, wording=RESHAPE), evidence=said, captures=values)
    others = [
        replace(match(slug, at, band=Band.PROBABLE), evidence=said, captures=values)
        for slug in ("fusion-lost-a-tensor", "no-step-registered")
    ]
    return verdict(first, *others, version=BurnVersion(f"b{text}", f"s{text}"))


def _follow_up(text: str) -> Verdict:
    later = replace(_panic(HARMLESS), first_line=9)
    seen = match("checkpointer-is-gone", later, role=Role.CASCADE)
    return verdict(replace(seen, evidence=(Evidence(9, f"e{text}"),)), panics=(_panic(text), later))


def _said(text: str) -> list[str]:
    """Render everything that quotes a person."""
    weak = replace(match("cat-of-nothing", band=Band.WEAK), evidence=(Evidence(1, f"e{text}"),))
    bare = replace(
        match(None, _panic(text), wording="No handle to remove"), evidence=(Evidence(1, f"e{text}"),)
    )
    return [
        render(_verdict(text), CATALOG, WHERE),
        render(_verdict(text), CATALOG, AT_BURN),
        render(_follow_up(text), CATALOG, WHERE),
        render_explain_reply(Verdict((weak,), silence=Silence.WEAK), CATALOG, WHERE),
        render_explain_reply(Verdict((bare,), silence=Silence.NO_RECORD), CATALOG, WHERE),
        render_mistakes([Mistake(f"/burnerr {text}", "there is no such command", "/burnerr help", 1)]),
        render_no_record(f"r{text}", [], WHERE),
        render_search_reply(f"w{text}", [], WHERE),
    ]


@lru_cache(maxsize=1)
def _harmless() -> list[list[tuple[list[Node], list[Node]]]]:
    """Give both trees of each harmless answer in every layout: a long quote leaves less room."""
    layouts = []
    for room in layout.ROOMS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(layout, "ROOMS", (room,))
            layouts.append([(outside_code(said), tokens_outside_code(said)) for said in _said(HARMLESS)])
    return [list(variants) for variants in zip(*layouts, strict=True)]


def _hold(text: str) -> None:
    for said, allowed in zip(_said(text), _harmless(), strict=True):
        assert (outside_code(said), tokens_outside_code(said)) in allowed


@pytest.mark.parametrize("text", TEXTS)
def test_known_attacks_stay_text(text: str) -> None:
    """The page outside code should be, letter by letter, one that a harmless report makes too."""
    _hold(text)


@PATIENT
@given(text=HOSTILE)
def test_any_text_stays_text(text: str) -> None:
    """No text whatever should put anything of its own outside code, by either of two parsers."""
    _hold(text)


@lru_cache(maxsize=1)
def _recognizer() -> Recognizer:
    return Recognizer(CATALOG)


def _read(text: str) -> Verdict:
    log = f"thread '{text}' panicked at /home/x/.cargo/registry/src/y-1/burn-ir-0.20.0/src/handle.rs:88:32:"
    return _recognizer().read(Report(text, f"{log}\nShould have handle for tensor {text}\n{text}"))


@lru_cache(maxsize=1)
def _nodes_of_ours() -> frozenset[Node]:
    """Give all nodes that may be outside code in an answer to a log like the one above."""
    nodes: set[Node] = set()
    for room in layout.ROOMS:
        for band in (Band.EXACT, Band.PROBABLE):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(layout, "ROOMS", (room,))
                read = _read(HARMLESS)
                told = tuple(replace(each, band=band) for each in read.matches)
                nodes |= set(outside_code(render(replace(read, matches=told), CATALOG, WHERE)))
    return frozenset(nodes)


@PATIENT
@given(text=HOSTILE)
def test_reports_stay_text_from_end_to_end(text: str) -> None:
    """A hostile issue, read by recognition and rendered, should add no word or tag outside code."""
    read = _read(text)
    if speech_of(read):
        assert set(outside_code(render(read, CATALOG, WHERE))) <= _nodes_of_ours()


@PATIENT
@given(text=HOSTILE)
def test_nothing_unseen_is_quoted(text: str) -> None:
    """No control, zero-width or direction-turning character should be in an answer but by its name."""
    for said in _said(text):
        assert all(char.isprintable() or char in "\n\u200b" for char in said)
        assert "\u202e" not in said
        said.encode("utf-8")


@PATIENT
@given(text=HOSTILE)
def test_a_quoted_marker_is_not_ours(text: str) -> None:
    """The marker read back should be the one put there, whatever the quotes above it hold."""
    body = render(_verdict(text), CATALOG, WHERE)
    ours = Marker(7, 45, digest(body), 3)
    assert read_marker(with_marker(body, ours)) == ours


@PATIENT
@given(text=HOSTILE)
def test_an_answer_commands_nothing(text: str) -> None:
    """An answer read as a comment should hold no command."""
    from bot.answer.commands import parse

    assert [parse(said) for said in _said(text)] == [()] * len(_said(HARMLESS))
