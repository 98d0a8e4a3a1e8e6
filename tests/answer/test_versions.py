"""What a reported version means for a message, and how releases are spoken of."""

from __future__ import annotations

import pytest

from bot.answer.spans import Span, at_or_after, names, plain, read_spans, tag_of
from bot.answer.versions import fix, line, told
from bot.catalog.catalog import Catalog
from bot.catalog.model import Fix, Lines, Site, SiteKind
from bot.catalog.sites import Sites
from bot.recognize.model import Band, BurnVersion, Match, Role

from .kit import BURN, CATALOG, NEW_SLICE, OLD_SLICE, RELEASES, get, match, panic, record, verdict

SPANS = {
    "all": Span(),
    "up to v0.16.1": Span(None, "v0.16.1"),
    "before v0.19.0": Span(None, "v0.19.0", open_end=True),
    "v0.18.0 and later": Span("v0.18.0"),
    "v0.20.0 and newer": Span("v0.20.0"),
    "v0.22.0-pre.1 and later": Span("v0.22.0-pre.1"),
    "v0.16.1 and older": Span(None, "v0.16.1"),
    "v0.13.1 to v0.18.0": Span("v0.13.1", "v0.18.0"),
    "v0.13.1 – v0.18.0": Span("v0.13.1", "v0.18.0"),
    "0.13..0.18": Span("v0.13.0", "v0.18.0"),
    ">= 0.17": Span("v0.17.0"),
    "< v0.17.0": Span(None, "v0.17.0", open_end=True),
    "since v0.17.0": Span("v0.17.0"),
    "from v0.17.0 on": Span("v0.17.0"),
    "from v0.17.0 to v0.18.0": Span("v0.17.0", "v0.18.0"),
    "v0.17.0 to main": Span("v0.17.0", "main"),
    "v0.17.0": Span("v0.17.0", "v0.17.0"),
    "most of them": Span(),
}


@pytest.mark.parametrize("words", SPANS)
def test_spans_are_read(words: str) -> None:
    """The words that records use for releases should be understood; others should bound nothing."""
    assert read_spans(words) == (SPANS[words],)


def test_span_knows_what_is_outside() -> None:
    """A release should be older than a span, newer, or in it; an open end is outside."""
    (span,) = read_spans("v0.14.0 to v0.16.1")
    assert [span.begins_after(tag) for tag in ("v0.13.0", "v0.14.0", "main")] == [True, False, False]
    assert [span.ended_before(tag) for tag in ("v0.16.1", "v0.17.0", "main")] == [False, True, True]
    (before,) = read_spans("before v0.17.0")
    assert before.ended_before("v0.17.0")
    assert not before.ended_before("v0.17.0-pre.1")
    assert not Span().ended_before("main")
    two = (Span("v0.18.0", "v0.18.0"), Span("v0.21.0"))
    assert read_spans("v0.18.0, and v0.21.0 and later") == two
    assert read_spans("up to v0.17.1, v0.19.0") == (Span(None, "v0.17.1"), Span("v0.19.0", "v0.19.0"))


def test_versions_become_tags() -> None:
    """A version as people write it should name one release, or none where that isn't sure."""
    told = {"0.18.0": "v0.18.0", "v0.18.0": "v0.18.0", "^0.16": "v0.16.1", "main": "main"}
    for version, tag in told.items():
        assert tag_of(version) == tag
    assert tag_of("0.22.0-pre.1") == "v0.22.0-pre.1"
    for unclear in ("2c06be351006", "0.18.0-nightly", "", "latest", "0.18.x", "0.99", "1" * 90):
        assert tag_of(unclear) is None


def test_release_is_named_in_any_form() -> None:
    """A text should name a release by its whole number or its line, not by part of another."""
    for text in ("move to v0.20.0", "0.20 repaired it", "from 0.20.0-", "Burn 0.20."):
        assert names(text, "v0.20.0")
    for text in ("0.20.1-pre", "10.20", "v0.200", "1.0.20", ""):
        assert not names(text, "v0.20.0"), text


def test_repairs_are_compared_with_care() -> None:
    """A commit can't be compared with releases; only the newest source has what isn't released."""
    assert at_or_after("v0.18.0", "v0.17.0")
    assert at_or_after("main", "2c06be351006")
    assert not at_or_after("v0.16.1", "v0.17.0")
    assert not at_or_after("v0.18.0", "main")
    assert not at_or_after("v0.18.0", "2c06be351006")
    assert plain("v0.18.0") == "0.18.0"


RUNS = {
    (("v0.13.0", "main"),): "all releases",
    (("v0.16.0", "main"),): "0.16.0 and later",
    (("v0.13.0", "v0.18.0"),): "all releases up to 0.18.0",
    (("v0.14.0", "v0.18.0"),): "0.14.0 to 0.18.0",
    (("v0.17.0", "v0.17.0"),): "0.17.0",
    (("main", "main"),): "the newest source only",
    (("v0.14.0", "v0.16.0"), ("v0.18.0", "main")): "0.14.0 to 0.16.0 and 0.18.0 and later",
}


