"""All words that records are found under, and which of them a word as typed may mean."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

_SHORTEST_SLIP = 4  # letters; in a shorter word every slip is another word
_ALIKE = 0.72  # of 1: one slip in 4 letters, two in 8, also two letters swapped
_MOST = 12


class Vocabulary:
    """A sorted list of words. Immutable once made."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted(set(words))

    def __contains__(self, word: object) -> bool:
        at = bisect_left(self._words, str(word))
        return self._words[at : at + 1] == [word]

    def meant(self, typed: str, *, unfinished: bool) -> dict[str, float]:
        """The words that ``typed`` may mean, each with how well it fits (1 is the very word).

        An ``unfinished`` word may be the beginning of one. Slips are looked for only where nothing fits.
        """
        at = bisect_left(self._words, typed)
        found = {typed: 1.0} if typed in self else {}
        if len(typed) >= 2 and (unfinished or not found):
            found |= {word: len(typed) / len(word) for word in self._beginning(typed, at) if word != typed}
        if found or len(typed) < _SHORTEST_SLIP or typed.isdigit():
            return found
        near = process.extract(
            typed, self._words, scorer=OSA.normalized_similarity, score_cutoff=_ALIKE, limit=_MOST
        )
        return {str(word): float(score) * 0.8 for word, score, _ in near}

    def _beginning(self, typed: str, at: int) -> list[str]:
        found = []
        for word in self._words[at : at + 64]:
            if not word.startswith(typed):
                break
            found.append(word)
        return found
