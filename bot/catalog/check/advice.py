"""Rules for solutions and prevention: something a person can do today, and no filler."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

from bot.catalog.problem import Problem
from bot.catalog.record_file import RecordFile
from bot.catalog.words import content

_SPECIFIC = re.compile(r"`[^`]+`|\d")
_CLAUSE = re.compile(r"[.;:,()]\s+|\s+(?:and|or|then|to|instead|either)\s+|\s[–—-]\s")
_FIRST = re.compile(
    r"(?:(?:then|first|next|also|otherwise|please|either|or|and|never|always|only|just)\s+)*([a-z]+)"
)
_WORD = re.compile(r"[a-z']+|`[^`]*`")
_CASES = frozenset(
    ("for", "on", "in", "to", "where", "when", "if", "with", "from", "until", "before", "after")
)
_NO_ACTION = frozenset(
    re.findall(
        r"[a-z']+",
        """the a an this that these those your its their his our my you it they we i he she who which
        to can will may might must should would could not don't doesn't does do did of in
        for with by from as at each every no one own first last same other any some is
        are was were be been""",
    )
)


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    """Give the verbs that begin an action, in the form in which one is told to act."""
    return frozenset(_listed("verbs.txt").split())


@lru_cache(maxsize=1)
def _generic() -> frozenset[str]:
    """Give words of which advice that is true of every error is made."""
    return frozenset(content(_listed("generic.txt")))


def _listed(name: str) -> str:
    return files("bot.catalog.check").joinpath(name).read_text(encoding="utf-8")


def check(file: RecordFile) -> Iterator[Problem]:
    """Find solutions that are no actions, filler, and a wrong number of solutions."""
    prose = file.record.prose
    if not 2 <= len(prose.solutions) <= 4:
        say = f"has {len(prose.solutions)}; give two to four, likeliest first"
        yield file.problem(say, "solutions")
    for number, text in enumerate(prose.solutions):
        if not is_action(text):
            yield file.problem(
                f"tells no action ({_short(text)}); begin with what to do", "solutions", number
            )
        if is_filler(text):
            say = f"is filler ({_short(text)}); name the call, value, feature or release"
            yield file.problem(say, "solutions", number)
    for number, text in enumerate(prose.prevention):
        if is_filler(text, least=2):
            say = f"is filler ({_short(text)}); say what to do in this very case"
            yield file.problem(say, "prevention", number)


def is_action(text: str) -> bool:
    """Tell whether a clause of the text tells somebody to do something.

    A clause begins with its verb, or with the case it is for (“For a flat tensor use …”): then a verb counts
    that no subject, article or auxiliary stands before.
    """
    for clause in _CLAUSE.split(text):
        first = _FIRST.match(clause.strip().lower())
        if first and first[1] in _verbs():
            return True
    words = _WORD.findall(text.lower())
    return (
        bool(words)
        and words[0] in _CASES
        and any(word in _verbs() and before not in _NO_ACTION for before, word in pairwise(words[1:]))
    )


def is_filler(text: str, least: int = 3) -> bool:
    """Tell whether advice is so general that it is true of every error.

    It must have ``least`` telling words; a name in code or a number counts as one.
    """
    telling = content(text) - _generic()
    return len(telling) + bool(_SPECIFIC.search(text)) < least


def _short(text: str) -> str:
    return f"“{text[:40]}…”" if len(text) > 41 else f"“{text}”"
