"""From the bytes of one Rust file to all that is kept of it."""

from __future__ import annotations

from bot.extract import checks, errors, macro_uses, panics, symbols
from bot.extract.found import FileFacts
from bot.extract.syntax import Source


def read_file(text: bytes) -> FileFacts:
    """Read one Rust file. Syntax errors in it cost nothing but the places inside them."""
    source = Source(text)
    places = [*panics.find(source), *errors.find(source)]
    has_checks = b"TensorCheck" in text
    may_check = has_checks or b"check::" in text
    return FileFacts(
        tuple(sorted(set(places), key=lambda f: (f.line, f.kind, f.function, f.wording or ""))),
        tuple(checks.find_rules(source)) if has_checks else (),
        (
            *(checks.find_calls(source) if has_checks else ()),
            *(checks.find_direct_calls(source) if may_check else ()),
        ),
        tuple(macro_uses.find(source)),
        source.gated_modules,
        symbols.find(source),
    )
