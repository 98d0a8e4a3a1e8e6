"""What a renderer makes of an answer, without what stands in code: that must be ours alone."""

from __future__ import annotations

from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt

Node = tuple[str, ...]
_PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def github_html(markdown: str) -> str:
    """Render as GitHub's own library does, autolinks and all."""
    return str(cmarkgfm.github_flavored_markdown_to_html(markdown, Options.CMARK_OPT_UNSAFE))


def outside_code(markdown: str) -> list[Node]:
    """Give every tag, attribute and text of the rendered page that isn't inside a code element."""
    reader = _OutsideCode()
    reader.feed(github_html(markdown))
    reader.close()
    return reader.nodes


def tokens_outside_code(markdown: str) -> list[Node]:
    """Give the same by another parser: tokens of markdown-it, without the content of code."""
    nodes: list[Node] = []
    for token in _PARSER.parse(markdown):
        for each in [token, *(token.children or ())]:
            code = each.type in {"code_inline", "fence", "code_block"}
            text = "" if code or each.children else each.content
            attributes = [f"{key}={value}" for key, value in each.attrs.items()]
            nodes.append((each.type, each.tag, str(each.level), each.info if code else "", text, *attributes))
    return nodes


def read_text(markdown: str) -> str:
    """Give what a person reads before opening anything: text, with code, without folded parts."""
    reader = _Unfolded()
    reader.feed(github_html(markdown))
    reader.close()
    return " ".join("".join(reader.pieces).split())


class _OutsideCode(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.nodes: list[Node] = []
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._code:
            self.nodes.append(("start", tag, *(f"{key}={value}" for key, value in attrs)))
        self._code += tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag == "code"
        if not self._code:
            self.nodes.append(("end", tag))

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.nodes.append(("text", data))

    def handle_comment(self, data: str) -> None:
        self.nodes.append(("comment", data))


class _Unfolded(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._folded = 0
        self._summary = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._folded += tag == "details"
        self._summary += tag == "summary"

    def handle_endtag(self, tag: str) -> None:
        self._folded -= tag == "details"
        self._summary -= tag == "summary"

    def handle_data(self, data: str) -> None:
        if not self._folded or self._summary:
            self.pieces.append(data)
