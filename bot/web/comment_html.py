"""A comment of ours as HTML, as it looks on GitHub.

Our comments use a handful of HTML elements without attributes; those pass, anything else is shown as text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from bot.web.prose import fenced, leads_to_the_web

_KNOWN = re.compile(r"(</?(?:details|summary|sub|code|b)>)")


def comment_html(markdown: str) -> Markup:
    """Return the comment's HTML; safe whatever the comment quotes."""
    return Markup(_markdown().render(markdown))  # noqa: S704  the renderer escapes; HTML goes through _plain


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True, "highlight": fenced})
    parser.disable(["image"])
    parser.validateLink = leads_to_the_web  # type: ignore[method-assign]  # its way of setting this
    parser.add_render_rule("html_block", _plain)
    parser.add_render_rule("html_inline", _plain)
    return parser


def _plain(_renderer: Any, tokens: Sequence[Token], number: int, _options: Any, _environment: Any) -> str:
    """The known elements as they are, the rest as text."""
    pieces = _KNOWN.split(tokens[number].content)
    return "".join(piece if at % 2 else str(escape(piece)) for at, piece in enumerate(pieces))
