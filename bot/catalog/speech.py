"""What records and messages speak of, as weighted terms that can be compared."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from bot.catalog.model import Prose, Record, Site
from bot.catalog.sites import Sites
from bot.catalog.wording import literal
from bot.catalog.words import terms

Vector = Mapping[str, float]
# A family strikes at hundreds of sites whose functions would drown its message: what so many share counts.
_SHARE = 0.2


def prose_terms(prose: Prose) -> Counter[str]:
    """Count the terms of a record's sections, code too."""
    code = (prose.before, prose.after, prose.validation_code, prose.type_guard, prose.catch_pattern)
    texts = (prose.meaning, prose.trigger, prose.situations, *prose.solutions, *prose.prevention, *code)
    return Counter(term for text in texts if text for term in terms(text))


def message_terms(record: Record, sites: Iterable[Site]) -> set[str]:
    """Give the terms of a record's wordings and places, and of our own title, tags and names.

    The title and tags of an imported record don't count: they repeat its message, or come from its analysis.
    """
    facts = record.facts
    texts = [literal(wording.text) for wording in facts.wordings]
    texts += [" ".join((spot.path, spot.function or "", literal(spot.message or ""))) for spot in facts.sites]
    if record.imported is None:
        texts += [facts.title, *facts.tags, *facts.names]
    return {term for text in texts for term in terms(text)} | _common_terms(list(sites))


def _common_terms(sites: list[Site]) -> set[str]:
    """Give the terms of functions and paths that many of the sites share (of few sites: all)."""
    counts = Counter(term for site in sites for term in set(terms(f"{site.function} {site.path}")))
    return {term for term, count in counts.items() if count >= _SHARE * len(sites)}


def site_terms(site: Site) -> frozenset[str]:
    """Give the terms of one site: its function and what it says."""
    return frozenset(terms(f"{site.function} {literal(site.wording or '')}"))


class Speech:
    """How telling each term is, learnt from all sites and from given texts; vectors of unit length."""

    def __init__(self, sites: Sites, texts: Iterable[Iterable[str]]) -> None:
        seen = {(site.function, site.wording): site for site in sites.all() if site.wording}
        known: Counter[str] = Counter()
        count = 1
        for document in (*map(site_terms, seen.values()), *map(set, texts)):
            known.update(document)
            count += 1
        self._known = known
        self._count = count

    def weight(self, term: str) -> float:
        """Give how telling a term is: the rarer, the more."""
        return math.log(self._count / (self._known[term] + 1))

    def vector(self, found: Mapping[str, int] | Iterable[str]) -> Vector:
        """Weigh terms (a term met often counts a little more) and scale them to unit length."""
        counts = found if isinstance(found, Mapping) else dict.fromkeys(found, 1)
        weighed = {term: (1 + math.log(count)) * self.weight(term) for term, count in counts.items()}
        length = math.sqrt(sum(value * value for value in weighed.values())) or 1.0
        return {term: value / length for term, value in weighed.items()}


def alike(one: Vector, two: Vector) -> float:
    """Tell how much two vectors speak of the same, from 0 to 1."""
    if len(one) > len(two):
        one, two = two, one
    return sum(value * two[term] for term, value in one.items() if term in two)
