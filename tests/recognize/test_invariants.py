"""What holds for every text, however odd."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.recognize.explain_json import batch_line
from bot.recognize.model import Match, Report, Verdict
from bot.recognize.recognizer import Recognizer

SLOW = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
REGISTRY = "/home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
HANDLE = (
    f"thread '<unnamed>' (143357) panicked at {REGISTRY}/burn-ir-0.20.0/src/handle.rs:88:32:\n"
    "Should have handle for tensor TensorId { value: 497010 }\n"
)
SEND = (
    f"thread 'main' panicked at {REGISTRY}/burn-train-0.20.0/src/checkpoint/async_checkpoint.rs:123:14:\n"
    "Can send message to checkpointer thread.: SendError { .. }\n"
)
CAT = (
    f"thread 'main' panicked at {REGISTRY}/burn-tensor-0.18.0/src/tensor/api/base.rs:1445:9:\n"
    "=== Tensor Operation Error ===\n  Operation: 'Cat'\n  Reason:\n    1. Can't concatenate tensors with "
    "different shapes, except for the provided dimension Provided dimension (1), tensors shapes: "
    "[Shape { dims: [1, 192, 20, 20] }, Shape { dims: [1, 192, 4, 4] }] \n"
)
LOGS = [HANDLE, CAT, HANDLE + "\n" + SEND, "OUT_DIR env is not set: NotPresent\n"]

# The stuff that reports are made of, to be put together in any way.
SCRAPS = st.sampled_from(
    [
        "thread 'main' panicked at ",
        "panicked",
        " at '",
        "', ",
        "src/main.rs:3:4",
        ":\n",
        "\n",
        "\r\n",
        "\r",
        f"{REGISTRY}/burn-ir-0.18.0/src/handle.rs:91:32",
        "burn-ir/src/handle.rs:1:1:",
        ".rs:1:1:",
        "```",
        "```rust\n",
        "> ",
        "> > ",
        "| ",
        "│ ",
        "- ",
        "    ",
        "<!--",
        "-->",
        "<br>",
        "&lt;",
        "&amp;lt;",
        "\x1b[31m",
        "[0m",
        "\x0b",
        "\x00",
        "\\n",
        "\\\\n",
        '\\"',
        '"',
        "'",
        "`",
        "{",
        "}",
        "{:?}",
        "TensorId { value: 7 }",
        "=== Tensor Operation Error ===\n",
        "  Operation: 'Cat'\n  Reason:\n    1. ",
        "Can't concatenate tensors with different shapes",
        "Caused by:\n",
        "Should have handle for tensor ",
        "index out of bounds: the len is 1 but the index is 1",
        "PANIC => ",
        "called `Result::unwrap()` on an `Err` value: ",
        "note: run with",
        "stack backtrace:",
        "   0: burn::x\n",
        'name = "burn"\nversion = "0.17.0"\n',
        "burn = ",
        "[dependencies.burn]\n",
        "é",
        "\u2028",
        "\ufeff",
        "\U0001f525",
        "not implemented: ",
        "assertion `left == right` failed",
        "C:\\x\\burn-ir-0.18.0\\src\\a.rs:1:1",
        "Error: ",
    ]
)
ODD = st.lists(st.one_of(SCRAPS, st.text(max_size=12)), max_size=40).map("".join)
WORDS = st.lists(
    st.sampled_from(
        ["I", "train", "a", "model", "and", "then", "it", "stops,", "why?", "Thanks.", "\n", "\n\n"]
    ),
    max_size=30,
).map(" ".join)


def check(report: Report, verdict: Verdict) -> None:
    """Check what holds for every verdict."""
    lines = [" ".join(report.title.split()), *report.body.split("\n")]
    for match in verdict.matches:
        for evidence in match.evidence:
            assert evidence.text in lines[evidence.line]
        assert all(len(value) <= 300 for value in match.captures.values())
        if match.record is None:
            assert not (verdict.speak and match is verdict.matches[0])
    for panic in verdict.panics:
        assert 0 <= panic.first_line <= panic.last_line < len(lines)
        assert len(panic.fingerprint) == 16
    assert verdict.speak == (verdict.silence is None)
    roles = [match.role.value for match in verdict.matches if match.panic is not None]
    assert roles == sorted(roles, key=("cause", "cascade").index)


@SLOW
@given(st.text(max_size=600), st.text(max_size=60))
def test_no_text_raises(recognizer: Recognizer, body: str, title: str) -> None:
    """Whatever somebody writes, there is a verdict, and its evidence stands in the report."""
    report = Report(title, body)
    check(report, recognizer.read(report))


@SLOW
@given(ODD, ODD)
def test_no_odd_report_raises(recognizer: Recognizer, title: str, body: str) -> None:
    """Pieces of logs, Markdown and escapes in any order: a verdict, and true evidence."""
    report = Report(title, body)
    verdict = recognizer.read(report)
    check(report, verdict)
    json.dumps(batch_line("x", verdict, recognizer.catalog, "https://errors.example"))


@SLOW
@given(st.text(alphabet=st.characters(categories=["Cs", "Ll", "Cc"]), max_size=200))
def test_halves_of_characters_do_not_raise(recognizer: Recognizer, body: str) -> None:
    """JSON may bring lone surrogates."""
    recognizer.read(Report(body, body))


@SLOW
@given(st.sampled_from(LOGS), WORDS, WORDS)
def test_prose_around_a_log_does_not_change_its_verdict(
    recognizer: Recognizer, log: str, before: str, after: str
) -> None:
    """What is told before and after changes no more than the numbers of lines."""
    fenced = f"```\n{log}```\n"
    alone = recognizer.read(Report("", fenced))
    told = recognizer.read(Report("", f"{before}\n\n{fenced}\n{after}"))
    assert [essence(match) for match in told.matches] == [essence(match) for match in alone.matches]
    assert (told.speak, told.silence, told.burn_version) == (alone.speak, alone.silence, alone.burn_version)
    shift = before.count("\n") + 2
    for moved, still in zip(told.matches, alone.matches, strict=True):
        assert [(e.line - shift, e.text) for e in moved.evidence] == [
            (e.line, e.text) for e in still.evidence
        ]


def essence(match: Match) -> tuple[object, ...]:
    """Give what of a match must not change."""
    record = match.record.slug if match.record else None
    return record, match.wording, match.site, match.band, match.role, tuple(match.captures.items())


@pytest.mark.parametrize(("first", "second"), [(HANDLE, CAT), (CAT, HANDLE)])
def test_the_order_of_panics_changes_the_lead(recognizer: Recognizer, first: str, second: str) -> None:
    """Of two causes, the one that is told first leads."""
    both = recognizer.read(Report("", f"```\n{first}\n{second}```"))
    alone = recognizer.read(Report("", f"```\n{first}```"))
    assert both.matches[0].record is alone.matches[0].record is not None


@SLOW
@given(st.sampled_from(LOGS), st.sampled_from(["\n", "\r\n"]), st.integers(1, 40))
def test_evidence_has_the_numbers_of_the_report(
    recognizer: Recognizer, log: str, end: str, above: int
) -> None:
    """Lines are counted from 1, whatever ends them."""
    body = ("x\n" * above + log).replace("\n", end)
    for match in recognizer.read(Report("", body)).matches:
        assert match.evidence
        for evidence in match.evidence:
            assert body.split("\n")[evidence.line - 1].rstrip("\r") == evidence.text


def test_one_recogniser_serves_many_threads(recognizer: Recognizer) -> None:
    """It holds no state of a report."""
    reports = [Report("", f"```\n{log}```") for log in LOGS] * 20
    alone = [recognizer.read(report) for report in reports]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(recognizer.read, reports)) == alone
