"""Record prose and code as HTML that is safe whatever the record says.

Records may be imported from elsewhere: raw HTML stays text, images aren't loaded, links lead to http(s) only.
No inline style comes out, so that the strict content policy holds.
"""

from __future__ import annotations

from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound


@cache
def _markdown() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "highlight": fenced})
    parser.disable(["image", "html_block", "html_inline", "heading", "lheading"])
    # Assigned and not passed: the library has no option for it.
    parser.validateLink = leads_to_the_web  # type: ignore[method-assign]  # its way of setting this
    return parser


def leads_to_the_web(url: str) -> bool:
    """Whether a link's address is one of http or https."""
    try:
        return urlsplit(url.strip()).scheme.lower() in ("http", "https")
    except ValueError:  # "http://[": no address at all
        return False


def fenced(code: str, language: str, _attributes: str) -> str:
    """A fenced block, highlighted (markdown-it calls it for each). A wide one is scrolled by keyboard too."""
    return f'<pre tabindex="0"><code>{code_html(code, language or "text")}</code></pre>'


def to_html(markdown: str) -> Markup:
    """Blocks of Markdown as HTML."""
    return Markup(_markdown().render(markdown))  # noqa: S704  the renderer escapes; html is off


def line_to_html(markdown: str) -> Markup:
    """One line of Markdown as HTML without a paragraph around it."""
    return Markup(_markdown().renderInline(markdown))  # noqa: S704  the renderer escapes; html is off


def code_html(code: str, language: str = "rust") -> Markup:
    """Code with a ``span`` a token (Pygments' short class names), to stand in ``<pre><code>``."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", stripnl=False)
    shown = highlight(code, lexer, HtmlFormatter(nowrap=True))
    return Markup(shown)  # noqa: S704  Pygments escapes what it is given


def numbered_code(code: str, first: int, marked: int) -> Markup:
    """Code with the number of each line in front, from ``first`` on, and line ``marked`` in ``<mark>``."""
    lines = code_html(code).removesuffix("\n").split("\n")
    out = []
    for number, line in enumerate(lines, start=first):
        shown = Markup(line)  # noqa: S704  Pygments escaped it and closes its elements at each line's end
        row = Markup('<span class="no">{:>5}</span> {}').format(number, shown)
        out.append(Markup("<mark>{}</mark>").format(row) if number == marked else row)
    return Markup("\n").join(out)


def plain_text(markdown: str, most: int = 200) -> str:
    """The words of Markdown without their dress, cut between words after ``most`` characters."""
    words = " ".join(str(to_html(markdown).striptags()).split())
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"
