"""Follow which HTML elements of a comment are open, so that nothing inside them is taken for plain text.

``Vec<f32>`` is a tag to a Markdown parser, so only elements that GitHub lets through are counted.
"""

from __future__ import annotations

from html.parser import HTMLParser

_BLOCKS = frozenset(
    ("blockquote", "details", "div", "dl", "ol", "picture", "pre", "section", "summary", "table", "ul")
)
_FORMATS = frozenset(
    ("b", "del", "em", "i", "ins", "mark", "s", "small", "strike", "strong", "sub", "sup", "u")
)
_INLINE = _FORMATS | frozenset(("a", "abbr", "cite", "code", "kbd", "q", "samp", "span", "tt", "var"))


class HtmlDepth(HTMLParser):
    """Knows which elements are open: blocks over the whole comment, inline ones within their paragraph."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[str] = []

    def read(self, html: str) -> None:
        """Read one piece of HTML; a tag that is left unfinished in it ends with it."""
        self.feed(html)
        self.close()
        self.reset()

    @property
    def inside(self) -> bool:
        """Whether an element is open."""
        return bool(self._open)

    def end_paragraph(self) -> None:
        """Forget inline elements that were left open: they end with their paragraph."""
        self._open = [tag for tag in self._open if tag in _BLOCKS]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - HTMLParser's
        """Count an element that opens."""
        if tag in _BLOCKS or tag in _INLINE:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Count an element that closes, and whatever was left open inside it."""
        if tag in self._open:
            while self._open.pop() != tag:
                pass