@pytest.mark.parametrize("runs", RUNS)
def test_runs_are_told_in_words(runs: tuple[tuple[str, str], ...]) -> None:
    """Spans of releases should read as people say them, from the oldest known to the newest."""
    assert told(runs, RELEASES) == RUNS[runs]


def test_many_runs_are_summed_up() -> None:
    """Of many spans only the newest should be listed."""
    runs = tuple((tag, tag) for tag in ("v0.14.0", "v0.16.1", "v0.18.0", "v0.20.0"))
    assert told(runs, RELEASES) == "some older ones, 0.16.1, 0.18.0 and 0.20.0"


def test_rewording_and_end_are_told() -> None:
    """A message that went should say whether other words came, or whether nothing raises it any more."""
    old = match("slice-out-of-range", wording=OLD_SLICE)
    new = match("slice-out-of-range", wording=NEW_SLICE)
    gone = match("ordering-is-bigger")
    assert "reworded in 0.19.0" in line(old, get("slice-out-of-range"), verdict(old), CATALOG)
    assert "reworded" not in line(new, get("slice-out-of-range"), verdict(new), CATALOG)
    assert "no longer raised since 0.22.0-pre.1" in line(
        gone, get("ordering-is-bigger"), verdict(gone), CATALOG
    )


def test_other_projects_are_named() -> None:
    """Releases of CubeCL, and of a project that took a message over, should be told as theirs.

    What one of them still raises isn't told as gone because another no longer does.
    """
    cubecl, onnx = "tracel-ai/cubecl", "tracel-ai/burn-onnx"
    text = "Not enough room"
    places = tuple(
        Site(f"{n:016x}", repo, crate, "crates/x/src/x.rs", "f", SiteKind.PANIC, text, True, (Lines(*run),))
        for n, (repo, crate, run) in enumerate(
            [
                (cubecl, "cubecl-wgpu", ("v0.5.0", "main", 1)),
                (BURN, "onnx-ir", ("v0.14.0", "v0.20.0", 1)),
                (onnx, "onnx-ir", ("v0.21.0", "main", 1)),
            ]
        )
    )
    known = {cubecl: ("v0.4.0", "v0.5.0", "main"), BURN: RELEASES, onnx: ("v0.21.0", "main")}
    made = record("no-room", "No room", [("Make room.", "all")], meaning="m", wordings=[(text, {})])
    catalog = Catalog([made], Sites(places, known))
    seen = [Match(made, place, text, {}, (), Band.EXACT, Role.CAUSE) for place in places]
    ours = made.model_copy(update={"facts": made.facts.model_copy(update={"repo": onnx})})
    assert line(seen[0], made, verdict(seen[0]), catalog).endswith(
        "in 0.5.0 and later of CubeCL and 0.14.0 to 0.20.0"
    )
    moved = line(seen[1], ours, verdict(seen[1]), catalog)
    assert moved == "**Versions:** this message is in 0.14.0 to 0.20.0 and all releases of burn-onnx"


def test_outside_texts_have_no_releases() -> None:
    """A message of another project lives in no release of Burn: nothing should be said of it."""
    seen = match("no-gpu-adapter")
    assert line(seen, get("no-gpu-adapter"), verdict(seen), CATALOG) == ""


def test_versions_are_told_with_their_source() -> None:
    """Log and text, log and lockfile: each version should say what it was read from; the same one once."""
    at = panic("cubecl-runtime-0.6.0/src/x.rs:1", "x")
    seen = match("cat-of-nothing", at)
    record = get("cat-of-nothing")

    def start(version: BurnVersion | None) -> str:
        return line(seen, record, verdict(seen, version=version), CATALOG).split(" · ")[0]

    assert start(None) == "**Versions:** your log has `cubecl-runtime 0.6.0` (part of Burn 0.18.0)"
    assert start(BurnVersion("0.6.0", "panic path")) == "**Versions:** your log has `cubecl-runtime 0.6.0`"
    assert start(BurnVersion("0.18.0", "path in the log")).endswith(
        "`cubecl-runtime 0.6.0` and Burn `0.18.0`"
    )
    lockfile = start(BurnVersion("0.18.0", "repository lockfile"))
    assert lockfile.endswith("`cubecl-runtime 0.6.0`, this repository's `Cargo.lock` has Burn `0.18.0`")


def test_repair_depends_on_the_reader() -> None:
    """A repair should be told as newer than the reader's release, as one they have, or just as it is."""
    record = get("never-checkpointed")
    assert fix(record, None) == "repaired in 0.17.0"
    assert "newer than yours" in fix(record, "v0.16.1")
    assert "another way into it" in fix(record, "v0.18.0")
    unreleased = record.model_copy(
        update={"facts": record.facts.model_copy(update={"fix": Fix(fixed_in="main")})}
    )
    assert "not released yet" in fix(unreleased, "v0.18.0")
    assert fix(get("cat-of-nothing"), "v0.18.0") == ""
