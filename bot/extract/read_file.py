"""From the bytes of one Rust file to all that is kept of it."""

from __future__ import annotations

from bot.extract import checks, errors, panics
from bot.extract.found import FileFacts
from bot.extract.syntax import Source


def read_file(text: bytes) -> FileFacts:
    """Read one Rust file. Syntax errors in it cost nothing but the places inside them."""
    source = Source(text)
    places = [*panics.find(source), *errors.find(source)]
    has_checks = b"TensorCheck" in text
    return FileFacts(
        tuple(sorted(set(places), key=lambda f: (f.line, f.kind, f.function, f.wording or ""))),
        tuple(checks.find_rules(source)) if has_checks else (),
        tuple(checks.find_calls(source)) if has_checks else (),
        source.test_modules,
    )
