"""A pasted log as it is read: what was found, the comment that would be written, the lines it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from bot.answer.reply import render_explain_reply
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.recognize.model import Report, Verdict
from bot.recognize.recognizer import Recognizer
from bot.web.comment_html import comment_html

_AROUND = 3  # lines shown above and below a line that was used
_MOST_LINES = 160
_LONGEST_LINE = 300  # characters
_NAMES = Where("", "the-repository/of-the-issue", "burnerr")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; ``number`` 0 stands for lines left out."""

    number: int
    text: str
    used: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What ``templates/found.html`` shows of a log.

    ``answer`` is the comment, or short of that what ``/burnerr explain`` would say; ``silence`` says why an
    issue with this text gets no comment.
    """

    answer: Markup
    silence: str
    records: tuple[Record, ...]
    lines: tuple[Line, ...]
    version: str


def read_log(text: str, recognizer: Recognizer, catalog: Catalog, base_url: str) -> Reading:
    """Read ``text`` as the body of an issue without a title. Takes time linear in its length."""
    verdict = recognizer.read(Report(title="", body=text))
    where = Where(base_url, _NAMES.repo, _NAMES.app_slug)
    version = verdict.burn_version
    return Reading(
        answer=comment_html(render_explain_reply(verdict, catalog, where, asked="your text")),
        silence="" if verdict.speak else (verdict.silence or "it isn't sure enough"),
        records=tuple({m.record.slug: m.record for m in verdict.matches if m.record is not None}.values()),
        lines=tuple(_excerpt(text.split("\n"), _used(verdict))),
        version=f"{version.value} ({version.source})" if version else "",
    )


def _used(verdict: Verdict) -> set[int]:
    return {evidence.line for match in verdict.matches for evidence in match.evidence}


def _excerpt(lines: list[str], used: set[int]) -> Iterable[Line]:
    """The used lines with a few around each, gaps told; the beginning where nothing was used."""
    near = {n for line in used for n in range(line - _AROUND, line + _AROUND + 1)} or set(range(1, 13))
    shown = sorted(n for n in near if 1 <= n <= len(lines))[:_MOST_LINES]
    before = 0
    for number in shown:
        if number != before + 1:
            yield _gap(number - before - 1)
        text = lines[number - 1].rstrip("\r")
        yield Line(
            number, text if len(text) <= _LONGEST_LINE else text[:_LONGEST_LINE] + " …", number in used
        )
        before = number
    if before < len(lines):
        yield _gap(len(lines) - before)


def _gap(count: int) -> Line:
    return Line(0, f"… {count} {'line' if count == 1 else 'lines'} …", used=False)
