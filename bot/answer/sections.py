"""The parts of a comment, each as Markdown without blank lines around it; empty where there is nothing."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from bot.answer import captures, links, quote
from bot.answer.escape import code_span, fence, prose, prose_with_code
from bot.answer.speech import Told
from bot.answer.where import Where
from bot.catalog.model import Record
from bot.catalog.versions import is_release
from bot.recognize.model import Band, Match

_NAMES = {"tracel-ai/burn": "Burn", "tracel-ai/cubecl": "CubeCL", "tracel-ai/burn-onnx": "burn-onnx"}
MOST_UPSTREAM = 6
_COMMENT = {"rust": "//", "toml": "#"}


def name_of(repo: str) -> str:
    """Return the project's name as people say it."""
    return _NAMES.get(repo, repo)


def markdown(record: Record, text: str) -> str:
    """Return a record's words as Markdown: our own are, of imported ones only the code is believed."""
    return prose_with_code(text) if record.imported else text


def title(match: Match, record: Record, where: Where, *, follows: bool = False) -> str:
    """Return the first line: what it is, in words."""
    name = name_of(record.facts.repo)
    kind = f"{name} panic that follows another" if follows else f"{name} error"
    lead = f"Known {kind}" if match.band is Band.EXACT else f"This looks like a known {kind}"
    return f"**{lead}** · {links.to_record(record, where)}"


def evidence(match: Match) -> str:
    """Return the reporter's own lines."""
    lines = [each.text for each in match.evidence if each.text.strip()]
    return quote.block(lines) if lines else ""


def meaning(match: Match, record: Record) -> str:
    """Return what it means, with the report's values in it."""
    text = markdown(record, record.prose.meaning)
    values = captures.listed(text, match.captures)
    return captures.put_in(text, match.captures) + (f" {values}" if values else "")


def numbered(items: Sequence[str], first: int = 1) -> str:
    """Return a numbered list; items may hold lists and code of their own."""
    return "\n".join(
        f"{n}. " + textwrap.indent(item, " " * (len(str(n)) + 2)).lstrip()
        for n, item in enumerate(items, first)
    )


def bulleted(items: Sequence[str]) -> str:
    """Return a bulleted list."""
    return "\n".join(f"- {textwrap.indent(item, '  ').lstrip()}" for item in items)


def folded(summary: str, parts: Sequence[str]) -> str:
    """Return parts that open on a click; ``summary`` is HTML. Nothing where there are no parts."""
    shown = [part for part in parts if part]
    if not shown:
        return ""
    return "\n\n".join([f"<details><summary>{summary}</summary>", *shown, "</details>"])


def example(record: Record) -> str:
    """Return the code before and after as one block."""
    told = record.prose
    pieces = [("before", told.before), ("after", told.after)]
    mark = _COMMENT[told.language]
    code = "\n\n".join(f"{mark} {when}\n{code.strip()}" for when, code in pieces if code)
    return fence(code, told.language) if code else ""


def when(record: Record, source: str) -> str:
    """Return when it happens; ``source`` is the link to the place that raises it, or nothing."""
    told = [
        ("Trigger", record.prose.trigger),
        ("Common situations", record.prose.situations),
    ]
    parts = [f"**{head}**\n\n{markdown(record, text)}" for head, text in told if text]
    if source:
        parts.append(f"Raised at {source}.")
    return "\n\n".join(parts)


def upstream(record: Record) -> str:
    """Return where it was reported or repaired; what happened there is told on the record's page."""
    refs = [links.to_issue(each) for each in record.facts.upstream[:MOST_UPSTREAM]]
    return f"**Reported or repaired in** {', '.join(refs)}" if refs else ""


def prevention(record: Record) -> str:
    """Return how to keep it from happening."""
    tips = [markdown(record, tip) for tip in record.prose.prevention]
    return f"**Prevention**\n\n{bulleted(tips)}" if tips else ""


def related(records: Sequence[Record], where: Where) -> str:
    """Return the line of neighbours."""
    return f"**Related:** {' · '.join(links.to_record(each, where) for each in records)}" if records else ""


def follows_from(followers: Sequence[Told], where: Where) -> str:
    """Return the line on panics that only follow the first."""
    if not followers:
        return ""
    names = " · ".join(links.to_record(each.record, where) for each in followers)
    return f"**Follows from this:** {names}"


def foot(record: Record, where: Where) -> str:
    """Return the small print: the record, how to say it's wrong, and what this rests on."""
    url = links.page(record, where)
    parts = [f"[About this record]({url})"] if url else []
    parts.append("Wrong? Comment `/burnerr wrong` or react with 👎")
    parts.append(_checked(record))
    if where.footer:
        parts.append(prose(where.footer))
    return f"<sub>{' · '.join(parts)}</sub>"


def _checked(record: Record) -> str:
    at = record.facts.checked
    if at is None:
        return "AI-assisted"
    how = "analysis of" if record.imported else "checked against"
    comma = "" if record.imported else ","
    tag = at if is_release(at) else code_span(at[:10])
    return f"AI-assisted{comma} {how} {name_of(record.facts.repo)}'s source at {tag}"
