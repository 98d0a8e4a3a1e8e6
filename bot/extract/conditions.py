"""Conditional compilation: what a ``cfg`` predicate says where tests, or debug assertions, are off."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z_][\w:]*|[(),=]')
_ATOM = Callable[[str, str | None], bool | None]
_TEST_FEATURE = re.compile(r"(^|[-_])tests?($|[-_])|testgen")


@dataclass(slots=True)
class _Tokens:
    items: list[str]
    at: int = 0

    def peek(self) -> str | None:
        return self.items[self.at] if self.at < len(self.items) else None

    def next(self) -> str | None:
        token = self.peek()
        self.at += 1
        return token


def never_in_product(predicate: str) -> bool:
    """Say whether code under ``cfg(predicate)`` is compiled for tests only (``test``, a feature such as
    ``export_tests``).
    """
    return _evaluate(predicate, _no_tests) is False


def only_in_debug(predicate: str) -> bool:
    """Say whether code under ``cfg(predicate)`` is missing from release builds."""
    return _evaluate(predicate, _no_debug) is False


def needed_features(predicate: str) -> tuple[str, ...]:
    """Give the features without which code under ``cfg(predicate)`` isn't compiled (each alone being off
    rules it out).
    """
    names = dict.fromkeys(re.findall(r'feature\s*=\s*"([^"]+)"', predicate))
    return tuple(name for name in names if _evaluate(predicate, _without(name)) is False)


def _without(feature: str) -> _ATOM:
    return lambda name, value: False if name == "feature" and value == feature else None


def _no_tests(name: str, value: str | None) -> bool | None:
    if name == "test":
        return False
    return False if name == "feature" and value and _TEST_FEATURE.search(value) else None


def _no_debug(name: str, value: str | None) -> bool | None:
    return False if name == "debug_assertions" and value is None else None


def _evaluate(predicate: str, atom: _ATOM) -> bool | None:
    """Evaluate a predicate in three values; ``None``: it depends on what ``atom`` doesn't know."""
    return _term(_Tokens(_TOKEN.findall(predicate)), atom)


def _term(tokens: _Tokens, atom: _ATOM) -> bool | None:
    name = tokens.next() or ""
    if tokens.peek() == "(":
        tokens.next()
        values: list[bool | None] = []
        while tokens.peek() not in (")", None):
            values.append(_term(tokens, atom))
            if tokens.peek() == ",":
                tokens.next()
        tokens.next()
        return _combined(name, values)
    if tokens.peek() == "=":
        tokens.next()
        return atom(name, (tokens.next() or "").strip('"'))
    return atom(name, None)


def _combined(name: str, values: list[bool | None]) -> bool | None:
    if name == "not":
        return None if not values or values[0] is None else not values[0]
    if name == "any":
        return True if True in values else (None if None in values else False)
    return False if False in values else (None if None in values else True)
