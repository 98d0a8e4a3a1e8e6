"""The forms in which a failure reaches an issue, and what happens to them on the way.

A ``Failure`` is what a program said: a message at a place. A form makes the text of a report of it.
"""

from __future__ import annotations

import html
import json
import random
from collections.abc import Callable
from dataclasses import dataclass

REGISTRY = "/home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f"
WINDOWS = r"C:\Users\ada\.cargo\registry\src\index.crates.io-6f17d22bba15001f"


@dataclass(frozen=True)
class Failure:
    """A message and where it was raised: ``path`` within the crate; ``version`` as crates.io has it."""

    message: str
    crate: str
    version: str
    path: str
    line: int

    @property
    def place(self) -> str:
        """The place as a path in Cargo's registry."""
        return f"{REGISTRY}/{self.crate}-{self.version}/{self.path}:{self.line}:9"


Form = Callable[[Failure, random.Random], str]


def two_line(f: Failure, rng: random.Random) -> str:
    """Rust since 1.73."""
    return f"```\nthread 'main' panicked at {f.place}:\n{f.message}\nnote: run with `RUST_BACKTRACE=1`\n```"


def two_line_id(f: Failure, rng: random.Random) -> str:
    """Rust since 1.91, with the thread's number; a backtrace follows."""
    frames = (
        "   0: __rustc::rust_begin_unwind\n             at /rustc/6b00bc38/library/std/src/panicking.rs:697:5"
    )
    return (
        "It fails after some epochs:\n\n```\n   Compiling net v0.1.0\n"
        f"thread '<unnamed>' ({rng.randrange(99999)}) panicked at {f.place}:\n{f.message}\n"
        f"stack backtrace:\n{frames}\n```\n"
    )


def one_line(f: Failure, rng: random.Random) -> str:
    """Rust before 1.73."""
    return f"> thread 'main' panicked at '{f.message}', {f.place}\nnote: run with `RUST_BACKTRACE=1`"


def logger(f: Failure, rng: random.Random) -> str:
    """The panic hooks of burn-train and burn-import."""
    return (
        " INFO burn_import::onnx::model_gen: Starting to convert\n"
        f"2025-07-24T22:25:03.255812Z ERROR burn_import::logger: PANIC => panicked at {f.place}:\n{f.message}"
    )


def console(f: Failure, rng: random.Random) -> str:
    """A browser's console."""
    return (
        f"panicked at {f.place}:\n{f.message}\n\nStack:\n\n"
        "Error\n    at imports.wbg.__wbg_new_abda76e883ba8a5f (http://localhost:8080/net.js:577:21)"
    )


def place_only(f: Failure, rng: random.Random) -> str:
    """Without the words "panicked at"."""
    return f"I get\n\n{f.crate}-{f.version}/{f.path}:{f.line}:9:\n{f.message}\n\nany idea?"


def windows(f: Failure, rng: random.Random) -> str:
    """A path of Windows."""
    path = f.path.replace("/", "\\")
    place = f"{WINDOWS}\\{f.crate}-{f.version}\\{path}:{f.line}:9"
    return f"```\nthread 'main' panicked at {place}:\n{f.message}\n```"


def checkout(f: Failure, rng: random.Random) -> str:
    """A git checkout."""
    place = f"/root/.cargo/git/checkouts/burn-6c277d792b0d5d7a/1f5ccd4/crates/{f.crate}/{f.path}:{f.line}:9"
    return f"```\nthread 'main' panicked at {place}:\n{f.message}\n```"


def workspace(f: Failure, rng: random.Random) -> str:
    """Burn's own workspace."""
    return f"```\nthread 'main' panicked at crates/{f.crate}/{f.path}:{f.line}:9:\n{f.message}\n```"


def vendored(f: Failure, rng: random.Random) -> str:
    """A vendored copy."""
    return f"```\nthread 'main' panicked at vendor/{f.crate}/{f.path}:{f.line}:9:\n{f.message}\n```"


def fenced(f: Failure, rng: random.Random) -> str:
    """The message alone, in a code block."""
    return f"Training with burn stops with\n\n```\n{f.message}\n```\n"


def no_place(f: Failure, rng: random.Random) -> str:
    """A panic whose place was left out."""
    return f"```\nthread 'main' panicked at '{f.message}'\nnote: run with `RUST_BACKTRACE=1`\n```"


def main_error(f: Failure, rng: random.Random) -> str:
    """An error that came back from ``main``."""
    return f"```\n     Running `target/release/net`\nError: {f.message}\n```"


def unwrapped(f: Failure, rng: random.Random) -> str:
    """The user's own ``unwrap`` on an error of Burn's, in Debug form."""
    told = json.dumps(f.message, ensure_ascii=False)
    return (
        "With burn 0.18:\n```\nthread 'main' panicked at src/main.rs:41:10:\n"
        f"called `Result::unwrap()` on an `Err` value: Unknown({told})\n```"
    )


def with_payload(f: Failure, rng: random.Random) -> str:
    """``expect`` with an error's Debug form behind the message."""
    return (
        f"```\nthread 'main' panicked at {f.place}:\n{f.message}: "
        'Os { code: 2, kind: NotFound, message: "No such file" }\n```'
    )


