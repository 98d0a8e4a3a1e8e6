"""What a comment says, and what it leaves out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.answer.comment import render
from bot.answer.layout import LONGEST
from bot.answer.length import UNFOLDED, unfolded
from bot.answer.speech import panic_before, speech_of
from bot.catalog.model import Record
from bot.recognize.model import Band, BurnVersion, Evidence, Match, Role, Verdict

from .cases import HANDLE_MATCH, HANDLE_PANIC, SENDING_MATCH, SENDING_PANIC, V20
from .kit import AT_BURN, CATALOG, HANDLE, SITES, WHERE, get, match, panic, verdict


def test_nothing_to_say_is_refused() -> None:
    """A verdict without anything that may be spoken of should raise, not give an empty comment."""
    weak = match("cat-of-nothing", band=Band.WEAK)
    bare = match(None, wording="No handle to remove")
    unchecked = replace(HANDLE_MATCH, record=get("fusion-lost-a-tensor").model_copy(update={"spoken": False}))
    for matches in ((), (weak,), (bare,), (unchecked,)):
        assert speech_of(Verdict(matches)) is None
        with pytest.raises(ValueError, match="nothing that may be spoken"):
            render(Verdict(matches), CATALOG, WHERE)


def test_cause_leads_even_when_told_later() -> None:
    """A cause should come first whatever the order of the matches, its cascades being named after it."""
    text = render(verdict(SENDING_MATCH, HANDLE_MATCH), CATALOG, WHERE)
    assert text.startswith("**Known Burn error** · [Fusion lost")
    assert "**Follows from this:** [The thread that writes checkpoints" in text


def test_a_record_is_told_once() -> None:
    """Several panics of one record should give one answer."""
    assert render(verdict(HANDLE_MATCH, HANDLE_MATCH), CATALOG, WHERE) == render(
        verdict(HANDLE_MATCH), CATALOG, WHERE
    )


def test_guess_is_worded_as_one() -> None:
    """A probable match should begin with "This looks like", also in a fold."""
    guess = replace(HANDLE_MATCH, band=Band.PROBABLE)
    assert render(verdict(guess), CATALOG, WHERE).startswith("**This looks like a known Burn error**")
    second = match("cat-of-nothing", band=Band.PROBABLE)
    assert "<b>This may be in the report too:</b>" in render(verdict(HANDLE_MATCH, second), CATALOG, WHERE)


def test_second_reading_of_the_same_lines_is_an_alternative() -> None:
    """Two records for the same lines should be told as "or", not as two errors in one report."""
    other = replace(HANDLE_MATCH, record=get("cat-of-nothing"))
    text = render(verdict(HANDLE_MATCH, other), CATALOG, WHERE)
    assert "<b>Or it is:</b> cat or stack" in text
    guess = replace(other, band=Band.PROBABLE)
    assert "<b>Or it may be:</b> cat or stack" in render(verdict(HANDLE_MATCH, guess), CATALOG, WHERE)


def test_cascade_alone_asks_for_the_log() -> None:
    """A cascade without its cause should ask for the part above it and offer no solution unfolded."""
    text = render(verdict(SENDING_MATCH, cause_missing=True), CATALOG, WHERE)
    assert "Please add the part of the log above it" in text
    assert text.index("1. Find the first panic") > text.index("<details>")


def test_cascade_points_to_an_unknown_first_panic() -> None:
    """A cascade below an unknown panic should point there, and not to another cascade."""
    first = panic("burn-cubecl-0.20.0/src/kernel/x.rs:3", "never seen", line=2)
    later = replace(SENDING_PANIC, first_line=30)
    another = replace(SENDING_MATCH, panic=later)
    assert panic_before(SENDING_MATCH, verdict(SENDING_MATCH, panics=(first, SENDING_PANIC))) == first
    assert panic_before(another, verdict(another, SENDING_MATCH, panics=(SENDING_PANIC, later))) is None
    assert panic_before(SENDING_MATCH, verdict(SENDING_MATCH, panics=(SENDING_PANIC, later))) is None


def test_permalink_stands_alone_only_where_it_unfolds() -> None:
    """Only in the source's own repository, where GitHub shows the lines, should the link have a line."""
    own = render(verdict(HANDLE_MATCH, version=V20), CATALOG, AT_BURN).split("\n")
    other = render(verdict(HANDLE_MATCH, version=V20), CATALOG, WHERE).split("\n")
    bare = [line for line in own if line.startswith("https://")]
    assert len(bare) == 1
    assert bare[0].endswith("/crates/burn-ir/src/handle.rs#L85-L91")
    assert not [line for line in other if line.startswith("https://")]


