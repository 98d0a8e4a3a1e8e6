"""Answers to commands: what a person asked for, in one comment, or one sentence on why not."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.answer import links, quote, sections, versions
from bot.answer.commands import Mistake
from bot.answer.comment import render
from bot.answer.escape import code_span
from bot.answer.registry import COMMANDS, CommandSpec, Who, may
from bot.answer.speech import speech_of
from bot.answer.unanswered import unanswered
from bot.answer.where import Where
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.recognize.model import Band, Evidence, Match, Role, Verdict

MOST_FOUND = 5


def render_explain_reply(
    verdict: Verdict, catalog: Catalog, where: Where, *, asked: str = "this issue"
) -> str:
    """Return the answer to ``explain`` on a text: the comment as of an issue, or what is known short of that.

    ``asked`` says in our own words what was read ("this issue", "the quoted comment", "your text"). Whoever
    asks is told more than an issue would be: guesses too weak to post, and places without a record.
    """
    if speech_of(verdict):
        return render(verdict, catalog, where)
    return unanswered(verdict, catalog, where, asked)


def render_record_reply(record: Record, catalog: Catalog, where: Where) -> str:
    """Return the answer to ``explain`` on a record: the comment as of an issue that has it."""
    if not record.spoken:
        return f"{links.to_record(record, where)} is an imported record that hasn't been checked."
    wording = record.facts.wordings[0].text if record.facts.wordings else None
    message = (Evidence(0, wording),) if wording else ()
    match = Match(record, None, wording, {}, message, Band.EXACT, Role.CAUSE)
    return render(Verdict(matches=(match,), speak=True, silence=None), catalog, where)


def render_no_record(said: str, near: Sequence[Record], where: Where) -> str:
    """Return the sentence for a record's name that doesn't exist, with the nearest ones."""
    names = ", ".join(f"{code_span(each.slug)} ({links.to_record(each, where)})" for each in near[:3])
    return f"There is no record {quote.value(said)}." + (f" Nearest: {names}." if near else "")


def render_search_reply(words: str, found: Sequence[Record], where: Where) -> str:
    """Return the answer to ``search``: at most five records, best first."""
    if not found:
        return f"No known error has {quote.value(words)}. Fewer or other words may find it."
    lines = [f"{links.to_record(each, where)} · {code_span(each.slug)}" for each in found[:MOST_FOUND]]
    return f"Known errors with {quote.value(words)}:\n\n{sections.numbered(lines)}"


def render_versions_reply(record: Record, catalog: Catalog, where: Where) -> str:
    """Return the answer to ``versions``: each wording with the releases that have it."""
    releases = catalog.releases(record.facts.repo)
    name = sections.name_of(record.facts.repo)
    lines = []
    for wording in record.facts.wordings:
        runs = catalog.lifetimes(wording.text, record.facts.repo)
        where_from = f"a message of {wording.external}" if wording.external else "of no extracted release"
        told = f"in {versions.told(runs, releases)}" if runs else where_from
        lines.append(f"{code_span(quote.shorten(wording.text, 160))}: {told}")
    head = f"Releases of {name} with **{links.to_record(record, where)}**:"
    parts = [head, sections.bulleted(lines)]
    runs = catalog.record_lifetimes(record)
    if runs and not lines:
        parts.append(f"It can happen in {name} {versions.told(runs, releases)}.")
    fix = versions.fix(record, None)
    if fix:
        parts.append(f"{fix[0].upper()}{fix[1:]}.")
    return "\n\n".join(part for part in parts if part)


def render_help(who: Who = Who.WRITE, enabled: Collection[str] | None = None) -> str:
    """Return the list of commands that somebody who counts as ``who`` may give.

    ``enabled``: the names of those that the repository allows; ``None`` for all.
    """
    allowed = [spec for spec in COMMANDS if may(who, spec) and (enabled is None or spec.name in enabled)]
    lines = [f"{code_span(spec.usage)}: {spec.help}" for spec in allowed]
    return f"Commands, each at the start of a line of a comment:\n\n{sections.bulleted(lines)}"


def render_mistakes(mistakes: Sequence[Mistake]) -> str:
    """Return a sentence for each line that was meant as a command but isn't one."""
    lines = [f"{quote.value(m.said)}: {m.why}. Try {code_span(m.nearest)}." for m in mistakes]
    return sections.bulleted(lines) if len(lines) > 1 else "".join(lines)


def render_refusal(spec: CommandSpec) -> str:
    """Return the one sentence for somebody who may not give a command."""
    whom = "the issue's author and people" if spec.who is Who.AUTHOR else "people"
    return f"{code_span(f'/burnerr {spec.name}')} is for {whom} with write access to this repository."


def render_limit(minutes: int) -> str:
    """Return the one sentence for somebody who asked too often; ``minutes`` until they may again."""
    wait = "a minute" if minutes <= 1 else f"{minutes} minutes"
    return f"That's enough questions for this hour; the next one is taken in {wait}."


def render_same_question(url: str) -> str:
    """Return the pointer to an answer that was given before; ``url`` is our own comment's address."""
    return f"[Answered above]({url})."
