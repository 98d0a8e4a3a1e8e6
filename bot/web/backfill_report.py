"""What a look back has found, as a page that stands alone, and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader

from bot.web.comment_html import comment_html
from bot.work.backfill import Past, postable, summarise

COLUMNS: Final = (
    "issue",
    "title",
    "state",
    "created",
    "record",
    "burn",
    "band",
    "answer",
    "why silent",
    "unknown",
)
_ACTIVE: Final = ("=", "+", "-", "@", "\t", "\r")


def as_html(repo: str, found: Sequence[Past], pages: str) -> str:
    """The page, with the comments as they'd look; ``pages`` is where this GitHub's pages are."""
    templates = Environment(
        loader=PackageLoader("bot.web"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    css = (Path(__file__).parent / "static" / "site.css").read_text("utf-8")
    return templates.get_template("backfill.html").render(
        repo=repo,
        base=pages,
        found=found,
        spoken=[past for past in found if past.body],
        postable=sum(map(postable, found)),
        summary=summarise(found),
        comment=comment_html,
        css=css,
    )


def as_csv(found: Sequence[Past]) -> str:
    """A line an issue. What would be a formula to a spreadsheet is made text: titles are anybody's."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for past in found:
        cause = past.cause
        cells = (
            past.issue.number,
            past.issue.title,
            past.issue.state,
            past.issue.created_at,
            past.record,
            past.release,
            cause.band.value if cause is not None else "",
            "yes" if past.body else "no",
            past.why,
            past.unknown,
        )
        writer.writerow([harmless(cell) for cell in cells])
    return out.getvalue()


def harmless(cell: object) -> object:
    """A cell for a spreadsheet that won't take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_ACTIVE) else cell
