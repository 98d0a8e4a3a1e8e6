"""The typical verdicts, each with the comment or reply made of it; their texts stand in ``golden/``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.answer.commands import Mistake, parse
from bot.answer.commands_page import commands_page
from bot.answer.comment import render
from bot.answer.registry import Who, spec_of
from bot.answer.reply import (
    render_explain_reply,
    render_help,
    render_limit,
    render_mistakes,
    render_no_record,
    render_record_reply,
    render_refusal,
    render_same_question,
    render_search_reply,
    render_versions_reply,
)
from bot.recognize.model import Band, BurnVersion, Evidence, Role, Silence, Verdict

from .kit import (
    AT_BURN,
    BIGGER,
    CATALOG,
    HANDLE,
    IMPORTED,
    NEW_SLICE,
    OLD_SLICE,
    RESHAPE,
    WHERE,
    get,
    match,
    panic,
    verdict,
)

LOG = "panic path"
HANDLE_PANIC = panic(
    "burn-ir-0.20.0/src/handle.rs:88",
    "Should have handle for tensor TensorId { value: 497010 }",
    thread="<unnamed>",
)
HANDLE_MATCH = match("fusion-lost-a-tensor", HANDLE_PANIC, captures={"id": "TensorId { value: 497010 }"})
SENDING_PANIC = panic(
    "burn-train-0.20.0/src/checkpoint/async_checkpoint.rs:123",
    "Can send message to checkpointer thread.: SendError { .. }",
    line=9,
)
SENDING_MATCH = match("checkpointer-is-gone", SENDING_PANIC, role=Role.CASCADE)
V20 = BurnVersion("0.20.0", LOG)


def exact() -> str:
    return render(verdict(HANDLE_MATCH, version=V20), CATALOG, WHERE)


def probable() -> str:
    said = "it dies with `Node should have a step registered, did you forget to call` in training"
    seen = match("no-step-registered", said=(said,), band=Band.PROBABLE)
    return render(verdict(seen, version=BurnVersion("0.18", "text")), CATALOG, WHERE)


def cause_and_cascade() -> str:
    return render(verdict(HANDLE_MATCH, SENDING_MATCH, version=V20), CATALOG, WHERE)


def cascade_alone() -> str:
    return render(verdict(SENDING_MATCH, version=V20, cause_missing=True), CATALOG, WHERE)


def cascade_of_an_unknown_cause() -> str:
    first = panic("burn-cubecl-0.20.0/src/kernel/x.rs:3", "CubeCL said `no` to <kernel>", line=2)
    return render(verdict(SENDING_MATCH, version=V20, panics=(first, SENDING_PANIC)), CATALOG, WHERE)


def several_causes() -> str:
    more = [
        match("slice-out-of-range", wording=NEW_SLICE, said=(f"1. {NEW_SLICE}",), line=20),
        match("no-step-registered", said=("Node should have a step",), band=Band.PROBABLE, line=30),
        match("ordering-is-bigger", panic("burn-fusion-0.20.0/src/stream/ordering.rs:51", BIGGER, line=40)),
        match("cat-of-nothing", said=("Tensors should not be empty",)),
    ]
    return render(verdict(HANDLE_MATCH, *more, version=V20), CATALOG, WHERE)


def tensor_block() -> str:
    lines = (
        "=== Tensor Operation Error ===",
        "  Operation: 'Reshape'",
        "  Reason:",
        "    1. The given shape doesn't have the same number of elements as the current shape. "
        "Current shape: [17, 28, 28], target shape: [32, 784].",
    )
    at = panic("burn-tensor-0.13.0/src/tensor/check.rs:230", *lines)
    values = {"n": "1", "old": "[17, 28, 28]", "new": "[32, 784]"}
    seen = match("reshape-element-count", at, wording=RESHAPE, captures=values)
    return render(verdict(seen, version=BurnVersion("0.13.0", LOG)), CATALOG, WHERE)


def repaired_in_a_newer_release() -> str:
    at = panic(
        "burn-autodiff-0.16.1/src/checkpoint/builder.rs:225",
        "Node NodeID { value: 184 } is needed but never checkpointed",
    )
    seen = match("never-checkpointed", at, captures={"0": "NodeID { value: 184 }"})
    return render(verdict(seen, version=BurnVersion("0.16.1", LOG)), CATALOG, WHERE)


def reworded_since() -> str:
    seen = match("slice-out-of-range", wording=OLD_SLICE, said=(f"    1. {OLD_SLICE}",))
    return render(verdict(seen, version=BurnVersion("0.18.0", "Cargo.toml")), CATALOG, WHERE)


def on_burn_itself() -> str:
    return render(verdict(HANDLE_MATCH, SENDING_MATCH, version=V20), CATALOG, AT_BURN)


def driver_and_backend() -> str:
    at = panic("wgpu-26.0.1/src/lib.rs:77", "No adapter found for graphics API AutoGraphicsApi")
    seen = match("no-gpu-adapter", at, captures={"0": "AutoGraphicsApi"})
    return render(verdict(seen, version=BurnVersion("0.21.0", "repository lockfile")), CATALOG, WHERE)


def imported_and_changed() -> str:
    seen = match("lazy-tensor-too-big", said=("Lazy tensor is too big for <Device>",))
    where = replace(WHERE, footer="Questions? Ask in #help or @mods.")
    return render(verdict(seen), CATALOG, where, changed=True)


def hostile() -> str:
    lines = (
        "\x1b[31mthread 'main' panicked\x1b[0m at C:\\Users\\Ada L\\.cargo\\registry\\src\\x-1\\"
        "burn-ir-0.20.0\\src\\handle.rs:88:32:",
        "Should have handle for tensor ``` </details> @everyone #1 <!-- --> \u202egnp.exe\u202c "
        "[x](javascript:1)",
        "token=ghp_0123456789abcdefABCDEF for ada@lovelace.example on 10.1.2.3",
    )
    value = "`a``b``` @team <b>\u200b"
    seen = replace(
        HANDLE_MATCH,
        evidence=tuple(Evidence(n, line) for n, line in enumerate(lines, 1)),
        captures={"id": value},
    )
    return render(verdict(seen, version=BurnVersion("0.20 @x #2", "text")), CATALOG, WHERE)


def without_pages() -> str:
    return render(verdict(HANDLE_MATCH, SENDING_MATCH), CATALOG, replace(WHERE, base_url=""))


def reply_guesses() -> str:
    weak = [
        match("ordering-is-bigger", said=("ordering of ops is bigger?",), band=Band.WEAK),
        match("cat-of-nothing", band=Band.WEAK),
    ]
    return render_explain_reply(Verdict(tuple(weak), silence=Silence.WEAK), CATALOG, WHERE)


def reply_bare_place() -> str:
    at = panic("burn-ir-0.20.0/src/handle.rs:140", "No handle to remove")
    seen = match(None, at, wording="No handle to remove")
    return render_explain_reply(Verdict((seen,), (at,), silence=Silence.NO_RECORD), CATALOG, WHERE)


def reply_nothing() -> str:
    kinds = [
        Silence.NOTHING_FOUND,
        Silence.FOREIGN_PANIC,
        Silence.GENERIC,
        Silence.UNKNOWN_PANIC,
        Silence.QUOTED,
    ]
    return "\n\n".join(
        render_explain_reply(Verdict(silence=kind), CATALOG, WHERE, asked="the quoted comment")
        for kind in kinds
    )


def reply_record() -> str:
    return render_record_reply(get("slice-out-of-range"), CATALOG, WHERE)


def reply_versions() -> str:
    slugs = ("slice-out-of-range", "never-checkpointed", "no-gpu-adapter")
    return "\n\n".join(render_versions_reply(get(slug), CATALOG, WHERE) for slug in slugs)


def reply_search() -> str:
    found = [get("slice-out-of-range"), get("no-step-registered"), IMPORTED]
    none = render_search_reply("`@x` nothing", (), WHERE)
    return render_search_reply("tensor *shape*", found, WHERE) + "\n\n" + none


def reply_sentences() -> str:
    mistakes = [
        m for m in parse("/burnerr serch @x\n/burnerr off topic\n/burnerr mute") if isinstance(m, Mistake)
    ]
    wrong, mute = spec_of("wrong"), spec_of("mute")
    assert wrong
    assert mute
    sentences = [
        render_mistakes(mistakes),
        render_refusal(wrong),
        render_refusal(mute),
        render_limit(1),
        render_limit(12),
        render_same_question("https://github.com/somebody/model/issues/1#issuecomment-2"),
        render_no_record("slice-out", [get("slice-out-of-range")], WHERE),
        render_no_record("@x", [], WHERE),
    ]
    return "\n\n".join(sentences)


def reply_help() -> str:
    return render_help(Who.ANYONE) + "\n\n" + render_help()


COMMENTS: dict[str, Callable[[], str]] = {
    "exact": exact,
    "probable": probable,
    "cause-and-cascade": cause_and_cascade,
    "cascade-alone": cascade_alone,
    "cascade-of-an-unknown-cause": cascade_of_an_unknown_cause,
    "several-causes": several_causes,
    "tensor-block": tensor_block,
    "repaired-in-a-newer-release": repaired_in_a_newer_release,
    "reworded-since": reworded_since,
    "on-burn-itself": on_burn_itself,
    "driver-and-backend": driver_and_backend,
    "imported-and-changed": imported_and_changed,
    "hostile": hostile,
    "without-pages": without_pages,
}
REPLIES: dict[str, Callable[[], str]] = {
    "reply-guesses": reply_guesses,
    "reply-bare-place": reply_bare_place,
    "reply-nothing": reply_nothing,
    "reply-record": reply_record,
    "reply-versions": reply_versions,
    "reply-search": reply_search,
    "reply-sentences": reply_sentences,
    "reply-help": reply_help,
    "commands-page": commands_page,
}
CASES = COMMENTS | REPLIES
__all__ = ["CASES", "COMMENTS", "HANDLE", "REPLIES"]
