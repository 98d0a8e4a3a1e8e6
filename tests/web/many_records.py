"""Thousands of records made up from real wordings, to see how pages fare with that many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from bot.catalog.catalog import Catalog
from bot.catalog.model import CauseClass, Facts, Prose, Record, Spot, Upstream, Wording
from bot.catalog.search_words import words_of
from bot.catalog.sites import Sites
from bot.catalog.wording import weight

_CAUSES = [cause for cause in CauseClass if cause is not CauseClass.UNKNOWN]


def many_records(sites: Sites, count: int) -> Catalog:
    """A catalogue of ``count`` records, each with one to four wordings of real sites; always the same."""
    chance = Random(3_000)
    texts = [text for text in sites.wordings() if weight(text) > 16]
    chance.shuffle(texts)
    words = [word for text in texts for word in words_of(text) if len(word) > 2]  # as often as they are said
    supply = iter(texts * (4 * count // len(texts) + 1))
    return Catalog((_record(number, chance, words, sites, supply) for number in range(count)), sites)


def _record(number: int, chance: Random, words: list[str], sites: Sites, supply: Iterator[str]) -> Record:
    own = list(islice(supply, chance.randint(1, 4)))
    place = sites.for_wording(own[0])[0]
    return Record(
        slug=f"made-up-{'-'.join(chance.choices(words, k=3))}-{number}",
        facts=Facts(
            id=f"{number:016x}",
            title=f"{' '.join(chance.choices(words, k=7))} {number}"[:80],
            repo=place.repo,
            crate=place.crate,
            cause=chance.choice(_CAUSES),
            wordings=tuple(Wording(text=text) for text in own),
            sites=(Spot(path=place.path, function=place.function),),
            tags=tuple(dict.fromkeys(word for word in chance.choices(words, k=3) if word.isascii())),
            upstream=(Upstream(ref=f"tracel-ai/burn#{number + 1}", note="where it was met"),),
            checked="v0.21.0",
            written="2026-11-30",
        ),
        prose=Prose(
            meaning=" ".join(chance.choices(words, k=60)),
            trigger=" ".join(chance.choices(words, k=40)),
            situations="\n".join(f"- {' '.join(chance.choices(words, k=12))}" for _ in range(4)),
            solutions=tuple(" ".join(chance.choices(words, k=25)) for _ in range(4)),
            before="let x = broken();\nrun(x);",
            after="let x = mended();\nrun(x);",
            prevention=tuple(" ".join(chance.choices(words, k=10)) for _ in range(3)),
        ),
    )
