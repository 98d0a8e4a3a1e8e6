"""Lists that come in pages: whether there is another one is what GitHub says, never how long this one is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import re2

PAGE: Final = 100  # rows asked for at once: the most that GitHub gives
_NEXT: Final = re2.compile(r'<([^<>]*)>\s*;[^,<>]*\brel="next"')


def next_page(headers: Mapping[str, Any]) -> dict[str, str] | None:
    """The parameters of the next page, by number or by cursor, as the ``Link`` header of an answer names it;
    ``None`` when that was the last.
    """
    found = _NEXT.search(str(headers.get("link") or ""))
    return dict(parse_qsl(urlsplit(found.group(1)).query)) if found else None
