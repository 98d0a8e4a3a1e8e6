"""Which function carries out which command; a test holds it complete against the registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.answer.commands import Command
from bot.work.commands.explain import explain
from bot.work.commands.help import help_
from bot.work.commands.hide import hide
from bot.work.commands.label import label
from bot.work.commands.mute import mute, unmute
from bot.work.commands.rescan import rescan
from bot.work.commands.right import right
from bot.work.commands.search import search
from bot.work.commands.show import show
from bot.work.commands.switch import off, on
from bot.work.commands.versions import versions
from bot.work.commands.wrong import wrong
from bot.work.conversation import Conversation

Behaviour = Callable[[Conversation, Command], str]
"""Carries a command out; its part of the reply as Markdown, empty where a thumbs-up says it all."""

TABLE: Final[Mapping[str, Behaviour]] = {
    "explain": explain,
    "search": search,
    "versions": versions,
    "wrong": wrong,
    "right": right,
    "rescan": rescan,
    "hide": hide,
    "show": show,
    "mute": mute,
    "unmute": unmute,
    "off": off,
    "on": on,
    "label": label,
    "help": help_,
}
