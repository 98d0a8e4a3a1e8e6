"""``installation*``: where the App may work, written down."""

from __future__ import annotations

from typing import Any, Final

from bot.store import installations
from bot.store.clock import now
from bot.store.deliveries import Job, Outcome, What
from bot.store.installations import Installation, Presence, Repository
from bot.work.tools import Tools

PRESENCE: Final = {
    "deleted": Presence.REMOVED,
    "suspend": Presence.SUSPENDED,
}


def note_installation(tools: Tools, job: Job) -> Outcome:
    """Write down how an installation stands and which repositories it has or lost."""
    payload, action = job.delivery.payload, job.delivery.action
    installation = _installation(payload["installation"])
    presence = PRESENCE.get(action, Presence.ACTIVE)
    with tools.engine.begin() as connection:
        at = now(connection)
        installations.note(connection, installation, presence, at)
        gained = [*payload.get("repositories", ()), *payload.get("repositories_added", ())]
        installations.add_repositories(connection, installation.id, map(_repository, gained))
        lost = [repository["id"] for repository in payload.get("repositories_removed", ())]
        installations.remove_repositories(connection, lost, at)
        if presence is Presence.REMOVED:
            installations.remove_all_repositories(connection, installation.id, at)
    return Outcome(What.NOTED, f"installation {installation.id} of {installation.account}: {action}")


def _installation(data: dict[str, Any]) -> Installation:
    account = data["account"]
    return Installation(
        id=data["id"],
        account=account.get("login") or str(account["id"]),
        account_type=account.get("type") or "User",
        selection=data.get("repository_selection"),
    )


def _repository(data: dict[str, Any]) -> Repository:
    return Repository(data["id"], data["full_name"], bool(data.get("private", True)))
