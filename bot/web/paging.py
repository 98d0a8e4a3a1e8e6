"""A long list, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slice(Generic[T]):
    """One page of a list: its items, its number (from 1), how many pages and items there are."""

    items: tuple[T, ...]
    page: int
    pages: int
    total: int


def page_of(items: Sequence[T], page: int, size: int) -> Slice[T] | None:
    """Page number ``page`` of ``items``; ``None`` where there is none. An empty list has one page."""
    pages = max(1, -(-len(items) // size))
    if not 1 <= page <= pages:
        return None
    return Slice(tuple(items[(page - 1) * size : page * size]), page, pages, len(items))
