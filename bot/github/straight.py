"""Connections that show a redirect as what it is: an answer, after which nothing was done.

PyGithub follows a 301 by itself, and drops the query on the way: of a hundred comments a page thirty are
left, and those that were asked for by time are all there are.
"""

from __future__ import annotations

from typing import Any, Final, cast
from urllib.parse import urlsplit

from github.Requester import HTTPRequestsConnectionClass, HTTPSRequestsConnectionClass, RequestsResponse

MOVED: Final = frozenset({301, 302, 307, 308})


class Straight(HTTPSRequestsConnectionClass):
    """A connection to one server, kept open, that leads nowhere else."""

    def getresponse(self) -> RequestsResponse:
        """The answer, without the address that PyGithub would go to."""
        return _without_detour(super().getresponse())


class StraightInTheClear(HTTPRequestsConnectionClass):
    """The same without encryption: a server on this machine."""

    def getresponse(self) -> RequestsResponse:
        """The answer, without the address that PyGithub would go to."""
        return _without_detour(super().getresponse())


def straight_to(api_url: str, timeout: int) -> Straight | StraightInTheClear:
    """A connection to the API's server, of one thread; ``timeout`` in seconds. Nothing is sent twice."""
    parts = urlsplit(api_url)
    kind: Any = StraightInTheClear if parts.scheme == "http" else Straight
    made = kind(parts.hostname or "", parts.port, timeout=timeout)
    return cast("Straight | StraightInTheClear", made)


def _without_detour(response: RequestsResponse) -> RequestsResponse:
    if response.status in MOVED:
        response.headers.pop("Location", None)
    return response
