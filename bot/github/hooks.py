"""What GitHub knows of the webhook calls it made to the App, of the last three days.

https://docs.github.com/en/rest/apps/webhooks
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.github.errors import Later, Refused
from bot.github.pages import PAGE, next_page
from bot.github.times import epoch
from bot.github.transport import Absent, Moved, Transport

MOST_PAGES: Final = 300


@dataclass(frozen=True, slots=True)
class HookCall:
    """One attempt to deliver. ``guid`` is the delivery's id, the same for each attempt; ``id`` is the
    attempt's.

    ``status`` is what our server answered (0: nothing); ``at`` in seconds since 1970.
    """

    id: int
    guid: str
    at: float
    status: int
    event: str
    action: str | None
    installation_id: int | None


@dataclass(frozen=True, slots=True)
class HookPayload:
    """What was sent in an attempt."""

    guid: str
    event: str
    document: dict[str, Any]


class Hooks:
    """Asks as the App. Raises `Refused` where GitHub has no such routes, else `Later`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def newest_first(self) -> Iterator[HookCall]:
        """All attempts that GitHub still knows, page by page as they're asked for."""
        params: dict[str, Any] = {"per_page": PAGE}
        for _ in range(MOST_PAGES):
            reply = self._get("/app/hook/deliveries", params)
            for data in reply.data:
                yield _call(data)
            following = next_page(reply.headers)
            if following is None:
                return
            params = {"per_page": PAGE, **following}

    def payload(self, call: HookCall) -> HookPayload:
        """What was sent in an attempt."""
        data = self._get(f"/app/hook/deliveries/{call.id}", {}).data
        return HookPayload(data["guid"], data["event"], data["request"]["payload"])

    def send_again(self, call: HookCall) -> None:
        """Ask GitHub to deliver it once more, under the same guid. Once too often does no harm."""
        try:
            self._transport.call("POST", f"/app/hook/deliveries/{call.id}/attempts", installation_id=None)
        except (Absent, Moved) as absent:
            raise Refused(str(absent)) from absent

    def _get(self, path: str, params: dict[str, Any]) -> Any:
        try:
            return self._transport.call("GET", path, installation_id=None, params=params)
        except Absent as absent:
            raise Refused(str(absent)) from absent
        except Moved as moved:
            raise Later(str(moved)) from moved


def _call(data: dict[str, Any]) -> HookCall:
    return HookCall(
        id=int(data["id"]),
        guid=str(data["guid"]),
        at=epoch(str(data["delivered_at"])),
        status=int(data.get("status_code") or 0),
        event=str(data["event"]),
        action=data.get("action"),
        installation_id=data.get("installation_id"),
    )
