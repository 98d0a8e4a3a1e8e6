"""A delivery made from a document that didn't come by webhook: what a job needs of it, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.github.model import Repo
from bot.store.delivery import Delivery

ACTED_ON: Final[Mapping[str, frozenset[str]]] = {
    "issues": frozenset({"opened", "edited", "reopened", "deleted"}),
    "repository": frozenset({"privatized", "publicized", "deleted"}),
    "issue_comment": frozenset({"created", "edited", "deleted"}),
    "installation": frozenset({"created", "deleted", "suspend", "unsuspend", "new_permissions_accepted"}),
    "installation_repositories": frozenset({"added", "removed"}),
}
_PERSON: Final = ("login", "id", "type")
_ISSUE: Final = ("number", "title", "body", "state", "locked", "created_at", "updated_at", "html_url")
_COMMENT: Final = ("id", "body", "created_at", "updated_at", "html_url")
_REPOSITORY: Final = ("id", "full_name", "private", "archived", "default_branch")
_LISTS: Final = ("repositories", "repositories_added", "repositories_removed")


def is_acted_on(event: str, action: str | None) -> bool:
    """Whether there is a job for such an event."""
    return action in ACTED_ON.get(event, ())


def delivery_from(guid: str, event: str, document: Mapping[str, Any]) -> Delivery | None:
    """The delivery that GitHub's document tells of; ``None`` when it's not of the App, or of no use to it."""
    installation = document.get("installation") or {}
    if not is_acted_on(event, document.get("action")) or not installation.get("id"):
        return None
    repository, issue = document.get("repository") or {}, document.get("issue") or {}
    comment, sender = document.get("comment") or {}, document.get("sender") or {}
    login = str(sender.get("login") or "")
    return Delivery(
        id=guid,
        event=event,
        action=str(document["action"]),
        installation_id=installation["id"],
        repo_id=repository.get("id"),
        repo=repository.get("full_name"),
        issue=issue.get("number"),
        comment_id=comment.get("id"),
        sender=login,
        sender_is_bot=sender.get("type") == "Bot" or login.endswith("[bot]"),
        payload=_trimmed(document),
    )


def delivery_of_issue(
    repo: Repo, issue: Mapping[str, Any], *, private: bool, why: str = "catch-up"
) -> Delivery:
    """The delivery that would have told of an issue nobody told us of. ``why`` begins its id: the same issue
    for the same reason is one delivery.
    """
    document = {
        "action": "reopened",  # looks for a comment of ours before it writes one
        "issue": issue,
        "repository": {"id": repo.id, "full_name": repo.name, "private": private},
        "installation": {"id": repo.installation_id},
        "sender": issue.get("user") or {},
    }
    found = delivery_from(f"{why}-{repo.id}-{issue['number']}", "issues", document)
    if found is None:
        raise ValueError("an issue without a repository or installation")
    return found


def _trimmed(document: Mapping[str, Any]) -> dict[str, Any]:
    payload: dict[str, Any] = {"action": document["action"]}
    if document.get("issue"):
        payload["issue"] = _with_author(document["issue"], _ISSUE)
        if document["issue"].get("pull_request") is not None:
            payload["issue"]["pull_request"] = {}
    if document.get("comment"):
        payload["comment"] = _with_author(document["comment"], _COMMENT)
    changes = document.get("changes")
    if isinstance(changes, dict) and document.get("comment") and isinstance(changes.get("body"), dict):
        payload["changes"] = {"body": _only(changes["body"], ("from",))}
    if isinstance(changes, dict) and not document.get("comment") and "old_issue" in changes:
        payload["changes"] = {"old_issue": {}}  # that the issue was transferred, no more
    if document.get("repository"):
        payload["repository"] = _only(document["repository"], _REPOSITORY)
    installation = document["installation"]
    payload["installation"] = _only(installation, ("id", "repository_selection"))
    if installation.get("account"):
        payload["installation"]["account"] = _only(installation["account"], _PERSON)
    for name in _LISTS:
        if document.get(name):
            payload[name] = [_only(each, _REPOSITORY) for each in document[name]]
    return payload


def _with_author(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    kept = _only(data, names)
    if data.get("user"):
        kept["user"] = _only(data["user"], _PERSON)
    return kept


def _only(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: data[name] for name in names if data.get(name) is not None}
