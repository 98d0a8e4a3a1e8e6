"""What is wrong with a catalogue, told so that it can be mended: file, line, key and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong, in a front-matter key or section (``key``) on ``line`` (from 1; 0: the whole file)."""

    file: str
    line: int
    key: str
    say: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key}: {self.say}" if self.key else f"{place}: {self.say}"


class CatalogError(ValueError):
    """A catalogue that can't be used; ``problems`` holds every reason found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))
