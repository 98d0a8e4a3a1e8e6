"""Words to search by: small letters, names of Rust taken apart."""

from __future__ import annotations

import re
from collections.abc import Callable

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z][A-Z0-9]*(?![a-z])")


def words_of(text: str, is_known: Callable[[str], bool] = lambda _: False) -> list[str]:
    """The words of what a person typed: ``get_tensor_handle`` is three, ``BatchNorm`` two.

    One that ``is_known`` in one piece stays so: ``NaN``, ``Conv2D``.
    """
    out: list[str] = []
    for found in _WORD.finditer(text):
        if is_known(whole := found[0].casefold()):
            out.append(whole)
            continue
        parts = _HUMP.findall(found[0]) if found[0].isascii() else [found[0]]
        out += [part.casefold() for part in parts]
    return out


def indexed_words(text: str) -> set[str]:
    """The words under which a text is found: those of ``words_of``, and names also in one piece."""
    whole = {found[0].casefold() for found in _WORD.finditer(text)}
    return whole | set(words_of(text))
