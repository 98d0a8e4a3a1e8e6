"""The prefilled page on GitHub where a draft is handed in. An address has its limits, so the text may be
shorter there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from bot.answer.escape import fence
from bot.catalog.draft import Draft

LONGEST: Final = 8_000  # characters; GitHub refuses addresses from about 8,190 on
PASTE: Final = "(The draft is too long for a link: copy it from the page you come from, and paste it here.)"


@dataclass(frozen=True, slots=True)
class Links:
    """Where new files and new issues are made, empty where that's nowhere."""

    new_file: str
    new_issue: str


@dataclass(frozen=True, slots=True)
class Link:
    """The page: of which ``kind`` (``file``, ``issue``, or ``none``), and whether text had to be left out."""

    url: str
    kind: str
    is_shortened: bool


def link_for(whole: Draft, shorter: Sequence[Draft], links: Links) -> Link:
    """The page with as much of the draft as an address takes: as a new file, else as an issue."""
    kind, make = ("file", _file) if links.new_file else ("issue", _issue)
    base = links.new_file or links.new_issue
    if not base:
        return Link("", "none", is_shortened=False)
    for at, text in enumerate(_texts(whole, shorter)):
        url = make(base, whole.file, text)
        if len(url) <= LONGEST:
            return Link(url, kind, is_shortened=at > 0)
    return Link("", "none", is_shortened=False)


def _texts(whole: Draft, shorter: Sequence[Draft]) -> Iterator[str]:
    yield whole.text
    yield from (each.text for each in shorter)
    last = (shorter or [whole])[-1].text
    yield "\n".join(line for line in last.split("\n") if not line.startswith("# "))
    yield PASTE


def _file(base: str, file: str, text: str) -> str:
    return f"{base}?filename={quote(file)}&value={quote(text)}"


def _issue(base: str, file: str, text: str) -> str:
    body = text if text == PASTE else f"`{file}`\n\n{fence(text)}"
    return f"{base}{'&' if '?' in base else '?'}title={quote(f'New record: {file}')}&body={quote(body)}"
