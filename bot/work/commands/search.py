"""``/burnerr search``: known errors with these words."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.answer.commands import Command
from bot.answer.reply import MOST_FOUND, render_search_reply
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.catalog.search import Search
from bot.catalog.words import content
from bot.work.commands.once import once
from bot.work.conversation import Conversation

LONGEST: Final = 200  # characters of a query that are read
_search_over = lru_cache(maxsize=2)(Search)


def search(conversation: Conversation, command: Command) -> str:
    """The best few records for the words."""
    words = " ".join(command.words) if command.block is None else command.text

    def answer() -> str:
        found = find(conversation.tools.catalog, words)
        return render_search_reply(words[:LONGEST], found, conversation.scene.where)

    return once(conversation, "search", " ".join(sorted(content(words))), answer)


def find(catalog: Catalog, words: str) -> tuple[Record, ...]:
    """The best records that may be spoken of, as the pages find them."""
    found = _search_over(catalog).find(words[:LONGEST])
    return tuple(record for record in found if record.spoken)[:MOST_FOUND]
