"""Words to search by: small letters, names of Rust taken apart."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"[a-z0-9]+|[A-Z][a-z0-9]+|[A-Z0-9]+(?![a-z])|[^\W_]")


def words_of(text: str) -> list[str]:
    """The words of what a person typed: ``get_tensor_handle`` is three, ``BatchNorm`` two."""
    out: list[str] = []
    for found in _WORD.finditer(text):
        out += [hump.casefold() for hump in _HUMP.findall(found[0])]
    return out


def indexed_words(text: str) -> set[str]:
    """The words under which a text is found: those of ``words_of``, and names also in one piece."""
    whole = {found[0].casefold() for found in _WORD.finditer(text)}
    return whole | set(words_of(text))
