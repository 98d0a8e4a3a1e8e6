"""Rules for example code: it parses, and the fix changes something."""

from __future__ import annotations

from collections.abc import Iterator

from bot.catalog.check.rust import broken_lines, tokens, toml_error
from bot.catalog.model import Prose
from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile


def check(file: RecordFile) -> Iterator[Problem]:
    """Find code that doesn't parse, and a fix that fixes nothing. Raises ``RustParserMissingError``."""
    prose = file.record.prose
    for name, code, language in codes(prose):
        if language == "rust":
            for line in broken_lines(code):
                place = file.line_of(name) + line + (name in ("before", "after"))
                say = "isn't Rust here; mend it (statements need no function around them)"
                yield Problem(file.record.file or file.record.slug, place, name, say)
        elif error := toml_error(code):
            yield file.problem(f"isn't TOML: {error}", name)
    if (
        prose.before
        and prose.after
        and _bare(prose.before, prose.language) == _bare(prose.after, prose.language)
    ):
        yield file.problem("is the same code as before it; show the change", "after")


def codes(prose: Prose) -> Iterator[tuple[str, str, str]]:
    """Yield the code of a record: field, code, language."""
    if prose.before:
        yield "before", prose.before, prose.language
    if prose.after:
        yield "after", prose.after, prose.language
    for name in ("validation_code", "type_guard", "catch_pattern"):
        code = getattr(prose, name)
        if code:
            yield name, code, "rust"


def _bare(code: str, language: str) -> list[str]:
    """Give code without comments and layout."""
    if language == "rust":
        return [token.text for token in tokens(code)]
    return [" ".join(line.split()) for line in code.split("\n") if line.strip() and not line.startswith("#")]
