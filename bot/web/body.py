"""Reading a request's body up to a limit."""

from __future__ import annotations

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge


def read_body(limit: int) -> bytes:
    """The raw body of the current request, ``limit`` bytes at most.

    Raises ``RequestEntityTooLarge`` for a longer one: unread where its length is told, else after ``limit``
    bytes and one more. The one more is ours: the stream itself, cut off at its limit, ends without a word.
    """
    told = request.content_length
    if told is not None and told > limit:
        raise RequestEntityTooLarge
    request.max_content_length = limit + 1
    body = request.get_data(cache=False)
    if len(body) > limit:
        raise RequestEntityTooLarge
    return body
