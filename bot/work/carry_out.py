"""Carrying out the commands of one comment, in their order: rights, limits, and what is said to each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.answer.commands import Command, Mistake
from bot.answer.escape import code_span
from bot.answer.layout import LONGEST
from bot.answer.registry import PREFIX, CommandSpec, Who, may, spec_of
from bot.answer.reply import render_limit, render_mistakes, render_refusal
from bot.work.commands.limits import take
from bot.work.commands.table import TABLE
from bot.work.conversation import Conversation, MistakenError

BETWEEN: Final = "\n\n---\n\n"
NEED_A_STORE: Final = frozenset({"mute", "unmute", "off", "on", "right"})
CUT: Final = "The other answers don't fit into one comment; ask for them in another."


@dataclass(slots=True)
class Said:
    """What goes into the reply: answers, and a sentence for each command that couldn't be carried out.

    ``confused``: whether there was such a command, also where nothing is said about it any more.
    """

    answers: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    confused: bool = False

    @property
    def reply(self) -> str:
        """The reply as Markdown, no longer than GitHub takes; empty where there is nothing to say."""
        return BETWEEN.join(self.parts)

    @property
    def parts(self) -> tuple[str, ...]:
        """What the reply is made of: each answer once, however often it was asked for, then the sentences."""
        sentences, all_said = _fitting(self.sentences, LONGEST // 10, "\n\n")
        room = LONGEST - sum(len(each) + len(BETWEEN) for each in (*sentences, CUT))
        answers, all_answered = _fitting(filter(None, self.answers), room, BETWEEN)
        if not (all_said and all_answered):
            sentences.append(CUT)
        return (*answers, "\n\n".join(sentences)) if sentences else tuple(answers)


def _fitting(texts: Iterable[str], room: int, between: str) -> tuple[list[str], bool]:
    """Each of the texts once, as many as there's room for; and whether those are all."""
    kept: list[str] = []
    for each in dict.fromkeys(texts):
        room -= len(each) + len(between)
        if room < 0:
            return kept, False
        kept.append(each)
    return kept, True


def carry_out(conversation: Conversation, given: Iterable[Command | Mistake]) -> Said:
    """Do what the comment asks for."""
    said = Said()
    for each in given:
        if isinstance(each, Mistake):
            _refuse(conversation, said, each.said, render_mistakes([each]))
        else:
            _command(conversation, said, each)
    return said


def _command(conversation: Conversation, said: Said, command: Command) -> None:
    spec = spec_of(command.name)
    if spec is None or command.name not in TABLE:
        raise ValueError(f"the parser knows a command that nothing carries out: {command.name}")
    asked = f"{command.name} {command.text}"
    problem = _barred(conversation, spec)
    if problem:
        _refuse(conversation, said, asked, problem)
        return
    if spec.limited:
        full = take(conversation, asked)
        if full is not None:
            said.confused = True
            said.sentences += [] if full.told else [render_limit(full.minutes)]
            return
    try:
        said.answers.append(TABLE[command.name](conversation, command))
    except MistakenError as mistaken:
        _refuse(conversation, said, asked, str(mistaken), counted=spec.limited)


def _barred(conversation: Conversation, spec: CommandSpec) -> str:
    if not conversation.tools.keeps and spec.name in NEED_A_STORE:
        return f"{code_span(f'{PREFIX} {spec.name}')} needs a server that remembers it; there is none here."
    if not conversation.policy.settings.allows(spec.name):
        return f"{code_span(f'{PREFIX} {spec.name}')} is switched off in this repository."
    if spec.who is not Who.ANYONE and not may(conversation.who, spec):
        return render_refusal(spec)
    return ""


def _refuse(
    conversation: Conversation, said: Said, asked: str, sentence: str, *, counted: bool = False
) -> None:
    """Say why not; but not without end to somebody who doesn't listen."""
    said.confused = True
    if counted or take(conversation, f"not: {asked}") is None:
        said.sentences.append(sentence)
