"""Names in an imported record that no release defines: the mark of an analysis that made things up."""

from __future__ import annotations

import re

from bot.catalog.check.claims import in_span
from bot.catalog.check.known import definitions, elsewhere
from bot.catalog.model import Record
from bot.catalog.symbols import Symbols

# Imported prose is plain text: what can only be a name of an API is looked for, in code spans or not.
_NAMES = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+|\b[A-Z]+[a-z0-9]+[A-Z]\w*|\b[a-z][a-z0-9]*_\w+")


def invented(record: Record, symbols: Symbols) -> tuple[str, ...]:
    """Give the unknown names of a record's sections, when they are two at least and a third of all its names.

    Fewer may be names of the writer's own, or newer than the newest release known here. Code isn't looked at:
    it has names of its own.
    """
    prose = record.prose
    texts = (prose.meaning, prose.trigger, prose.situations, *prose.solutions, *prose.prevention)
    claims = {claim.text: claim for text in texts for name in _NAMES.findall(text) for claim in in_span(name)}
    said = {name for wording in record.facts.wordings for name in re.findall(r"\w+", wording.text)}
    unknown = [
        name
        for name, claim in claims.items()
        if claim.name not in said and not elsewhere(claim) and not definitions(claim, symbols)
    ]
    return tuple(unknown) if len(unknown) >= max(2, len(claims) / 3) else ()
