"""Links in answers: to our pages, to source, and to others' issues so that those are left in peace."""

from __future__ import annotations

import re
from urllib.parse import quote

from bot.answer.escape import code_span, html_words, prose_with_code
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record, Upstream

_CODE = re.compile(r"`([^`]+)`")


def page(record: Record, where: Where) -> str:
    """Return the address of a record's page; empty where no pages are served."""
    return f"{where.base_url.rstrip('/')}/errors/{quote(record.slug)}" if where.base_url else ""


def title(record: Record) -> str:
    """Return a record's title as Markdown: plain words, and code where it has ticks."""
    return prose_with_code(record.facts.title)


def html_title(record: Record) -> str:
    """Return a record's title for HTML, where Markdown isn't read."""
    words = [html_words(part) for part in _CODE.split(record.facts.title)]
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(words))


def neighbours(record: Record, catalog: Catalog, most: int) -> list[Record]:
    """Return a record's neighbours, nearest first, unspoken ones left out."""
    return [each for each in catalog.related(record, most + 2) if each.spoken][:most]


def to_record(record: Record, where: Where) -> str:
    """Return a Markdown link to a record's page by its title; the title alone where no pages are served."""
    url = page(record, where)
    return f"[{title(record)}]({url})" if url else title(record)


def to_issue(upstream: Upstream) -> str:
    """Return a link to an issue or pull request that leaves no back-reference there.

    GitHub notes a mention on every issue of github.com that a comment links to; not through its own
    redirecting host. The reference as link text stands in code, where it isn't looked for.
    """
    repo, _, number = upstream.ref.partition("#")
    return f"[{code_span(upstream.ref)}](https://redirect.github.com/{repo}/issues/{number})"


def to_source(repo: str, release: str, path: str, line: int | None, around: int = 0) -> str:
    """Return the permalink of a line in a release (a tag or a commit), with ``around`` lines about it."""
    anchor = ""
    if line:
        anchor = f"#L{max(1, line - around)}-L{line + around}" if around else f"#L{line}"
    return f"https://github.com/{repo}/blob/{quote(release)}/{quote(path)}{anchor}"
