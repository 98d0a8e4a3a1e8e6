"""Put the parts of a comment together, as much of them unfolded as a reader has time for."""

from __future__ import annotations

from dataclasses import dataclass

from bot.answer import sections
from bot.answer.length import UNFOLDED, split_after, unfolded
from bot.answer.where import Where
from bot.catalog.model import Record

LONGEST = 60_000  # characters; GitHub refuses more than 65,536


@dataclass(frozen=True, slots=True)
class Parts:
    """All that a comment says, part by part, as Markdown.

    ``head`` is always said. ``ways`` are the solutions, likeliest first, all folded when ``ways_folded``.
    ``background`` and ``also`` are folded. ``tail`` is what follows the folds; ``near`` the neighbours.
    """

    head: tuple[str, ...]
    meaning: str
    ways: tuple[str, ...]
    ways_folded: bool
    example: str
    background: tuple[str, ...]
    also: tuple[str, ...]
    tail: tuple[str, ...]
    near: tuple[Record, ...]
    foot: str


@dataclass(frozen=True, slots=True)
class Room:
    """How much is said unfolded: sentences of the meaning, solutions, neighbours; whether there are folds."""

    sentences: int
    solutions: int
    related: int
    folds: bool = True


# From generous to scant; the first that fits is taken.
ROOMS = (
    Room(5, 4, 5),
    Room(4, 4, 3),
    Room(4, 3, 2),
    Room(3, 3, 2),
    Room(3, 3, 1),
    Room(2, 3, 1),
    Room(2, 2, 1),
    Room(2, 2, 0),
    Room(2, 1, 0),
    Room(1, 1, 0),
)
NO_FOLDS = Room(1, 1, 0, folds=False)


def lay_out(parts: Parts, where: Where) -> str:
    """Return the comment in the first layout in which its unfolded part is short enough.

    A comment that GitHub would refuse loses its folds, and in the end all but its head and foot.
    """
    text = ""
    for room in ROOMS:
        text = _text(parts, room, where)
        if unfolded(text) <= UNFOLDED:
            break
    if len(text) > LONGEST:
        text = _text(parts, NO_FOLDS, where)
    return text if len(text) <= LONGEST else _joined([*parts.head, parts.foot])


def _text(parts: Parts, room: Room, where: Where) -> str:
    meaning, more = split_after(parts.meaning, room.sentences)
    shown = 0 if parts.ways_folded else room.solutions
    said = [*parts.head, meaning, sections.numbered(parts.ways[:shown])]
    if room.folds:
        said.append(_fold_of_ways(parts, shown))
        said.append(sections.folded("When it happens, how to prevent it", [more, *parts.background]))
        said += parts.also
    near = parts.near[: min(room.related, where.related)]
    return _joined([*said, *parts.tail, sections.related(near, where), parts.foot])


def _fold_of_ways(parts: Parts, shown: int) -> str:
    names = ["Solutions" if shown == 0 else "More solutions"] if parts.ways[shown:] else []
    names += ["example fix" if names else "Example fix"] if parts.example else []
    return sections.folded(
        ", ".join(names), [sections.numbered(parts.ways[shown:], shown + 1), parts.example]
    )


def _joined(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part)
