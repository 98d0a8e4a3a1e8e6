"""Put the values of a report into a record's words.

A record that writes a hole of its wording as code (```{id}``, ``{src_len}``) gets the value there; values
that no words ask for are listed when there are several.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.answer import quote

_HOLE = re.compile(r"`\{(\w*)(?::[^{}`]*)?\}`")
_MOST = 4


def put_in(text: str, captures: Mapping[str, str]) -> str:
    """Return ``text`` (a record's Markdown) with each hole that stands as code filled in, as code."""

    def fill(found: re.Match[str]) -> str:
        name = found[1] or ("0" if len(captures) == 1 else "")
        return quote.value(captures[name]) if captures.get(name, "").strip() else found[0]

    return _HOLE.sub(fill, text)


def listed(text: str, captures: Mapping[str, str]) -> str:
    """Return a sentence that lists the values which ``text`` doesn't ask for; nothing for fewer than two.

    One value alone is seen well enough in the quoted line. Names are the wording's own; unnamed holes and
    one-letter counters tell nothing.
    """
    asked = {found[1] for found in _HOLE.finditer(text)}
    named = [
        f"`{name}` is {quote.value(value, 60)}"
        for name, value in captures.items()
        if len(name) > 1 and not name.isdigit() and name not in asked and value.strip()
    ]
    return f"Here {', '.join(named[:_MOST])}." if len(named) > 1 else ""