def assert_block(f: Failure, rng: random.Random) -> str:
    """``assert_eq!`` with a message."""
    return (
        f"```\nthread 'main' panicked at {f.place}:\nassertion `left == right` failed: {f.message}\n"
        "  left: [2, 3]\n right: [3, 2]\nnote: run with `RUST_BACKTRACE=1`\n```"
    )


def ansi(f: Failure, rng: random.Random) -> str:
    """Colours of a terminal."""
    return f"```\n\x1b[1m\x1b[31mthread 'main' panicked at {f.place}:\x1b[0m\n\x1b[33m{f.message}\x1b[0m\n```"


def crlf(f: Failure, rng: random.Random) -> str:
    """Line ends of Windows."""
    return two_line(f, rng).replace("\n", "\r\n")


def quoted(f: Failure, rng: random.Random) -> str:
    """A block quote."""
    return "As I said:\n" + "\n".join("> " + line for line in two_line(f, rng).split("\n"))


def list_item(f: Failure, rng: random.Random) -> str:
    """An item of a list."""
    return "1. Run it\n2. See\n   - " + "\n     ".join(
        f"thread 'main' panicked at {f.place}:\n{f.message}".split("\n")
    )


def inline_code(f: Failure, rng: random.Random) -> str:
    """Single back-ticks around all of it."""
    return f"I see `thread 'main' panicked at {f.place}:\n{f.message}` each time."


def boxed(f: Failure, rng: random.Random) -> str:
    """A box around it."""
    return "\n".join("│ " + line for line in f"thread 'main' panicked at {f.place}:\n{f.message}".split("\n"))


def html_escaped(f: Failure, rng: random.Random) -> str:
    """HTML, its signs escaped."""
    return f"<pre>\n{html.escape(f'panicked at {f.place}:')}\n{html.escape(f.message)}\n</pre>"


def json_twice(f: Failure, rng: random.Random) -> str:
    """A log collector within a log collector."""
    once = json.dumps({"msg": f"thread 'main' panicked at {f.place}:\n{f.message}\nnote: run with"})
    return json.dumps({"log": once, "stream": "stderr"})


def staircase(f: Failure, rng: random.Random) -> str:
    """A terminal in raw mode: no carriage returns."""
    out, column = [], 0
    for line in f"thread 'main' panicked at {f.place}:\n{f.message}\nnote: run with".split("\n"):
        out.append(" " * column + line)
        column = (column + len(line)) % 150
    return "```\n" + "\n".join(out) + "\n```"


def prefixed(f: Failure, rng: random.Random) -> str:
    """Every line under somebody's logger."""
    lines = f"thread 'main' panicked at {f.place}:\n{f.message}\nnote: run with".split("\n")
    return "\n".join(f"[2025-06-09T15:08:37Z ERROR app::runner] {line}" for line in lines)


def rustc_error(f: Failure, rng: random.Random) -> str:
    """A macro's complaint, as rustc prints it."""
    return f"```\nerror: {f.message}\n --> src/model.rs:12:1\n   |\n12 | pub struct Net {{\n   | ^^^^\n```"


UNDAMAGED: dict[str, Form] = {
    form.__name__: form
    for form in (
        two_line, two_line_id, one_line, logger, console, place_only, windows, checkout, workspace, vendored,
        fenced, no_place, main_error, unwrapped, with_payload, assert_block, ansi, crlf, quoted, list_item,
        inline_code, boxed, html_escaped, json_twice, staircase, prefixed, rustc_error,
    )
}  # fmt: skip
# Forms that tell the place in Burn's source.
PLACED = frozenset(UNDAMAGED) - {"fenced", "no_place", "main_error", "unwrapped", "rustc_error"}


def wrapped(width: int) -> Form:
    """Hard wrap at ``width`` columns, in the middle of words."""

    def form(f: Failure, rng: random.Random) -> str:
        lines: list[str] = []
        for line in f"thread 'main' panicked at {f.place}:\n{f.message}".split("\n"):
            lines += [line[at : at + width] for at in range(0, max(len(line), 1), width)]
        return "```\n" + "\n".join(lines) + "\n```"

    form.__name__ = f"wrapped_{width}"
    return form


def truncated(f: Failure, rng: random.Random) -> str:
    """Cut after 60 characters."""
    return f"```\nthread 'main' panicked at {f.place}:\n{f.message[:60]}…\n```"


def overwritten(f: Failure, rng: random.Random) -> str:
    """A dashboard wrote over a tenth of the message."""
    signs = list(f.message)
    for _ in range(max(len(signs) // 10, 1)):
        signs[rng.randrange(len(signs))] = rng.choice("│─█ 0123456789%/[]")
    return f"```\nthread 'main' panicked at {f.place}:\n{''.join(signs)}\n```"


def mistyped(f: Failure, rng: random.Random) -> str:
    """Typed by hand, with a slip, and no place."""
    at = rng.randrange(len(f.message))
    slip = rng.choice(("", f.message[at] * 2, rng.choice("abcdefghij")))
    return f"```\nthread 'main' panicked at {f.place}:\n{f.message[:at]}{slip}{f.message[at + 1 :]}\n```"


DAMAGED: dict[str, Form] = {
    form.__name__: form for form in (wrapped(60), wrapped(80), wrapped(100), truncated, overwritten, mistyped)
}
