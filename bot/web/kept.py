"""What browsers and proxies may keep: pages and documents for a while, answers to questions not at all."""

from __future__ import annotations

from flask import Response, request

_A_WHILE = 300  # seconds; a new catalogue is seen within minutes


def may_be_kept(answer: Response) -> Response:
    """Give a page or document an ETag and a time, so that an unchanged one isn't sent again."""
    if request.method in ("GET", "HEAD") and answer.status_code == 200:
        answer.cache_control.public = True
        answer.cache_control.max_age = _A_WHILE
        answer.add_etag()
        answer.make_conditional(request)
    elif answer.status_code not in (301, 304):
        answer.headers["Cache-Control"] = "no-store"
    return answer
