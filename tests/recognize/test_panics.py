"""Finding panics in all their forms."""

from __future__ import annotations

import pytest

from bot.recognize.clean import Cleaned
from bot.recognize.model import Panic, Report
from bot.recognize.panics import MOST_PANICS, find_panics

PLACE = "/home/ada/.cargo/registry/src/index.crates.io-1949/burn-ir-0.18.0/src/handle.rs:91:32"


def panics(body: str) -> list[Panic]:
    """Give the panics of a body."""
    return [found.panic for found in find_panics(Cleaned(Report("", body)))]


@pytest.mark.parametrize(
    ("body", "form", "thread"),
    [
        (f"thread 'main' panicked at {PLACE}:\nno handle\nnote: run with", "two-line", "main"),
        (f"thread '<unnamed>' (143357) panicked at {PLACE}:\nno handle", "two-line", "<unnamed>"),
        (f"thread 'a' panicked at 'no handle', {PLACE}\nnote: run", "one-line", "a"),
        (f"ERROR burn_import::logger: PANIC => panicked at {PLACE}:\nno handle\n\nmore", "logger", None),
        (f"panicked at {PLACE}:\nno handle\n\nStack:\n", "two-line", None),
        (f"thread 'main' panicked at {PLACE}: no handle\nstack backtrace:", "two-line", "main"),
        ("burn-ir-0.18.0/src/handle.rs:91:32:\n  no handle\n\nany idea?", "place-only", None),
        ("burn-ir-0.18.0/src/handle.rs:91: no handle\n\nany idea?", "place-only", None),
        (f"thread 'main' panicked at\n{PLACE}:\nno handle\n```", "two-line", "main"),
        (
            "thread 'main' panicked at /home/ada/burn-ir-0.1\n8.0/src/handle.rs:91:32:\nno handle\n",
            "two-line",
            "main",
        ),
    ],
)
def test_each_form_is_read(body: str, form: str, thread: str | None) -> None:
    """Message, place and thread are read, whatever form the panic has."""
    (panic,) = panics(body)
    assert panic.place is not None
    assert (panic.form, panic.thread) == (form, thread)
    assert (panic.place.crate, panic.place.version, panic.place.path) == (
        "burn-ir",
        "0.18.0",
        "src/handle.rs",
    )
    assert panic.place.line == 91
    assert [line.strip() for line in panic.message] == ["no handle"]


def test_an_old_message_may_hold_quotes_and_line_ends() -> None:
    """The place of the old form ends the message, wherever it is."""
    message = "called `x` on an `Err` value: Torch(\"Could not run 'a'\nCPU: b\")"
    body = f"thread 'main' panicked at '{message}', {PLACE}"
    (panic,) = panics(body)
    assert panic.message == ("called `x` on an `Err` value: Torch(\"Could not run 'a'", 'CPU: b")')
    assert panic.place is not None


def test_blocks_of_several_lines_are_one_message() -> None:
    """A tensor check's block and wgpu's chain of causes belong to the message."""
    block = "=== Tensor Operation Error ===\n  Operation: 'Cat'\n  Reason:\n    1. No. "
    chain = "wgpu error: Validation Error\n\nCaused by:\n  In Device::create_shader_module\n    too big"
    line = f"thread 'main' panicked at {PLACE}:"
    first, second = panics(f"{line}\n{block}\n\nnote: run\n{line}\n{chain}\n\n\nend")
    assert len(first.message) == 4
    assert second.message[-1].strip() == "too big"


def test_a_place_of_others_is_no_panic_without_the_word() -> None:
    """`src/main.rs:3:5: ..` may be anything; only a place of Burn's stands for a panic by itself."""
    assert panics("src/main.rs:3:5: warning\n --> src/lib.rs:1:1:\nx") == []


def test_frames_of_a_backtrace_are_no_panics() -> None:
    """`at burn-ir/src/handle.rs:91:32` in a backtrace is where the failure came through."""
    body = "   4: burn_ir::handle::get\n             at ./crates/burn-ir/src/handle.rs:91:32\n"
    assert panics(body) == []


def test_the_backtrace_tells_what_it_goes_through() -> None:
    """Places of Burn's and CubeCL's behind a panic, each file once, up to the next panic."""
    frame = "   4: burn_core::x\n             at /r/{}:13\n"
    files = ["burn-core-0.18.0/src/a.rs:1", "serde-1.0.0/src/b.rs:2", "burn-core-0.18.0/src/a.rs:9"]
    body = f"thread 'main' panicked at src/main.rs:1:1:\nmine\n{''.join(map(frame.format, files))}"
    other = (
        f"thread 'main' panicked at src/main.rs:2:2:\nmine\n{frame.format('cubecl-cuda-0.5.0/src/c.rs:3')}"
    )
    first, second = panics(body + other)
    assert [(place.crate, place.path) for place in first.backtrace] == [("burn-core", "src/a.rs")]
    assert [place.crate for place in second.backtrace] == ["cubecl-cuda"]


def test_a_panic_without_a_message_has_none() -> None:
    """A panic line that nothing follows."""
    (panic,) = panics(f"thread 'main' panicked at {PLACE}:\n```")
    assert panic.message == ()


def test_lines_are_told() -> None:
    """First and last line are those of the report."""
    (panic,) = panics(f"one\ntwo\nthread 'main' panicked at {PLACE}:\nno handle\nnote: run")
    assert (panic.first_line, panic.last_line) == (3, 4)


def test_of_many_panics_the_first_are_read() -> None:
    """Twenty thousand panics cost no more than a few dozen."""
    body = f"thread 'main' panicked at {PLACE}:\nno handle\n" * 2000
    assert len(panics(body)) == MOST_PANICS


@pytest.mark.parametrize(
    "line",
    [
        'panic!("Should have handle for tensor {id:?}")',
        '.expect("Should have a handle")',
        "let handle = self.handles.get(id);",
        "// Should have handle for tensor",
    ],
)
def test_what_grep_prints_is_no_panic(line: str) -> None:
    """A place with a line of source behind it was searched for; nothing failed there."""
    assert panics(f"crates/burn-ir/src/handle.rs:88:    {line}\n") == []
