"""Links in answers: to our pages, and to others' issues so that those are left in peace."""

from __future__ import annotations

from urllib.parse import quote

from bot.answer.escape import code_span, prose
from bot.answer.where import Where
from bot.catalog.model import Record, Upstream


def page(record: Record, where: Where) -> str:
    """Return the address of a record's page."""
    return f"{where.base_url.rstrip('/')}/errors/{quote(record.slug)}"


def to_record(record: Record, where: Where) -> str:
    """Return a Markdown link to a record's page, by its title."""
    return f"[{prose(record.facts.title)}]({page(record, where)})"


def to_issue(upstream: Upstream) -> str:
    """Return a link to an issue or pull request that leaves no back-reference there.

    GitHub notes a mention on every issue of github.com that a comment links to; not through its own
    redirecting host. The reference as link text stands in code, where it isn't looked for.
    """
    repo, _, number = upstream.ref.partition("#")
    return f"[{code_span(upstream.ref)}](https://redirect.github.com/{repo}/issues/{number})"
