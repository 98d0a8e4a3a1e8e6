"""Texts that quote Burn's messages though nothing failed: source code, reviews, proposals, talk."""

from __future__ import annotations

import random
from collections.abc import Callable

from bot.recognize.model import Report

from .values import fill

Quote = Callable[[str, random.Random], Report]


def _escaped(wording: str) -> str:
    return wording.strip().replace("\n", "\\n").replace('"', '\\"')


def panic_in_code(wording: str, rng: random.Random) -> Report:
    """Burn's own source, asked about."""
    body = f'The code has\n```rust\n    panic!("{_escaped(wording)}", id);\n```\nCould it be better?'
    return Report("Better message please", body)


def expect_in_prose(wording: str, rng: random.Random) -> Report:
    """An ``expect`` in inline code."""
    body = f'Why is it `.expect("{_escaped(wording)}")` and not a result? I read `burn-ir/src/handle.rs`.'
    return Report("A question", body)


def review(wording: str, rng: random.Random) -> Report:
    """A suggestion in a review."""
    body = f'unwrap() could panic\n```suggestion\n   let x = y.expect("{_escaped(wording)}");\n```'
    return Report("Comprehensive Shape type support", body)


def diff(wording: str, rng: random.Random) -> Report:
    """A change, as a diff."""
    said = _escaped(wording)
    return Report(
        "Review", f'```diff\n-        panic!("{said}");\n+        return Err(Error::new("{said}"));\n```'
    )


def should_panic(wording: str, rng: random.Random) -> Report:
    """A test's attribute."""
    body = f'```rust\n#[should_panic(expected = "{_escaped(wording)}")]\nfn t() {{}}\n```'
    return Report("Test doesn't compile", body)


def pull_request(wording: str, rng: random.Random) -> Report:
    """A pull request that says what it repairs."""
    said = fill(wording.strip(), rng)
    checklist = "### Checklist\n\n- [x] Confirmed that `cargo run-checks` has been executed.\n\n### Changes"
    body = f"{checklist}\n\n```\n{said}\n```"
    return Report("feat: backward of conv", body)


def request(wording: str, rng: random.Random) -> Report:
    """A wish for a feature."""
    said = fill(wording.strip(), rng)
    motivation = "### Feature motivation\nIt would be good."
    return Report("Support more", f"### Feature description\n\nNow it says\n```\n{said}\n```\n{motivation}")


def talk(wording: str, rng: random.Random) -> Report:
    """A sentence about a message."""
    said = " ".join(fill(wording.strip(), rng).split())
    return Report(
        "Docs", f"In the docs of burn it is said that “{said}” may come up when a tensor was moved. When?"
    )


def log_of_another(wording: str, rng: random.Random) -> Report:
    """A document that lists messages."""
    said = " ".join(fill(wording.strip(), rng).split())
    return Report(
        "Glossary", f"* one thing\n* the message {said} is in chapter 3 of the burn book\n* another"
    )


QUOTES: tuple[Quote, ...] = (
    panic_in_code, expect_in_prose, review, diff, should_panic, pull_request, request, talk, log_of_another,
)  # fmt: skip