def test_line_is_that_of_the_reported_release() -> None:
    """The source link should show the line as it was in the release that the log names."""
    at = panic("burn-ir-0.18.0/src/handle.rs:78", "Should have handle for tensor TensorId { value: 1 }")
    seen = match("fusion-lost-a-tensor", at)
    assert "handle.rs#L75-L81" in render(verdict(seen), CATALOG, AT_BURN)


def test_without_pages_nothing_links_to_them() -> None:
    """Where no pages are served titles should stand without a link."""
    text = render(verdict(HANDLE_MATCH, SENDING_MATCH), CATALOG, replace(WHERE, base_url=""))
    assert "/errors/" not in text
    assert "About this record" not in text


def test_number_of_neighbours_is_the_repositorys_choice() -> None:
    """A repository that wants no neighbours should get none."""
    at_most_one = render(verdict(HANDLE_MATCH), CATALOG, replace(WHERE, related=1))
    (line,) = [line for line in at_most_one.split("\n") if line.startswith("**Related:**")]
    assert line.count("/errors/") == 1
    assert "**Related:**" not in render(verdict(HANDLE_MATCH), CATALOG, replace(WHERE, related=0))


def test_long_words_make_room() -> None:
    """A long meaning should be folded at the end of a sentence, never cut within one."""
    sentence = "A sentence of about sixty letters that says nothing of note. "
    text = render(verdict(_with(meaning=sentence * 12)), CATALOG, WHERE)
    assert unfolded(text) <= UNFOLDED
    assert text.count("says nothing of note.") == 12
    assert "note.\n" in text


def test_no_comment_is_too_long_for_github() -> None:
    """Texts beyond all measure should be left out before GitHub refuses the comment."""
    huge = "word " * 20_000
    for words in ({"meaning": huge}, {"trigger": huge}, {"before": huge}, {"solutions": (huge,)}):
        text = render(verdict(_with(**words)), CATALOG, WHERE)
        assert len(text) <= LONGEST
        assert text.startswith("**Known Burn error**")
        assert text.endswith("</sub>")


def test_same_verdict_same_words() -> None:
    """Rendering twice should give the same text: an answer that didn't change must not look changed."""
    case = verdict(HANDLE_MATCH, SENDING_MATCH, version=V20)
    assert render(case, CATALOG, WHERE) == render(case, CATALOG, WHERE)


def test_evidence_keeps_only_its_shape() -> None:
    """Quote marks and margins that all quoted lines share should go, indentation among them stay."""
    said = ("> first", ">   second", ">", "> third")
    quoted = replace(HANDLE_MATCH, evidence=tuple(Evidence(n, line) for n, line in enumerate(said)))
    assert "```text\nfirst\n  second\nthird\n```" in render(verdict(quoted), CATALOG, WHERE)


def test_match_without_evidence_has_no_quote() -> None:
    """Nothing quoted should leave no empty block."""
    assert "```text" not in render(verdict(replace(HANDLE_MATCH, evidence=())), CATALOG, WHERE)


def test_commit_as_a_version_filters_nothing() -> None:
    """A version told as a commit can't be compared: all solutions should stand in the record's order."""
    seen = match("never-checkpointed", said=("Node 1 is needed but never checkpointed",))
    text = render(verdict(seen, version=BurnVersion("2c06be351006", "commit in the text")), CATALOG, WHERE)
    assert "1. In an own operation" in text
    assert "your text says Burn `2c06be351006`" in text


def _with(**words: object) -> Match:
    """Give a match of a record with other prose."""
    record: Record = get("fusion-lost-a-tensor")
    prose = record.prose.model_copy(update=words)
    changed = record.model_copy(update={"prose": prose})
    return Match(changed, SITES.for_wording(HANDLE)[0], HANDLE, {}, (), Band.EXACT, Role.CAUSE, HANDLE_PANIC)
