"""Answers to commands: what a person asked for, in one comment, or one sentence on why not."""

from __future__ import annotations

from collections.abc import Sequence

from bot.answer import links, quote
from bot.answer.commands import Mistake
from bot.answer.comment import render
from bot.answer.escape import code_span
from bot.answer.known import Known
from bot.answer.registry import COMMANDS, CommandSpec, Who, may
from bot.answer.where import Where
from bot.catalog.model import Record
from bot.recognize.model import Band, Verdict


def render_explain_reply(verdict: Verdict, catalog: Known, where: Where, *, asked: str = "this issue") -> str:
    """Return the answer to ``explain`` on a text: the comment as of an issue, or why there is none.

    ``asked`` says in our own words what was read ("this issue", "the quoted comment", "your text").
    """
    speakable = any(m.record and m.record.spoken and m.band is not Band.WEAK for m in verdict.matches)
    if speakable:
        return render(verdict, catalog, where)
    why = verdict.silence.value if verdict.silence else "nothing known was found"
    return f"No known Burn error in {asked}: {why}."


def render_record_reply(record: Record, catalog: Known, where: Where) -> str:
    """Return the answer to ``explain`` on a record."""
    solutions = "\n".join(f"{n}. {text}" for n, text in enumerate(record.prose.solutions, 1))
    return f"**{links.to_record(record, where)}**\n\n{record.prose.meaning}\n\n{solutions}"


def render_no_record(said: str, near: Sequence[Record], where: Where) -> str:
    """Return the sentence for a record's name that doesn't exist, with the nearest ones."""
    hint = "; nearest: " + ", ".join(links.to_record(each, where) for each in near[:3]) if near else ""
    return f"There is no record {quote.value(said)}{hint}."


def render_search_reply(words: str, found: Sequence[Record], where: Where) -> str:
    """Return the answer to ``search``: at most five records, best first."""
    if not found:
        return f"No known error with {quote.value(words)}."
    lines = [f"{n}. {links.to_record(each, where)}" for n, each in enumerate(found[:5], 1)]
    return f"Known errors with {quote.value(words)}:\n\n" + "\n".join(lines)


def render_versions_reply(record: Record, catalog: Known, where: Where) -> str:
    """Return the answer to ``versions``: each wording with the releases that have it."""
    lines = [
        f"- {code_span(wording.text)}: "
        + (
            ", ".join(f"{a} – {z}" for a, z in catalog.lifetimes(wording.text))
            or "not from Burn's own source"
        )
        for wording in record.facts.wordings
    ]
    return f"**{links.to_record(record, where)}**\n\n" + "\n".join(lines)


def render_help(who: Who = Who.WRITE) -> str:
    """Return the list of commands that somebody who counts as ``who`` may give."""
    return "\n".join(f"- {code_span(spec.usage)}: {spec.help}" for spec in COMMANDS if may(who, spec))


def render_mistakes(mistakes: Sequence[Mistake]) -> str:
    """Return a sentence for each line that was meant as a command but isn't one."""
    return "\n".join(f"{quote.value(m.said)}: {m.why}. Try {code_span(m.nearest)}." for m in mistakes)


def render_refusal(spec: CommandSpec) -> str:
    """Return the one sentence for somebody who may not give a command."""
    whom = "the issue's author and people" if spec.who is Who.AUTHOR else "people"
    return f"{code_span(spec.usage)} is for {whom} with write access to this repository."


def render_limit(minutes: int) -> str:
    """Return the one sentence for somebody who asked too often; ``minutes`` until they may again."""
    return f"That was the last answer for this hour; the next question is taken in {minutes} minutes."


def render_same_question(url: str) -> str:
    """Return the pointer to an answer that was given before; ``url`` is our own comment's address."""
    return f"Answered [here]({url})."
