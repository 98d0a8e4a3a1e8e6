"""How fast a report is read: `pytest tests/recognize/bench_recognize.py --benchmark-enable`.

Beside each figure stand, in the same run, the naive way (rapidfuzz's `partial_ratio` over all wordings)
and the limit (one scan of the RE2 set). Hostile texts come in two lengths, one twice the other.
"""

from __future__ import annotations

import resource
import sys
import time
from typing import Any

import pytest
from rapidfuzz import fuzz, process

from bot.catalog.catalog import Catalog
from bot.recognize.index import Index
from bot.recognize.model import Report
from bot.recognize.recognizer import Recognizer

REGISTRY = "/home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
HEAD = "Training stops after some epochs with burn 0.18 on wgpu.\n\n```\n    Finished `release` profile\n"
PANIC = (
    f"thread 'main' panicked at {REGISTRY}/burn-ir-0.18.0/src/handle.rs:91:32:\n"
    "Cannot get uninitialized handle TensorId { value: 495 }.\nstack backtrace:\n"
)
FRAME = (
    "  {n}: burn_fusion::stream::execution::ordering::OrderedExecution<R>::execute\n"
    f"             at {REGISTRY}/burn-fusion-0.18.0/src/stream/execution/ordering.rs:{{n}}:13\n"
)
LOG = (
    "2025-07-24T22:25:{n:02}.255812Z  INFO cubecl_wgpu::runtime: Created wgpu compute server on device {n}\n"
)


def report(size: int, line: str) -> str:
    """Make a report of this length: a log, and a panic at its end."""
    lines = [line.format(n=n % 60) for n in range(size // len(line) + 1)]
    body = HEAD + "".join(lines)
    return body[: size - len(PANIC) - 200] + "\n" + PANIC + FRAME.format(n=1) + "```\n"


REPORTS = {
    "3 KB of backtrace": report(3000, FRAME),
    "3 KB of log": report(3000, LOG),
    "64 KB of backtrace": report(65_536, FRAME),
    "64 KB of log": report(65_536, LOG),
}
HOSTILE = {
    "a literal's beginning, again and again": "Cannot get uninitialized hand ",
    "nothing but holes": "{:?} {} {name} ",
    "quotes in quotes": "> ",
    "fences in fences": "```\n````\n",
    "no line end": "x",
    "panics": f"thread 'main' panicked at {REGISTRY}/burn-ir-0.18.0/src/handle.rs:91:32:\nno handle\n",
    "places": "burn-ir-0.18.0/src/handle.rs:91:32:\n",
    "escapes": "\\\\n\x1b[31m&amp;lt;<br>",
    "old panics": "thread 'main' panicked at 'a \"b\" ",
    "loggers before panics": "[15:08:37 app] thread 'main' panicked at src/a.rs:1:2:\n[15:08:37 app] x\n",
}


@pytest.fixture(scope="module")
def wordings(catalog: Catalog) -> list[str]:
    """Give all wordings."""
    return list(catalog.sites.wordings())


@pytest.mark.parametrize("name", REPORTS)
def test_read(benchmark: Any, recognizer: Recognizer, name: str) -> None:
    """Ours."""
    benchmark.group = name
    verdict = benchmark(recognizer.read, Report("Crash", REPORTS[name]))
    assert verdict.speak


@pytest.mark.parametrize("name", REPORTS)
def test_naive(benchmark: Any, wordings: list[str], name: str) -> None:
    """The naive way: every wording against all of the text."""
    benchmark.group = name
    benchmark.pedantic(
        process.extractOne,
        (REPORTS[name], wordings),
        {"scorer": fuzz.partial_ratio},
        rounds=3,
        warmup_rounds=0,
    )


@pytest.mark.parametrize("name", REPORTS)
def test_limit(benchmark: Any, catalog: Catalog, name: str) -> None:
    """The limit: one scan of the set."""
    benchmark.group = name
    index, raw = Index(catalog), REPORTS[name].encode()
    benchmark(index.scan, raw)


@pytest.mark.parametrize("size", [65_536, 131_072])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(benchmark: Any, recognizer: Recognizer, name: str, size: int) -> None:
    """Texts made to be slow grow linearly."""
    benchmark.group = f"hostile: {name}"
    text = (HOSTILE[name] * (size // len(HOSTILE[name]) + 1))[:size]
    benchmark(recognizer.read, Report("Crash", text))


def test_twenty_thousand_panics(benchmark: Any, recognizer: Recognizer) -> None:
    """More than GitHub would take."""
    benchmark.group = "hostile: 20,000 panics"
    benchmark(recognizer.read, Report("", HOSTILE["panics"] * 20_000))


def test_a_million_repeats(benchmark: Any, recognizer: Recognizer) -> None:
    """A literal's beginning, a million times."""
    benchmark.group = "hostile: a million repeats"
    benchmark.pedantic(recognizer.read, (Report("", "Cannot get " * 1_000_000),), rounds=5)


def test_every_wording_at_once(benchmark: Any, recognizer: Recognizer, wordings: list[str]) -> None:
    """All messages of the catalogue in one report."""
    benchmark.group = "hostile: every wording"
    benchmark(recognizer.read, Report("", "\n".join(wordings)[:65_536]))


def test_set_up(benchmark: Any, catalog: Catalog) -> None:
    """From the catalogue to a recogniser that is ready, and what the process takes by then."""
    benchmark.group = "set-up"
    benchmark.pedantic(Recognizer, (catalog,), rounds=5)
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (
        1024 if sys.platform == "linux" else 1 << 20
    )
    benchmark.extra_info["peak MB of the process"] = size


def test_first_report(benchmark: Any, catalog: Catalog) -> None:
    """The first report after set-up, while RE2 still builds its states."""
    benchmark.group = "first report"

    def fresh() -> tuple[tuple[Recognizer], dict[str, Any]]:
        return (Recognizer(catalog),), {}

    def read(recognizer: Recognizer) -> float:
        start = time.perf_counter()
        recognizer.read(Report("Crash", REPORTS["64 KB of log"]))
        return time.perf_counter() - start

    benchmark.pedantic(read, setup=fresh, rounds=5)
