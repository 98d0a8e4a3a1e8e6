"""Whether a change makes sense before it's taken, and the delivery that does it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import re2
from sqlalchemy import Connection

from bot.catalog.catalog import Catalog
from bot.store import deliveries, installations
from bot.store.delivery import Delivery
from bot.store.feedback import LONGEST_WHY
from bot.store.triage_actions import PREFIX
from bot.store.triage_change import Action, Change
from bot.work.commands.record import find_record

EVENT: Final = "triage"
_TOKEN: Final = re2.compile(r"[0-9a-f]{32}(?:-[0-9]{1,18})?")
_DIGEST: Final = re2.compile(r"[0-9a-f]{16}")
_LARGEST: Final = 2**53  # what JSON keeps whole


class CannotAskError(Exception):
    """What is asked for makes no sense here: one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Where:
    """The repository something is asked for in."""

    installation_id: int
    name: str
    private: bool


def settled(connection: Connection, catalog: Catalog, change: Change) -> tuple[Change, Where]:
    """The change in its one form, and where it's for. Raises `CannotAskError`."""
    _check_form(change)
    found = installations.repository(connection, change.repo_id)
    if found is None:
        raise CannotAskError("The App isn't installed on that repository.")
    installation_id, repository = found
    settled = replace(
        change,
        issue=change.issue if change.action.needs_issue else None,
        subject=_subject(connection, catalog, change) if change.action.needs_subject else "",
        seen=change.seen if change.action is Action.POST else "",
        why=change.why.replace("\0", "").strip()[:LONGEST_WHY] if change.action is Action.WRONG else "",
    )
    return settled, Where(installation_id, repository.name, repository.private)


def delivery_for(change: Change, where: Where) -> Delivery:
    """The delivery whose job does what is asked for, in line with all others of its issue."""
    payload: dict[str, Any] = {
        "action": change.action.value,
        "repository": {"id": change.repo_id, "full_name": where.name, "private": where.private},
        "installation": {"id": where.installation_id},
    }
    if change.issue is not None:
        payload["issue"] = {"number": change.issue}
    return Delivery(
        id=f"{PREFIX}{change.token}",
        event=EVENT,
        action=change.action.value,
        installation_id=where.installation_id,
        repo_id=change.repo_id,
        repo=where.name,
        issue=change.issue,
        comment_id=None,
        sender=change.person.login[:100],
        sender_is_bot=False,
        payload=payload,
    )


def _check_form(change: Change) -> None:
    if not _TOKEN.fullmatch(change.token):
        raise CannotAskError("The form is incomplete: open the page again.")
    if not change.person.login or change.person.id <= 0:
        raise CannotAskError("Nobody is logged in.")
    if change.action.needs_issue and not 0 < (change.issue or 0) < _LARGEST:
        raise CannotAskError("Say which issue it's for.")
    if change.action is Action.POST and not _DIGEST.fullmatch(change.seen):
        raise CannotAskError("Look at the comment before it's posted.")


def _subject(connection: Connection, catalog: Catalog, change: Change) -> str:
    named = change.subject.strip()
    if change.action in {Action.MUTE, Action.UNMUTE}:
        record = find_record(catalog, named)
        if record is None:
            raise CannotAskError("There is no record of that name.")
        return record.slug
    if change.action is Action.DRAFT:
        if not _DIGEST.fullmatch(named):
            raise CannotAskError("That is no group of panics.")
        return named
    found = deliveries.find(connection, named) if "\0" not in named else None
    if found is None or found[1].repo_id != change.repo_id:
        raise CannotAskError("There is no such delivery of this repository.")
    return named
