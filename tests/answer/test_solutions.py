"""Which solutions a reader gets, and in which order."""

from __future__ import annotations

from dataclasses import replace

from bot.answer.backends import addressed, of_report, of_site
from bot.answer.captures import listed, put_in
from bot.answer.solutions import Reader, choose
from bot.recognize.model import Place, Verdict

from .kit import BURN, get, match, panic, record


def _order(slug: str, reader: Reader) -> list[int]:
    own = get(slug).prose.solutions
    starts = [text[:20] for text in own]
    return [starts.index(text[:20]) + 1 for text in choose(get(slug), reader)]


def test_all_in_order_when_nothing_is_known() -> None:
    """Without a version or backend the record's own order should stand."""
    assert _order("never-checkpointed", Reader()) == [1, 2, 3]
    assert _order("no-gpu-adapter", Reader()) == [1, 2, 3, 4]


def test_update_comes_first_until_it_was_made() -> None:
    """A repair by updating should lead for older versions, and be left out for those that have it."""
    assert _order("never-checkpointed", Reader("v0.16.1")) == [2, 1, 3]
    assert _order("never-checkpointed", Reader("v0.17.0")) == [1, 3]
    assert _order("never-checkpointed", Reader("main")) == [1]


def test_what_needs_a_newer_release_says_so() -> None:
    """A solution for newer releases should come last with the release it needs, unless its words name it."""
    (first, second, third) = choose(get("reshape-element-count"), Reader("v0.13.0"))
    assert third.endswith("*(from 0.14.0)*")
    assert "(from" not in first + second
    assert choose(get("fusion-lost-a-tensor"), Reader("v0.20.0"))[2].endswith("which repaired that.")


def test_other_backends_come_last() -> None:
    """A solution for another backend should follow the rest; for the reader's own, it keeps its place."""
    assert _order("no-gpu-adapter", Reader(None, frozenset({"wgpu"}))) == [2, 3, 4, 1]
    assert _order("no-gpu-adapter", Reader(None, frozenset({"cuda"}))) == [1, 2, 3, 4]
    assert _order("no-gpu-adapter", Reader(None, frozenset({"cuda", "wgpu"}))) == [1, 2, 3, 4]


def test_something_is_always_left() -> None:
    """When no solution holds for a version, all should be given rather than none."""
    only_old = record(
        "only-old", "Only old", [("Do this.", "up to v0.14.0")], meaning="m", wordings=[("x y z", {})]
    )
    assert choose(only_old, Reader("v0.20.0")) == ("Do this.",)
    assert only_old.facts.repo == BURN


def test_backends_are_read_from_crates_and_first_words() -> None:
    """Crates of panics and backtraces should tell the backend, a solution's first words its own."""
    trace = (Place("x", "cubecl-cuda", "0.6.0", None, "src/x.rs", 1, 1),)
    at = replace(panic("wgpu-hal-26.0.0/src/x.rs:1", "x"), backtrace=trace)
    assert of_report(Verdict(panics=(at, panic("burn-ir-0.20.0/src/x.rs:1", "x")))) == {"wgpu", "cuda"}
    assert of_report(Verdict()) == frozenset()
    assert of_site(match("fusion-lost-a-tensor")) == frozenset()
    starts = {
        "On CUDA, x": "cuda",
        "With the `wgpu` backend x": "wgpu",
        "On Metal x": "wgpu",
        "For libtorch: x": "libtorch",
        "Use CUDA": None,
        "On a machine": None,
        "With flexible": None,
    }
    assert {text: addressed(text) for text in starts} == starts


def test_values_are_put_where_a_record_asks() -> None:
    """A hole of the wording that stands as code should be filled with the reporter's value, as code."""
    values = {"id": "7", "shape": "`x`"}
    assert (
        put_in("the tensor `{id}` of `{shape:?}` and `{other}`", values)
        == "the tensor `7` of `` `x` `` and `{other}`"
    )
    assert put_in("the only `{:?}`", {"0": "7"}) == "the only `7`"
    assert put_in("not the only `{:?}`", {"0": "7", "1": "8"}) == "not the only `{:?}`"
    assert put_in("an empty `{id}`", {"id": " "}) == "an empty `{id}`"


def test_values_nobody_asks_for_are_listed() -> None:
    """Several named values that no words ask for should be listed; counters and positions tell nothing."""
    assert (
        listed("m", {"src_len": "3", "dst_len": "4", "n": "1", "0": "x"})
        == "Here `src_len` is `3`, `dst_len` is `4`."
    )
    assert listed("about `{src_len}`", {"src_len": "3", "dst_len": "4"}) == ""
    assert listed("m", {"src_len": "3"}) == ""
