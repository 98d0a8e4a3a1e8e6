"""From a webhook's event and document to a delivery to be stored, or to the reason why it isn't."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bot.web.payloads import (
    CommentEvent,
    Event,
    InstallationEvent,
    InstallationRepositoriesEvent,
    IssueEvent,
    PushEvent,
    RepositoryEvent,
)
from bot.work.intake import Delivery
from bot.work.repository.model import PATH


@dataclass(frozen=True, slots=True)
class Ignored:
    """A payload that we know of and don't act on."""

    reason: str


class MalformedPayloadError(Exception):
    """A payload of an event we act on that lacks what every such payload has.

    ``problems`` name the place in the document and what is wrong there.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


Document = Mapping[str, Any]
_Reader = Callable[[str, Document], Delivery | Ignored]


def understand(event: str, delivery: str, document: Document) -> Delivery | Ignored:
    """Read ``document``, the body of a call with these ``X-GitHub-Event`` and ``X-GitHub-Delivery``.

    Raises ``MalformedPayloadError`` where an event that we act on isn't in GitHub's shape.
    """
    reader = _READERS.get(event)
    if reader is None:
        return Ignored(f"events of the kind {event!r} are not acted on")
    actions, action = _ACTIONS.get(event), document.get("action")
    if actions is not None and (not isinstance(action, str) or action not in actions):
        return Ignored(f"of {event!r} only {', '.join(sorted(actions))} are acted on")
    try:
        return reader(delivery, document)
    except ValidationError as refused:
        raise MalformedPayloadError(_problems(refused)) from None


def _problems(refused: ValidationError) -> tuple[str, ...]:
    """Where and what, without the values: a payload's text has no place in a log or an answer."""
    errors = refused.errors(include_url=False, include_context=False, include_input=False)
    return tuple(f"{'.'.join(str(part) for part in error['loc'])}: {error['msg']}" for error in errors)


def _issue(delivery: str, document: Document) -> Delivery | Ignored:
    read = IssueEvent.model_validate(document)
    return _about_issue("issues", delivery, read, comment_id=None)


def _comment(delivery: str, document: Document) -> Delivery | Ignored:
    read = CommentEvent.model_validate(document)
    if read.sender.is_bot:
        # Each comment of our own comes back as an event: not worth a job.
        return Ignored("comments of bots are not acted on")
    return _about_issue("issue_comment", delivery, read, comment_id=read.comment.id)


def _about_issue(
    event: str, delivery: str, read: IssueEvent | CommentEvent, comment_id: int | None
) -> Delivery | Ignored:
    if read.installation is None:
        return _not_ours(read)
    return Delivery(
        id=delivery,
        event=event,
        action=read.action,
        installation_id=read.installation.id,
        repo_id=read.repository.id,
        repo=read.repository.full_name,
        issue=read.issue.number,
        comment_id=comment_id,
        sender=read.sender.login,
        sender_is_bot=read.sender.is_bot,
        payload=read.model_dump(mode="json", exclude_none=True, by_alias=True),
    )


def _push(delivery: str, document: Document) -> Delivery | Ignored:
    read = PushEvent.model_validate(document)
    if read.installation is None:
        return Ignored("a push came without an installation: it was not sent by the App's webhook")
    if read.deleted or not read.ref.startswith("refs/heads/") or not read.touches(PATH):
        return Ignored(f"of pushes only those of {PATH} to a branch are acted on")
    return Delivery(
        id=delivery,
        event="push",
        action="pushed",
        installation_id=read.installation.id,
        repo_id=read.repository.id,
        repo=read.repository.full_name,
        issue=None,
        comment_id=None,
        sender=read.sender.login,
        sender_is_bot=read.sender.is_bot,
        payload=read.model_dump(mode="json", exclude_none=True, exclude={"commits", "head_commit"}),
    )


def _repository(delivery: str, document: Document) -> Delivery | Ignored:
    read = RepositoryEvent.model_validate(document)
    if read.installation is None:
        return _not_ours(read)
    return Delivery(
        id=delivery,
        event="repository",
        action=read.action,
        installation_id=read.installation.id,
        repo_id=read.repository.id,
        repo=read.repository.full_name,
        issue=None,
        comment_id=None,
        sender=read.sender.login,
        sender_is_bot=read.sender.is_bot,
        payload=read.model_dump(mode="json", exclude_none=True),
    )


def _not_ours(read: Event) -> Ignored:
    """A repository's own webhook points here: we have no rights there to answer with."""
    return Ignored(f"{read.action!r} came without an installation: it was not sent by the App's webhook")


def _installation(delivery: str, document: Document) -> Delivery | Ignored:
    read = InstallationEvent.model_validate(document)
    return _about_installation("installation", delivery, read)


def _installation_repositories(delivery: str, document: Document) -> Delivery | Ignored:
    read = InstallationRepositoriesEvent.model_validate(document)
    return _about_installation("installation_repositories", delivery, read)


def _about_installation(
    event: str, delivery: str, read: InstallationEvent | InstallationRepositoriesEvent
) -> Delivery:
    return Delivery(
        id=delivery,
        event=event,
        action=read.action,
        installation_id=read.installation.id,
        repo_id=None,
        repo=None,
        issue=None,
        comment_id=None,
        sender=read.sender.login,
        sender_is_bot=read.sender.is_bot,
        payload=read.model_dump(mode="json", exclude_none=True),
    )


_READERS: Mapping[str, _Reader] = {
    "issues": _issue,
    "issue_comment": _comment,
    "push": _push,
    "repository": _repository,
    "installation": _installation,
    "installation_repositories": _installation_repositories,
}
_ACTIONS: Mapping[str, frozenset[str]] = {
    "issues": frozenset({"opened", "edited", "reopened", "deleted"}),
    "repository": frozenset({"privatized", "publicized", "deleted"}),
    "issue_comment": frozenset({"created", "edited", "deleted"}),
    "installation": frozenset({"created", "deleted", "suspend", "unsuspend", "new_permissions_accepted"}),
    "installation_repositories": frozenset({"added", "removed"}),
}
EVENTS = frozenset(_READERS) | {"ping"}
