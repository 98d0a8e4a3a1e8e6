"""A record's examples as highlighted code; before and after with what changed between them marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from markupsafe import Markup

from bot.catalog.model import Prose
from bot.web.prose import code_html


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A heading and highlighted code; ``change`` is ``del`` or ``ins`` for the two sides of a fix."""

    heading: str
    html: Markup
    change: str = ""


def code_blocks(prose: Prose) -> tuple[CodeBlock, ...]:
    """The blocks of the example fix that a record has, in the page's order."""
    blocks: list[CodeBlock] = []
    if prose.before and prose.after:
        before, after = diff(prose.before, prose.after, prose.language)
        blocks = [CodeBlock("Before", before, "del"), CodeBlock("After", after, "ins")]
    elif prose.before or prose.after:
        heading = "Before" if prose.before else "After"
        blocks = [CodeBlock(heading, code_html(prose.before or prose.after or "", prose.language))]
    further = (
        ("Validation code", prose.validation_code),
        ("Type guard", prose.type_guard),
        ("Catch pattern", prose.catch_pattern),
    )
    return (*blocks, *(CodeBlock(heading, code_html(code)) for heading, code in further if code))


def diff(before: str, after: str, language: str) -> tuple[Markup, Markup]:
    """Both texts highlighted, lines that go in ``<del>``, lines that come in ``<ins>``.

    Both stay whole, so that each can be copied as it is; the signs are the stylesheet's.
    """
    old, new = before.splitlines(), after.splitlines()
    gone: set[int] = set()
    come: set[int] = set()
    matcher = SequenceMatcher(None, [line.strip() for line in old], [line.strip() for line in new], False)
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind != "equal":
            gone.update(range(old_from, old_to))
            come.update(range(new_from, new_to))
    return _marked(before, language, gone, "del"), _marked(after, language, come, "ins")


def _marked(code: str, language: str, changed: Iterable[int], tag: str) -> Markup:
    # Pygments closes its elements at the end of each line, so that a line can be wrapped.
    lines = code_html(code, language).removesuffix("\n").split("\n")
    wanted = set(changed)
    out = [
        Markup("<{0}>{1}</{0}>").format(tag, Markup(line)) if n in wanted and line else Markup(line)  # noqa: S704  Pygments escaped it
        for n, line in enumerate(lines)
    ]
    return Markup("\n").join(out)
