"""What GitHub says of the App itself: who it is, where its webhooks go, what its installations grant.

https://docs.github.com/en/rest/apps/apps and https://docs.github.com/en/rest/apps/webhooks
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from bot.github.errors import Later, Refused
from bot.github.pages import PAGE, next_page
from bot.github.transport import Absent, Moved, Reply, Transport


@dataclass(frozen=True, slots=True)
class About:
    """The App. ``url`` is its page, where it's installed from; ``server_time`` in seconds since 1970."""

    id: int
    slug: str
    owner: str
    url: str
    permissions: Mapping[str, str]
    events: frozenset[str]
    server_time: float | None


@dataclass(frozen=True, slots=True)
class HookSettings:
    """Where and how webhooks are sent. Of the secret GitHub tells only whether there is one."""

    url: str
    content_type: str
    has_secret: bool
    checks_certificate: bool


@dataclass(frozen=True, slots=True)
class Grant:
    """An installation, and what its owner has granted so far."""

    installation_id: int
    account: str
    permissions: Mapping[str, str]
    events: frozenset[str]
    suspended: bool


@dataclass(frozen=True, slots=True)
class Budget:
    """How many calls an installation has left of its hour; ``reset_at`` in seconds since 1970."""

    limit: int
    left: int
    reset_at: float


class AppFacts:
    """Asks as the App; reads only. Raises `Refused`, or `Later` where no answer is to be had now."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def about(self) -> About:
        """The App whose key we have."""
        reply = self._get("/app")
        data = reply.data
        return About(
            id=int(data["id"]),
            slug=str(data["slug"]),
            owner=str((data.get("owner") or {}).get("login", "")),
            url=str(data.get("html_url") or ""),
            permissions={str(name): str(level) for name, level in (data.get("permissions") or {}).items()},
            events=frozenset(map(str, data.get("events") or ())),
            server_time=_time_of(reply),
        )

    def hook(self) -> HookSettings:
        """How the App's webhook is set up."""
        data = self._get("/app/hook/config").data
        return HookSettings(
            url=str(data.get("url") or ""),
            content_type=str(data.get("content_type") or "form"),
            has_secret=bool(data.get("secret")),
            checks_certificate=str(data.get("insecure_ssl", "0")) == "0",
        )

    def grants(self) -> Iterator[Grant]:
        """Every installation, page by page as they're asked for."""
        params: dict[str, Any] = {"per_page": PAGE}
        while True:
            reply = self._get("/app/installations", params)
            yield from map(_grant, reply.data)
            following = next_page(reply.headers)
            if following is None:
                return
            params = {"per_page": PAGE, **following}

    def budget(self, installation_id: int) -> Budget:
        """What is left of an installation's hour; asking is free."""
        core = self._get("/rate_limit", installation_id=installation_id).data["resources"]["core"]
        return Budget(int(core["limit"]), int(core["remaining"]), float(core["reset"]))

    def _get(
        self, path: str, params: dict[str, Any] | None = None, installation_id: int | None = None
    ) -> Reply:
        try:
            return self._transport.call("GET", path, installation_id=installation_id, params=params)
        except Absent as absent:
            raise Refused(str(absent)) from absent
        except Moved as moved:
            raise Later(str(moved)) from moved


def _grant(data: dict[str, Any]) -> Grant:
    return Grant(
        installation_id=int(data["id"]),
        account=str((data.get("account") or {}).get("login", "")),
        permissions={str(name): str(level) for name, level in (data.get("permissions") or {}).items()},
        events=frozenset(map(str, data.get("events") or ())),
        suspended=data.get("suspended_at") is not None,
    )


def _time_of(reply: Reply) -> float | None:
    try:
        return parsedate_to_datetime(str(reply.headers.get("date") or "")).timestamp()
    except ValueError:
        return None
