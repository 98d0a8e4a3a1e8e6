"""``/burnerr search``: known errors with these words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.answer.commands import Command
from bot.answer.reply import MOST_FOUND, render_search_reply
from bot.catalog.catalog import Catalog
from bot.catalog.model import Record
from bot.catalog.words import content
from bot.work.commands.once import once
from bot.work.conversation import Conversation

LONGEST: Final = 200  # characters of a query that are read
_TITLE: Final = 4.0
_MESSAGE: Final = 3.0
_TAG: Final = 3.0
_PROSE: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Index:
    """For each record the weight of its words, and how rare each word is."""

    weights: tuple[tuple[Record, Mapping[str, float]], ...]
    rarity: Mapping[str, float]


def search(conversation: Conversation, command: Command) -> str:
    """The best few records for the words."""
    words = " ".join(command.words) if command.block is None else command.text

    def answer() -> str:
        found = find(conversation.tools.catalog, words)
        return render_search_reply(words[:LONGEST], found, conversation.scene.where)

    return once(conversation, "search", " ".join(sorted(content(words))), answer)


def find(catalog: Catalog, words: str) -> tuple[Record, ...]:
    """The records with the most of the words, in the telling places; less than half of them don't count."""
    asked = content(words[:LONGEST])
    index = _index(catalog)
    scored = []
    for record, weights in index.weights:
        had = asked & weights.keys()
        if had and 2 * len(had) >= len(asked):
            score = sum(weights[word] * index.rarity[word] for word in had) * len(had) / len(asked)
            scored.append((-score, record.slug, record))
    return tuple(record for _, _, record in sorted(scored, key=lambda each: each[:2])[:MOST_FOUND])


@lru_cache(maxsize=2)
def _index(catalog: Catalog) -> _Index:
    weights = tuple((record, _weights(record)) for record in catalog.records if record.spoken)
    spread = Counter(word for _, words in weights for word in words)
    rarity = {word: math.log(1 + len(weights) / number) for word, number in spread.items()}
    return _Index(weights, rarity)


def _weights(record: Record) -> dict[str, float]:
    facts, prose = record.facts, record.prose
    said = " ".join([prose.meaning, prose.trigger, prose.situations, *prose.solutions])
    places = (
        (_PROSE, said),
        (_TAG, " ".join([*facts.tags, facts.crate, facts.cause.value])),
        (_MESSAGE, " ".join(wording.text for wording in facts.wordings)),
        (_TITLE, f"{facts.title} {record.slug}"),
    )
    found: dict[str, float] = {}
    for weight, text in places:  # the heaviest place of a word counts
        found |= dict.fromkeys(content(text), weight)
    return found
